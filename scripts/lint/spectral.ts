import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { getRuleset } from "@stoplight/spectral-cli/dist/services/linter/utils/getRuleset.js";
import type { IRuleResult } from "@stoplight/spectral-core";
import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralResolver from "@stoplight/spectral-ref-resolver";

import { type Finding, type PathFinding, shownFile } from "./findings.ts";

type Rules = Awaited<ReturnType<typeof getRuleset>>;

/** Reads a ruleset. Rejects an invalid one with the line of the problem. */
export function readRules(path: string): Promise<Rules> {
  return getRuleset(resolve(path));
}

/** Lints files with a ruleset; findings behind a `$ref` name the file of the target. */
export async function findInFiles(
  rules: Rules,
  files: readonly string[],
): Promise<readonly Finding[]> {
  const spectral = new spectralCore.Spectral({ resolver: spectralResolver.httpAndFileResolver });
  spectral.setRuleset(rules);
  const findings: Finding[] = [];
  for (const file of files) {
    const path = resolve(file);
    const text = await readFile(path, "utf8");
    const document = new spectralCore.Document(text, spectralParsers.Yaml, path);
    const results = await spectral.run(document, { ignoreUnknownFormat: true });
    findings.push(
      ...results.filter((one) => isOfThisFile(one, path)).map((one) => toFinding(one, path)),
    );
  }
  return findings;
}

/** Lints one bundled document, as JSON text, with a ruleset. */
export async function findInBundle(rules: Rules, text: string): Promise<readonly PathFinding[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(rules);
  const results = await spectral.run(new spectralCore.Document(text, spectralParsers.Json));
  return results.map(({ path, code, message }) => ({ path, rule: String(code), message }));
}

/** A broken reference of another file is reported when that file is linted. */
function isOfThisFile({ code, source }: IRuleResult, path: string): boolean {
  return code !== "invalid-ref" || source === undefined || source === path;
}

function toFinding({ source, range, code, message }: IRuleResult, path: string): Finding {
  return {
    file: shownFile(source ?? path),
    line: range.start.line + 1,
    column: range.start.character + 1,
    rule: String(code),
    message,
  };
}
