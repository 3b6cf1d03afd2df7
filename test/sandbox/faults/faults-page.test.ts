/** The tables of docs/faults.md are vocabulary and switches; `--update` writes them. */

import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { robustClients, sandboxSchemas } from "../../../generated/sandbox.ts";
import type { JsonSchema } from "../../../runtime/encoding/json-schema.ts";
import type { FaultKind } from "../../../sandbox/faults/kinds.ts";
import { presets } from "../../../sandbox/page/faults/presets.ts";

const page = "docs/faults.md";
const headings = {
  RequestFault: "Requests",
  EventFault: "Stream messages",
  OpeningFault: "New stream connections",
} as const;
const conditions = {
  RequestMatch: "Of requests",
  EventMatch: "Of messages",
  OpeningMatch: "Of connections",
};

const schemas: Readonly<Record<string, JsonSchema>> = sandboxSchemas;
const schema = (name: string): JsonSchema => schemas[name] ?? {};
const cell = (text = "") => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;

/** Fields by name, those that may be absent with a question mark. */
function fieldsOf({ properties = {}, required = [] }: JsonSchema): string {
  const names = Object.keys(properties).filter((name) => name !== "fault");
  return names.map((name) => `\`${name}${required.includes(name) ? "" : "?"}\``).join(", ");
}

function faultRow(kind: JsonSchema): string {
  const name = String(kind.properties?.["fault"]?.const);
  const preset = Object.values(presets)
    .flat()
    .find(({ rule }) => rule.fault === name);
  const example = JSON.stringify(preset?.rule).replaceAll(/("[\w-]+":|,(?="))/g, "$1 ");
  const does = robustClients[name as FaultKind];
  const tested = `${does.charAt(0).toUpperCase()}${does.slice(1)}`;
  return row(`\`${name}\``, kind.description ?? "", fieldsOf(kind), `\`${example}\``, tested);
}

function faultTable(name: keyof typeof headings): string {
  const head =
    "| fault | what happens | fields | example | what a robust client does |\n|---|---|---|---|---|";
  return [`## ${headings[name]}\n`, head, ...(schema(name).oneOf ?? []).map(faultRow)].join("\n");
}

function conditionTable(): string {
  const rows = Object.entries(conditions).map(([name, what]) =>
    row(what, fieldsOf(schema(name)).replaceAll("?", ""), schema(name).description ?? ""),
  );
  const occurrence = Object.entries(schema("Occurrence").properties ?? {}).map(([name, field]) =>
    row("Of all", `\`${name}\``, field.description ?? field.title ?? schema("Moment").title ?? ""),
  );
  return [
    "## Conditions in `when`\n",
    "| | fields | which |\n|---|---|---|",
    ...rows,
    ...occurrence,
  ].join("\n");
}

test("docs/faults.md has each fault with its fields, an example, and what it tests", async () => {
  const [own] = (await readFile(page, "utf8")).split(/(?<=<!-- tables -->\n)/);
  const tables = (Object.keys(headings) as (keyof typeof headings)[]).map(faultTable);
  const text = `${own}\n${[...tables, conditionTable()].join("\n\n")}\n`;
  expect(text).not.toContain("undefined");
  await expect(text).toMatchFileSnapshot(`../../../${page}`);
});
