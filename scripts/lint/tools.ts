import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire, getCompileCacheDir } from "node:module";
import { delimiter, dirname, join } from "node:path";

import { pointerNames } from "../../generators/contract/documents/json.ts";
import { packageFile } from "../shared/package-root.ts";
import { runnable } from "../shared/runnable.ts";
import { type Finding, type PathFinding, shownFile } from "./findings.ts";

const redoclyRules = packageFile("spec", "lint", "redocly.yaml");

/**
 * Lints a document with Redocly and our rules; `skip` names rules that do not apply to it. If
 * the tool gives no report, that is a finding, too.
 */
export async function findByRedocly(
  document: string,
  skip: readonly string[],
  run = runTool,
): Promise<readonly (Finding & PathFinding)[]> {
  const skipped = skip.flatMap((rule) => ["--skip-rule", rule]);
  const options = ["--max-problems", "1000", "--format", "json", "--config", redoclyRules];
  const { output } = await run("redocly", ["lint", document, ...options, ...skipped]);
  const report = readJson(output) as RedoclyReport | undefined;
  if (report === undefined) return [{ ...noReport("redocly", document, output), path: [] }];
  return report.problems.map(({ ruleId, message, location: [at] }) => ({
    file: shownFile(at?.source?.ref ?? document),
    line: at?.start?.line ?? 1,
    column: at?.start?.col ?? 1,
    rule: `redocly/${ruleId}`,
    message,
    path: pointerNames(at?.pointer ?? "#/"),
  }));
}

/**
 * Validates an AsyncAPI document with the AsyncAPI CLI, which stores its metrics setting in the
 * workplace and sends nothing. Errors and warnings are findings; hints of style are not.
 */
export async function findByAsyncapi(
  document: string,
  workplace: string,
  run = runTool,
): Promise<readonly Finding[]> {
  const args = ["validate", document, "--diagnostics-format", "json"];
  const { output } = await run("asyncapi", args, {
    ASYNCAPI_METRICS_CONFIG_PATH: `${workplace}/asyncapi-metrics`,
  });
  if (/ is valid!/u.test(output)) return [];
  const diagnostics = readJson(output) as readonly AsyncapiDiagnostic[] | undefined;
  if (diagnostics === undefined) return [noReport("asyncapi", document, output)];
  return diagnostics
    .filter(({ severity }) => severity <= 1)
    .map(({ source, range, code, message }) => ({
      file: shownFile(source ?? document),
      line: range.start.line + 1,
      column: range.start.character + 1,
      rule: `asyncapi/${code}`,
      message,
    }));
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly {
      readonly source?: { readonly ref: string };
      readonly pointer?: string;
      readonly start?: { readonly line: number; readonly col: number };
    }[];
  }[];
}

interface AsyncapiDiagnostic {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly source?: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** The JSON in a tool's output, which may have other lines around it. */
function readJson(output: string): unknown {
  const start = output.search(/^(?:\{|\[\s*[\]{])/mu);
  const end = Math.max(output.lastIndexOf("]"), output.lastIndexOf("}"));
  return start < 0 || end < start ? undefined : JSON.parse(output.slice(start, end + 1));
}

function noReport(tool: string, document: string, output: string): Finding {
  const said = output.replace(/\s+/gu, " ").trim().slice(0, 300);
  const message = `The tool gave no report on this document; it said: ${said}`;
  return { file: shownFile(document), line: 1, column: 1, rule: `${tool}/report`, message };
}

/** Settings that keep the tools from reporting usage and from looking for updates. */
const settings = {
  CI: "true",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SUPPRESS_NO_CONFIG_WARNING: "1",
  NODE_ENV: "development",
};

/**
 * Runs a command of a node_modules/.bin. Gives its output and exit code; rejects if it cannot run.
 */
export function runTool(
  tool: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly output: string; readonly code: number }> {
  const { file, args, shell } = runnable(pathOf(tool) ?? tool, words);
  // The tools start with the first `node` on the path, and need the one of this project.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  const kept = getCompileCacheDir();
  const cache = kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) };
  const env = { ...process.env, PATH, ...cache, ...settings, ...environment };
  const options = { env, maxBuffer: 64_000_000, shell };
  return new Promise((done, fail) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code !== "number") fail(error);
      else done({ output: stdout === "" ? stderr : stdout, code });
    });
  });
}

/** Whether a tool is installed; some are large, and a user may do without. */
export function hasTool(tool: string): boolean {
  return pathOf(tool) !== undefined;
}

/** A tool that a package manager put beside this package or above it. */
function pathOf(tool: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(tool) ?? [];
  return folders.map((folder) => join(folder, ".bin", tool)).find(existsSync);
}
