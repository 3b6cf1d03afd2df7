/** What no tool knows: import directions, purity, the map of the code, the lockfile. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";

import { expect, test } from "vitest";

interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly imports: readonly string[];
}

const sources = readSources();
const top = (path: string): string => path.split("/")[0] ?? path;

/** What a folder may import: folders of ours, and packages. */
const directions: readonly { folder: string; folders: string[]; packages: RegExp }[] = [
  { folder: "runtime", folders: ["runtime"], packages: /^(node:|undici$)/u },
  { folder: "generated", folders: ["runtime", "generated"], packages: /^openapi-fetch$/u },
  {
    folder: "testing",
    folders: ["runtime", "generated", "sandbox", "testing"],
    packages: /^(node:|ws$|ajv|js-yaml$)/u,
  },
  {
    folder: "sandbox",
    folders: ["runtime", "generated", "sandbox"],
    packages: /^(node:|ws$|preact|lightweight-charts$)/u,
  },
  {
    folder: "generators",
    folders: ["generators", "runtime"],
    packages:
      /^(node:|js-yaml$|marked$|highlight\.js\/|openapi-typescript|typescript$|@(redocly|jridgewell|marc))/u,
  },
];

for (const { folder, folders, packages } of directions) {
  test(`${folder}/ imports only what it may`, () => {
    const wrong = sources
      .filter(({ path }) => top(path) === folder)
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            (name) =>
              !folders.includes(top(name)) &&
              (name.includes("/") && isOurs(name) ? true : !packages.test(name)),
          )
          .map((name) => `${path} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });
}

test("CONTRIBUTING says what each folder may import", () => {
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const said = directions.map(({ folder }) => {
    const [, cell = ""] =
      new RegExp(`^\\| \`${folder}/\` \\|.*\\| (.*) \\|$`, "mu").exec(page) ?? [];
    return [...cell.matchAll(/`([a-z]+)`/gu)].map(([, name]) => name).sort();
  });
  expect(said).toEqual(
    directions.map(({ folder, folders }) => folders.filter((name) => name !== folder).sort()),
  );
});

/** What stands on a floor above: a folder of runtime imports none of these. */
const above: Readonly<Record<string, readonly string[]>> = {
  encoding: ["signing", "call", "rate-limits", "filters", "orders", "streams", "client"],
  signing: ["call", "rate-limits", "filters", "orders", "streams", "client"],
  filters: ["call", "rate-limits", "orders", "streams", "client"],
  call: ["rate-limits", "filters", "orders", "streams", "user-data", "order-book", "client"],
  "rate-limits": ["orders", "streams", "user-data", "order-book", "pagination", "client"],
  orders: ["rate-limits", "streams", "user-data", "order-book", "pagination", "client"],
  streams: ["rate-limits", "orders", "user-data", "order-book", "pagination", "client"],
  pagination: ["rate-limits", "orders", "streams", "client"],
  "user-data": ["rate-limits", "orders", "client"],
  "order-book": ["rate-limits", "orders", "user-data", "client"],
};

