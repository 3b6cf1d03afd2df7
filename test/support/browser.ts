/**
 * A real Chromium for tests, from the npm package unless CHROMIUM_PATH names one on the machine. It
 * brings its own libraries and fonts, so that it also runs where nothing else is installed.
 */

import { execFile } from "node:child_process";
import { access, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";

const run = promisify(execFile);

/** Opens the browser, without a window and without any talk of its own to the network. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    env,
    args: [
      "--no-sandbox",
      "--headless",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-first-run",
      "--no-pings",
      "--disable-gpu",
    ],
  });
}

/** A module with all that it imports as one classic script, which sets `tradespec` in a page. */
export async function bundleForPage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "iife",
    globalName: "tradespec",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** What a page did that it must not do: calls to elsewhere, and complaints on its console. */
export interface Misdeeds {
  readonly outside: string[];
  readonly complaints: string[];
}

/** Watches a page from now on; a request is outside when its address does not start with `home`. */
export function watch(page: Page, home: string): Misdeeds {
  const misdeeds: Misdeeds = { outside: [], complaints: [] };
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(home) && !/^(data|blob|about):/u.test(address)) {
      misdeeds.outside.push(address);
    }
  });
  page.on("console", (message) => {
    if (message.type() === "error") misdeeds.complaints.push(message.text());
  });
  page.on("pageerror", (error) => misdeeds.complaints.push(error.message));
  page.on("requestfailed", (request) => {
    const address = request.url();
    // Leaving a page ends what it was still reading from its own memory.
    const isLeft =
      address.startsWith("blob:") && request.failure()?.errorText === "net::ERR_ABORTED";
    if (!isLeft) misdeeds.complaints.push(`failed: ${address}`);
  });
  return misdeeds;
}

interface Found {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

async function findBrowser(): Promise<Found> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  const own = process.env["CHROMIUM_PATH"];
  if (own !== undefined && own !== "") return { executablePath: own, env: inherited };
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("The packaged browser is for Linux on x64: set CHROMIUM_PATH to a Chromium.");
  }
  const folder = await unpack();
  const executablePath = join(folder, "chromium");
  const env = { ...inherited, FONTCONFIG_FILE: join(folder, "fonts.conf") };
  const libraries = join(folder, "al2023", "lib");
  // The system's own libraries are the better ones where they are complete.
  const complete = await run(executablePath, ["--version"], { env }).then(
    () => true,
    () => false,
  );
  const paths = [inherited["LD_LIBRARY_PATH"], libraries].filter((one) => one !== undefined);
  return { executablePath, env: complete ? env : { ...env, LD_LIBRARY_PATH: paths.join(":") } };
}

/** Unpacks the browser once per version; several test runs may do so at the same time. */
async function unpack(): Promise<string> {
  const require = createRequire(import.meta.url);
  const manifest = join(require.resolve("@sparticuz/chromium"), "..", "..", "package.json");
  const { version } = require(manifest) as { version: string };
  const folder = join(tmpdir(), `tradespec-chromium-${version}`);
  if (await exists(join(folder, "fonts.conf"))) return folder;
  const own = await mkdtemp(`${folder}-`);
  const script = `
    import chromium, { inflate } from "@sparticuz/chromium";
    await chromium.executablePath();
    await inflate(${JSON.stringify(join(manifest, "..", "bin", "al2023.tar.br"))});
  `;
  // The package unpacks into whatever folder is the temporary one.
  await run(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, TMPDIR: own },
  });
  await writeFile(join(own, "fonts.conf"), fontsConfiguration(folder));
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }));
  return folder;
}

function fontsConfiguration(folder: string): string {
  const folders = ["/usr/share/fonts", "/usr/local/share/fonts", join(folder, "fonts")];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((one) => `  <dir>${one}</dir>`).join("\n")}
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
