import { execFile } from "node:child_process";
import { delimiter, dirname, relative, resolve } from "node:path";

import type { Finding } from "./finding.ts";

/** Environment in which the tools talk to nobody and keep to themselves. */
const quiet = {
  CI: "true",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SUPPRESS_NO_CONFIG_WARNING: "1",
  NODE_ENV: "development",
};

/**
 * Runs Redocly's linter on a document by redocly.yaml; `skip` names rules that make no sense for
 * it. A tool that gives no report is a finding of its own.
 */
export async function findByRedocly(
  document: string,
  skip: readonly string[] = [],
): Promise<readonly PointedFinding[]> {
  const skipped = skip.flatMap((rule) => ["--skip-rule", rule]);
  const options = ["--max-problems", "1000", "--format", "json", "--config", "redocly.yaml"];
  const output = await run("redocly", ["lint", document, ...options, ...skipped], {});
  const report = readJson<{ problems: readonly RedoclyProblem[] }>(output, "{");
  if (report === undefined) return [{ ...silent("redocly", document, output), path: [] }];
  return report.problems.map(({ ruleId, message, location: [at] }) => ({
    file: fromRoot(at?.source?.ref ?? document),
    line: at?.start?.line ?? 1,
    column: at?.start?.col ?? 1,
    rule: `redocly/${ruleId}`,
    message,
    path: (at?.pointer ?? "#/").split("/").slice(1).map(unescaped),
  }));
}

/** A finding that also knows its path inside the document that was linted. */
export interface PointedFinding extends Finding {
  readonly path: readonly string[];
}

/**
 * Validates one AsyncAPI document with the AsyncAPI tool, which keeps its note about metrics in
 * the folder given and sends none. Hints of style are left to the rulesets; errors and warnings
 * are findings.
 */
export async function findByAsyncapi(
  document: string,
  notesFolder: string,
): Promise<readonly Finding[]> {
  const output = await run("asyncapi", ["validate", document, "--diagnostics-format", "json"], {
    ASYNCAPI_METRICS_CONFIG_PATH: `${notesFolder}/asyncapi-metrics`,
  });
  if (/ is valid!/u.test(output)) return [];
  const diagnostics = readJson<readonly AsyncapiDiagnostic[]>(output, "[");
  if (diagnostics === undefined) return [silent("asyncapi", document, output)];
  return diagnostics
    .filter(({ severity }) => severity <= 1)
    .map(({ source, range, code, message }) => ({
      file: fromRoot(source ?? document),
      line: range.start.line + 1,
      column: range.start.character + 1,
      rule: `asyncapi/${code}`,
      message,
    }));
}

interface RedoclyProblem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly {
    readonly source?: { readonly ref: string };
    readonly pointer?: string;
    readonly start?: { readonly line: number; readonly col: number };
  }[];
}

interface AsyncapiDiagnostic {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly source?: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

/** What a tool of ours prints, whatever its exit code: findings make it exit with 1. */
function run(
  tool: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const path = resolve("node_modules", ".bin", tool);
  // The tools start by whichever `node` comes first on the path, and need the one of this project.
  const path24 = `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  const env = { ...process.env, PATH: path24, ...quiet, ...environment };
  return new Promise((settle, fail) => {
    const options = { env, maxBuffer: 64_000_000, shell: process.platform === "win32" };
    execFile(path, args, options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number") fail(error);
      else settle(stdout === "" ? stderr : stdout);
    });
  });
}

/** The JSON in a tool's output, which may have lines of talk around it. */
function readJson<Report>(output: string, opening: "{" | "["): Report | undefined {
  const start = output.search(opening === "{" ? /^\{/mu : /^\[\s*(\{|\])/mu);
  const end = output.lastIndexOf(opening === "{" ? "}" : "]");
  return start < 0 || end < start
    ? undefined
    : (JSON.parse(output.slice(start, end + 1)) as Report);
}

function silent(tool: string, document: string, output: string): Finding {
  const said = output.replace(/\s+/gu, " ").trim().slice(0, 300);
  const message = `The tool gave no report on this document; it said: ${said}`;
  return { file: fromRoot(document), line: 1, column: 1, rule: `${tool}/report`, message };
}

function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function fromRoot(path: string): string {
  return relative(process.cwd(), resolve(path)).replaceAll("\\", "/");
}