test.each(Object.entries(above))("runtime/%s imports nothing from above", (folder, folders) => {
  const own = sources.filter(({ path }) => path.startsWith(`runtime/${folder}/`));
  expect(own.length).toBeGreaterThan(2);
  const wrong = own.flatMap(({ path, imports }) =>
    imports
      .map((name) => /^runtime\/([\w-]+)\//u.exec(name)?.[1] ?? "")
      .filter((name) => folders.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("no file imports itself by way of others", () => {
  // What imports nothing of the rest is taken away, until there is only what leads into a circle.
  let rest = sources;
  for (let count = -1; count !== rest.length; ) {
    count = rest.length;
    const paths = new Set(rest.map(({ path }) => path));
    rest = rest.filter(({ imports }) => imports.some((name) => paths.has(name)));
  }
  expect(rest.map(({ path }) => path)).toEqual([]);
});

test("runtime and generated reach Node only in *.node.ts", () => {
  const wrong = sources
    .filter(
      ({ path }) => ["runtime", "generated"].includes(top(path)) && !path.endsWith(".node.ts"),
    )
    .flatMap(({ path, imports }) =>
      imports.filter((name) => /^(node:|undici$)/u.test(name)).map((name) => `${path}: ${name}`),
    );
  expect(wrong).toEqual([]);
});

test("an emitter knows no other emitter and no disk", () => {
  const wrong = sources
    .filter(({ path }) => path.startsWith("generators/emitters/") && !path.endsWith("/index.ts"))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          (name) =>
            name.startsWith("node:fs") ||
            (name.startsWith("generators/emitters/") && isEmitter(name)),
        )
        .map((name) => `${path} imports ${name}`),
    );
  expect(wrong).toEqual([]);
});

test("the contract model holds types only", () => {
  const model = sources.find(({ path }) => path === "generators/contract/model.ts");
  const running = model?.lines.filter((line) =>
    /^(export )?(const|let|function|class|async)\b/u.test(line),
  );
  expect(running).toEqual([]);
});

test("clock, timers and randomness are arguments", () => {
  const pattern =
    /\b(Date\.now|Math\.random|performance\.now|new Date)\(\)|(?<![.\w])set(Timeout|Interval)\(/u;
  const wrong = sources
    .filter(({ path }) => ["runtime", "generated", "sandbox", "generators"].includes(top(path)))
    .filter(
      ({ path }) => !/\.node\.ts$|\/(platform|defaults)\.ts$|\/page\/|\/code-samples\//u.test(path),
    )
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        pattern.test(line) && !/^\s*(\*|\/\/)/u.test(line)
          ? [`${path}:${index + 1} ${line.trim()}`]
          : [],
      ),
    );
  expect(wrong).toEqual([]);
});

test("no comment and no generated line is wider than 100 columns", () => {
  // The formatter holds the rest, except strings, which it does not break.
  const isExempt = (path: string): boolean => /^generated\/(?:sandbox-)?schema\.ts$/u.test(path);
  const wide = sources
    .filter(({ path }) => !isExempt(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        line.length > 100 &&
        (top(path) === "generated" || /^\s*(\*|\/[/*])/u.test(line)) &&
        !/https?:|sourceMappingURL/u.test(line)
          ? [`${path}:${index + 1}`]
          : [],
      ),
    );
  expect(wide).toEqual([]);
});

test("map and commands of CONTRIBUTING are the tree's and package.json's", () => {
  const page = readFileSync("CONTRIBUTING.md", "utf8");
  const mapped = [...page.matchAll(/^\| `(\w+)\/` \|/gmu)].map(([, name]) => name);
  const folders = trackedFiles()
    .filter((path) => path.includes("/") && !path.startsWith("."))
    .map(top);
  expect(new Set(mapped)).toEqual(new Set(folders));

  const commands = [...page.matchAll(/^\| `npm (?:run )?(\w+)` \|/gmu)].map(([, name]) => name);
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(new Set(commands)).toEqual(new Set(Object.keys(manifest.scripts)));
});

test("every file that CONTRIBUTING names is there", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|yaml|md))`/gu)].map(
    ([, name = ""]) => `/${name}`,
  );
  const files = trackedFiles().map((path) => `/${path}`);
  expect(named.filter((name) => !files.some((path) => path.endsWith(name)))).toEqual([]);
});

test("every dependency has an exact version and its reason in the decisions", () => {
  const decisions = readFileSync("docs/decisions.md", "utf8");
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<
    string,
    Record<string, string>
  >;
  expect(manifest).not.toHaveProperty("optionalDependencies");
  const all = Object.entries({
    ...manifest["dependencies"],
    ...manifest["devDependencies"],
  }).filter(([name]) => name !== "tradespec-node");
  expect(all.filter(([, version]) => !/^(npm:\w+@)?\d+\.\d+\.\d+$/u.test(version))).toEqual([]);
  const named = (name: string): boolean =>
    decisions.includes(name) || decisions.includes(name.split("/")[1] ?? name);
  expect(
    all.map(([name]) => name).filter((name) => !name.startsWith("@types/") && !named(name)),
  ).toEqual([]);
});

test("the lockfile pins every package by its hash, and none from another place", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<
      string,
      { integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }
    >;
  };
  const wrong = Object.entries(lock.packages)
    .filter(
      ([path, entry]) =>
        !["", "node_modules/tradespec-node"].includes(path) &&
        !entry.inBundle &&
        (!entry.integrity || entry.link || entry.resolved?.startsWith("http:")),
    )
    .map(([path]) => path);
  expect(wrong).toEqual([]);
  expect(readFileSync(".npmrc", "utf8")).toContain("ignore-scripts=true");
});

test("the project's own Node runs the commands", () => {
  if (existsSync("node_modules/.bin/node")) expect(process.versions.node.split(".")[0]).toBe("24");
  else expect(Number(process.versions.node.split(".")[0])).toBeGreaterThanOrEqual(24);
});

test("no tracked file holds a path of a machine or a key", () => {
  const pattern = /\/(home|root|Users)\/\w|-----BEGIN [A-Z ]*PRIVATE KEY|\/work\/(main|shared)/u;
  const wrong = trackedFiles()
    .filter((path) => path !== "test/tidy.test.ts" && existsSync(path))
    .filter((path) => pattern.test(readFileSync(path, "utf8")));
  expect(wrong).toEqual([]);
});

function trackedFiles(): readonly string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => path !== "" && existsSync(path));
}

function isOurs(name: string): boolean {
  return existsSync(top(name)) && !name.startsWith("@");
}

function isEmitter(name: string): boolean {
  return (
    readdirSync("generators/emitters").includes(posix.basename(name)) &&
    !/\/(index|shared)/u.test(name)
  );
}

function readSources(): readonly SourceFile[] {
  return trackedFiles()
    .filter((path) => /\.(tsx?|js)$/u.test(path) && !path.endsWith(".d.ts"))
    .map((path) => {
      const text = readFileSync(path, "utf8");
      // What a file prints, it does not import.
      const isPrinter = /^(?:generators\/emitters|runtime\/code-samples)\//u.test(path);
      const own = isPrinter ? text.replace(/`(?:[^`\\]|\\.)*`/gsu, "") : text;
      const found = [
        ...own.matchAll(
          /^(?:import|export)\b[^"';]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gmu,
        ),
      ];
      const imports = found
        .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
        .map((name) =>
          name.startsWith(".") ? posix.normalize(posix.join(dirname(path), name)) : name,
        );
      return { path, lines: text.split("\n"), imports };
    });
}

test("workflows name each action by its commit, with the version", () => {
  const used = readdirSync(".github/workflows").flatMap(
    (name) => readFileSync(`.github/workflows/${name}`, "utf8").match(/uses: .+/gu) ?? [],
  );
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((use) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(use))).toEqual([]);
});

test("npm writes the bill of materials that the release keeps", () => {
  const [command = ""] =
    /npm sbom [^>\n]+/u.exec(readFileSync(".github/workflows/release.yml", "utf8")) ?? [];
  const text = execFileSync("npm", command.trim().split(" ").slice(1), {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const { bomFormat, components } = JSON.parse(text) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string }[];
  };
  expect([bomFormat, components.map(({ name }) => name)]).toEqual([
    "CycloneDX",
    expect.arrayContaining(["openapi-fetch", "ws"]),
  ]);
});
