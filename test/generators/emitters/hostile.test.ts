import ts from "typescript";
import { expect, test } from "vitest";

import type { Expression } from "../../../generators/contract/filters/model.ts";
import type { Contract, FilterRule } from "../../../generators/contract/model.ts";
import { emitters } from "../../../generators/emitters/index.ts";
import { finish } from "../../../generators/write/format.ts";
import { contractOf as contractOfSpec } from "../../support/contract-of.ts";
import * as given from "../../support/given.ts";

/** Texts that try to leave a comment, a string, a template or a line. */
const escapes: readonly string[] = [
  "*/ evil(); /*",
  '"; evil(); "',
  "'; evil(); '",
  "`; evil(); `",
  "${evil()}",
  "\nevil();\n",
  "\u2028evil();\u2029",
  "\r\nevil();",
  "]; evil(); [",
  "}\nevil();\n{",
  "// evil()",
  "@deprecated {@link evil}",
  "\u0000evil()\u001b",
  "//# sourceMappingURL=evil.map",
];

/** In one text each finds its own context, as the others stay text; the rest must stand alone. */
const hostile = [escapes.join(" "), escapes.join("\n"), "\\", "__proto__", "constructor"];

test.each(hostile)("%j stays text in every file", async (text) => {
  for (const { path, text: printed } of await files(contractOf(text))) {
    if (!path.endsWith(".ts")) continue;
    const parsed = ts.createSourceFile(path, printed, ts.ScriptTarget.Latest, true);
    expect({ path, ...faults(parsed) }).toEqual({ path, syntax: [], statements: [] });
  }
});

test("the same contract gives the same text", async () => {
  expect(await files(contractOf("text"))).toEqual(await files(contractOf("text")));
});

test("a message whose payload holds itself is printed", async () => {
  const payload = "events/payloads/DepthUpdate.yaml";
  const contract = contractOfSpec(
    [payload, "s: { type: string }", "s: { type: array, items: { $ref: '#' } }"],
    ["rules/bookSync.yaml", "symbol: s", "symbol: e"],
  );
  const printed = await files(contract);
  expect(printed.map(({ path }) => path)).toContain("descriptions.ts");
});

function files(contract: Contract) {
  const drafts = emitters.flatMap((emitter) =>
    emitter.emit(contract).map((draft) => ({ ...draft, emitter })),
  );
  return finish(drafts, {});
}

function faults(file: ts.SourceFile): { readonly syntax: unknown; readonly statements: unknown } {
  const { diagnostics } = ts.transpileModule(file.text, { reportDiagnostics: true });
  const statements: string[] = [];
  const visit = (node: ts.Node): void => {
    const isCall = ts.isCallExpression(node) && node.expression.getText(file) === "evil";
    if (isCall || (ts.isExpressionStatement(node) && node.parent === file)) {
      statements.push(node.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { syntax: diagnostics?.map(({ messageText }) => messageText), statements };
}

/** A contract that says the same text in every place that takes free text. */
function contractOf(text: string): Contract {
  const record = {
    kind: "record",
    additional: undefined,
    properties: [
      given.property(text, given.choice([text, "A"]), { description: text, assumed: text }),
      given.property("other", { kind: "literal", value: text }, { description: text }),
    ],
  } as const;
  const origin = given.origin("spec/a.yaml");
  const said = { description: text, origin } as const;
  return given.contract({
    schemas: [
      given.schema("Order", record, { description: text, assumed: text }),
      given.schema("Side", given.choice([text, "A"]), { description: text }),
      given.schema("Kline", {
        kind: "tuple",
        items: [{ name: text, schema: { kind: "list", items: record }, ...said }],
        rest: undefined,
      }),
    ],
    operations: [
      given.operation({
        id: "getOrder",
        summary: text,
        path: text,
        assumed: text,
        description: text,
        parameters: [
          given.parameter(text, {
            description: text,
            default: text,
            onlyWith: [text],
            assumed: text,
          }),
        ],
        responses: [{ schema: record, when: { parameter: text, is: "present" } }],
      }),
    ],
    channels: [
      given.channel({
        address: text,
        description: text,
        parameters: [{ name: text, letterCase: "lower" }],
        messages: [given.message({ payload: record, eventType: text, description: text })],
      }),
    ],
    filters: [
      given.filter({
        name: text,
        description: text,
        average: { minutes: text, zero: text },
        besides: { filter: text, assumed: text },
        values: [{ name: text, type: "text", alsoNamed: text }],
        vectors: [{ [text]: text }],
        rules: [
          given.rule({
            id: text,
            value: text,
            bound: { kind: "minimum", expression: text },
            from: text,
            disabledWhen: text,
            disabledAssumed: text,
            appliesWhen: text,
            appliesAssumed: text,
            assumed: text,
            trees: hostileTrees(text),
            ...said,
          }),
        ],
      }),
    ],
    errors: [{ code: 1, name: text, condition: text, advice: "stop", ...said }],
    limits: [
      {
        id: text,
        counts: "weight",
        per: "ip",
        windowMs: 1,
        amount: 1,
        header: text,
        carriedBy: "everyResponse",
        ...said,
      },
    ],
    orderStates: {
      states: [{ name: text, final: true, assumed: text }],
      transitions: [{ from: text, trigger: text, to: text, assumed: text }],
    },
    documents: {
      openapi: {
        openapi: "3.1.0",
        info: { title: text, version: "1" },
        paths: {},
        components: {
          schemas: {
            Order: {
              type: "object",
              description: text,
              properties: { [text]: { type: "string", enum: [text], description: text } },
            },
          },
        },
      },
      asyncapi: { asyncapi: "3.0.0", info: { title: text, version: "1" } },
    },
  });
}

/** Expressions that name, compare and hold the text. */
function hostileTrees(text: string): FilterRule["trees"] {
  const name: Expression = { kind: "name", type: "text", scope: "filter", name: text };
  const held: Expression = { kind: "text", type: "text", text };
  const amount: Expression = { kind: "name", type: "decimal", scope: "filter", name: text };
  const same: Expression = {
    kind: "comparison",
    type: "boolean",
    operator: "==",
    left: name,
    right: held,
  };
  return { value: amount, bound: amount, from: amount, disabledWhen: same, appliesWhen: same };
}
