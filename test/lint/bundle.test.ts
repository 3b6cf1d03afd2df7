/** The rules of the bundle: one document that passes, and one edit that fails at a known path. */

import { readFile } from "node:fs/promises";

import { load } from "js-yaml";
import { expect, test } from "vitest";

import { findInBundle, readRules } from "../../scripts/lint/spectral.ts";

const rules = readRules("spec/lint/bundle.yaml");

const failure = { description: "It failed.", headers: { "X-USED": {} } };

const good = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Small exchange", version: "v1", description: "Small." },
  paths: {
    "/api/v1/time": {
      get: {
        operationId: "getTime",
        security: [],
        responses: {
          200: {
            description: "The time.",
            headers: { "X-USED": { $ref: "#/components/headers/X-USED" } },
            content: { "application/json": { schema: { type: "object" } } },
          },
          ...{ 400: failure, 403: failure, 429: failure, 503: failure },
        },
      },
    },
  },
  "x-limits": { exceeded: { status: 429 }, repeated: { status: 403 } },
  components: { headers: { "X-USED": { schema: { type: "integer" } } } },
});

const rows = [
  {
    rule: "reference-stays-inside",
    edit: ["#/components/headers/X-USED", "headers.yaml#/X-USED"],
    path: "paths./api/v1/time.get.responses.200.headers.X-USED.$ref",
  },
  {
    rule: "operation-has-a-security-requirement",
    edit: ['"security":[],', ""],
    path: "paths./api/v1/time.get",
  },
  ...["400", "403", "429", "503"].map((status) => ({
    rule: "operation-lists-every-outcome",
    edit: [`"${status}":`, '"408":'] as const,
    path: "paths./api/v1/time.get.responses",
  })),
  {
    rule: "response-is-typed",
    edit: ['"schema":{"type":"object"}', ""],
    path: "paths./api/v1/time.get.responses.200.content.application/json",
  },
] as const;

for (const {
  rule,
  edit: [from, to],
  path,
} of rows) {
  test(`${rule}: ${from}`, async () => {
    const passing = await findInBundle(await rules, good);
    expect(passing.filter((one) => one.rule === rule)).toEqual([]);
    expect(good).toContain(from);
    const failing = await findInBundle(await rules, good.replace(from, to));
    const hits = failing.filter((one) => one.rule === rule);
    expect(hits.map((one) => one.path.join("."))).toEqual([path]);
  });
}

test("every rule of the bundle has a row", async () => {
  const text = await readFile("spec/lint/bundle.yaml", "utf8");
  const written = Object.entries((load(text) as { rules: Record<string, unknown> }).rules)
    .filter(([, rule]) => typeof rule === "object")
    .map(([name]) => name);
  expect(new Set(rows.map(({ rule }) => rule))).toEqual(new Set(written));
});
