/** What a change of one place comes to, there (>) and back (<), as whole lines (diff-lines.txt). */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Json, JsonObject } from "../../../generators/contract/model.ts";
import { diff } from "../../../generators/diff/diff.ts";

/** The document, the place, its value before and after (- for none), and what is reported. */
const changes = readFileSync(join(import.meta.dirname, "diff-lines.txt"), "utf8").trim();

/** What both documents have beside the place that changes. */
const given: JsonObject = {
  "x-security-types": {
    types: {
      A: { requires: ["k"] },
      B: { requires: ["k", "s"] },
      C: { requires: ["s"] },
      D: { requires: ["k", "z"] },
    },
  },
  components: {
    schemas: {
      A: { description: "a", maximum: 5, minimum: 1 },
      B: { description: "b", maximum: 4, minimum: 0 },
    },
    parameters: { p: { name: "p", in: "query", required: true } },
  },
  channels: {
    received: { messages: { h: { payload: { $ref: "#/components/schemas/H" } } } },
    sent: { messages: { t: { payload: { $ref: "#/components/schemas/T" } } } },
    both: {
      messages: {
        u: { payload: { $ref: "#/components/schemas/U" } },
        v: { payload: { $ref: "#/components/schemas/V" } },
      },
    },
  },
  operations: {
    report: { action: "send", channel: { $ref: "#/channels/sent" } },
    send: {
      action: "send",
      channel: { $ref: "#/channels/both" },
      messages: [{ $ref: "#/channels/both/messages/u" }],
    },
  },
};

function withValue(base: Json | undefined, path: readonly string[], text: string): Json {
  const [name = "", ...rest] = path;
  const own = { ...(base as JsonObject) };
  if (rest.length > 0) return { ...own, [name]: withValue(own[name], rest, text) };
  return text === "-" ? own : { ...own, [name]: JSON.parse(text) as Json };
}

/** The same changes, with what is really reported. */
function reported(): string {
  const rows = changes.split("\n").filter((line) => /^\w/.test(line));
  return rows
    .flatMap((row) => {
      const [, document = "", path = "", before = "", after = ""] =
        /^(\w+) (\S+) (.*) \| (.*)$/.exec(row) ?? [];
      const [old, now] = [before, after].map((text) => {
        const root = withValue(given, path.split("."), text);
        return { openapi: {}, asyncapi: {}, [document]: root };
      });
      if (old === undefined || now === undefined) throw new Error(row);
      const line = (mark: string, one: typeof old, other: typeof old) =>
        diff(one, other).map(({ impact, concerns, subject, what, why }) => {
          const whom = concerns === "nobody" ? "" : ` for ${concerns}`;
          return `  ${mark} ${impact}${whom}: ${subject}: ${what}; ${why}`;
        });
      return [row, ...line(">", old, now), ...line("<", now, old)];
    })
    .join("\n");
}

test("each change of a place is reported as a whole line, there and back", () => {
  expect(reported()).toBe(changes);
});
