/** The package as a user gets it: built, packed and unpacked, away from the checkout. */

import { execFile } from "node:child_process";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What the build and the package are made of. */
const parts = [
  ...[
    "docs",
    "examples",
    "generated",
    "generators",
    "runtime",
    "sandbox",
    "scripts",
    "spec",
    "testing",
  ],
  ...[
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "package.json",
    "tsconfig.json",
    "tsconfig.build.json",
  ],
];

/** The generator's own folder in the stage. */
const generatorFolder = "generators";

/** What a user's package manager puts beside it. */
export const required = [
  ...["ajv", "fast-deep-equal", "fast-uri", "json-schema-traverse", "require-from-string"],
  ...["argparse", "js-yaml", "openapi-fetch", "openapi-typescript-helpers", "ws"],
];

/** What users may have besides. */
const optional = ["undici", "redis", "@redis", "@types/node", "@types/ws", "undici-types"];

export interface UnpackedPackage {
  /** A project that has the package installed. */
  readonly project: string;
  /** The package in it. */
  readonly folder: string;
  readonly tarball: string;
  /** The tarball of the package that generates. */
  readonly generator: string;
  /** Size of the tarball, in bytes. */
  readonly size: number;
  /** What the tarball holds. */
  readonly files: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Installs the package in a project of its own. It is built in the folder that test files share, by
 * the first of them; without one, for this project alone.
 */
export async function unpackPackage(sharedFolder?: string): Promise<UnpackedPackage> {
  const home = await mkdtemp(join(tmpdir(), "tradespec-package-"));
  const project = join(home, "project");
  const modules = join(project, "node_modules");
  await mkdir(modules, { recursive: true });
  const { tarball, generator, size, files } = await packOnce(sharedFolder ?? home);
  const folder = await unpack(tarball, modules, "tradespec");
  await link(modules, [...required, ...optional]);
  await writeFile(join(project, "package.json"), '{ "type": "module" }\n');
  const close = (): Promise<void> => rm(home, { recursive: true, force: true });
  return { project, folder, tarball, generator, size, files, close };
}

/**
 * A script for the shell of a project. npm's `npx` takes most of a second to find the command,
 * which package.test.ts shows that it does.
 */
export function withNpx(script: string): string {
  return `npx() { "node_modules/.bin/$@"; }\n${script}`;
}

/** Installs the generator beside the package, with the dependencies that it names. */
export async function addGenerator({ project, generator }: UnpackedPackage): Promise<void> {
  const modules = join(project, "node_modules");
  const folder = await unpack(generator, modules, "tradespec-generator");
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    readonly dependencies: object;
  };
  await link(modules, Object.keys(manifest.dependencies));
  const redocly = join(process.cwd(), "node_modules/@redocly/cli/bin/cli.js");
  await symlink(redocly, join(modules, ".bin/redocly"));
}

/** Unpacks a tarball as a package, with the command of its own name. */
async function unpack(tarball: string, modules: string, name: string): Promise<string> {
  const folder = join(modules, name);
  await run("tar", ["-xzf", tarball, "-C", modules]);
  await rename(join(modules, "package"), folder);
  const command = join(folder, `dist/scripts/${name}.js`);
  await mkdir(join(modules, ".bin"), { recursive: true });
  await symlink(command, join(modules, ".bin", name));
  await chmod(command, 0o755);
  return folder;
}

async function link(modules: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    const target = join(process.cwd(), "node_modules", name);
    // Both packages may need it.
    await symlink(target, join(modules, name)).catch(() => undefined);
  }
}

type Packed = Pick<UnpackedPackage, "tarball" | "generator" | "size" | "files">;

/** Whoever makes the folder of the build builds; the others wait for its result. */
async function packOnce(folder: string): Promise<Packed> {
  const [stage, result] = [join(folder, "stage"), join(folder, "packed.json")];
  for (;;) {
    const isFirst = await mkdir(stage).then(
      () => true,
      () => false,
    );
    if (isFirst) {
      const packed = await pack(stage, folder).catch(async (error: unknown) => {
        await rm(stage, { recursive: true, force: true });
        throw error;
      });
      await writeFile(`${result}.part`, JSON.stringify(packed));
      await rename(`${result}.part`, result);
      return packed;
    }
    const text = await readFile(result, "utf8").catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as Packed;
    await setTimeout(200);
  }
}

interface TarballReport {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Builds a copy of the sources, so that nobody else's work comes between. */
async function pack(stage: string, folder: string): Promise<Packed> {
  await Promise.all(parts.map((part) => cp(part, join(stage, part), { recursive: true })));
  await symlink(join(process.cwd(), "node_modules"), join(stage, "node_modules"));
  await run(process.execPath, ["scripts/build.ts"], { cwd: stage });
  // npm would read what is in every package of it.
  await rm(join(stage, "node_modules"));
  const packages = [".", `./${generatorFolder}`];
  const options = ["--json", "--offline", "--pack-destination", folder];
  const packing = run("npm", ["pack", ...packages, ...options], { cwd: stage, maxBuffer: 1 << 24 });
  const [own, generator] = JSON.parse((await packing).stdout) as [TarballReport, TarballReport];
  return {
    tarball: join(folder, own.filename),
    generator: join(folder, generator.filename),
    size: own.size,
    files: own.files.map(({ path }) => path),
  };
}

/** The subpaths that can be imported. */
export async function subpathsOf(folder: string): Promise<readonly string[]> {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    exports: Record<string, string | object>;
  };
  return Object.entries(exports)
    .filter(([path]) => !path.includes("*"))
    .filter(([, target]) => typeof target === "object" || target.endsWith(".js"))
    .map(([subpath]) => `tradespec${subpath.slice(1)}`);
}

/**
 * A program as a user writes it: it buys, and returns what response, stream, session and book say
 * of it. It is text, since every runtime has to load it in its own way.
 */
export const program = `
import { createClient } from "tradespec";
import { watchOrderBook } from "tradespec/order-book";
import { createStreams } from "tradespec/streams";
import { watchUserData } from "tradespec/user-data";

export async function trade(baseUrl, streamUrl, WebSocket) {
  const streams = createStreams({ url: streamUrl, WebSocket });
  const apiKey = "sandbox-key-of-alice";
  const apiSecret = "sandbox-secret-of-alice";
  const exchange = createClient({ baseUrl, apiKey, apiSecret, streams });
  const session = watchUserData({ client: exchange, streams });
  const book = watchOrderBook("BTCUSDT", { streams, client: exchange });
  const trades = exchange.streams.trade("BTCUSDT");
  const traded = trades[Symbol.asyncIterator]().next();
  const reported = new Promise((resolve) => {
    session.each((event) => {
      if (event.kind === "event" && event.data.x === "TRADE") resolve(event.data.X);
    });
  });
  await Promise.all([book.whenLive(), session.whenLive()]);
  while (trades.state() !== "live") await exchange.getTime();
  const before = book.book.updateId;
  const wish = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" };
  const { status } = await exchange.placeOrder(wish);
  const { value } = await traded;
  while (book.book.updateId === before) await exchange.getTime();
  const result = { status, traded: value.q, reported: await reported, book: book.book.state };
  book.close();
  trades.close();
  await session.close();
  await streams.close();
  return result;
}
`;

/** What the program returns when all is well. */
export const programResult = {
  status: "FILLED",
  traded: "0.01000000",
  reported: "FILLED",
  book: "live",
};
