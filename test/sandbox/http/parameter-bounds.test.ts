/**
 * Every parameter of every operation, from the OpenAPI document: what lies outside its bounds is
 * refused by the sandbox with an error of the interface, and by the client before
 * anything is sent; what lies on them is no failure.
 */

import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createClient, InvalidRequestError } from "../../../generated/index.ts";
import type { OperationId } from "../../../generated/operations.ts";
import { signing } from "../../../generated/signing.ts";
import { type Answer, foreignClient } from "../support/foreign-client.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly example: unknown;
  readonly schema: Schema;
  readonly "x-above-maximum"?: string;
  readonly "x-only-with"?: readonly string[];
}

interface Operation {
  readonly operationId: OperationId;
  readonly parameters?: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const document = JSON.parse(readFileSync("generated/documents/openapi.json", "utf8")) as OpenApi;

/** The object with what its reference leads to. */
function resolved<Node extends { readonly $ref?: string }>(node: Node): Node {
  if (node.$ref === undefined) return node;
  const names = node.$ref.slice(2).split("/");
  const target = names.reduce<unknown>((all, name) => Reflect.get(all as object, name), document);
  return { ...resolved(target as Node), ...node, $ref: undefined };
}

type Fields = Readonly<Record<string, string>>;

interface Row {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  readonly security: readonly string[];
  readonly parameter: Parameter;
  readonly schema: Schema;
  /** The other fields that the request needs. */
  readonly others: Fields;
}

/** What a request needs beyond its required parameters. */
const needed: Readonly<Record<string, Fields>> = {
  getOrder: { orderId: "1" },
  cancelOrder: { orderId: "1" },
  placeOrder: { timeInForce: "GTC", quantity: "0.01", price: "30000" },
};

const rows = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]): Row[] => {
    const { operationId: id, security } = operation;
    const parameters = (operation.parameters ?? []).map(resolved);
    return parameters.map((parameter) => {
      const companions = parameter["x-only-with"] ?? [];
      const others = parameters
        .filter(({ name, required }) => required === true || companions.includes(name))
        .map(({ name, example }) => [name, String(example)]);
      return {
        id,
        method: method.toUpperCase(),
        path,
        security: security.flatMap(Object.keys),
        parameter,
        schema: resolved(parameter.schema),
        others: { ...Object.fromEntries(others), ...needed[id] },
      };
    });
  }),
);

const beyond64Bits = ["9223372036854775808", "-9223372036854775809", "9".repeat(40)];
const noNumbers = ["abc", "1e3", "0x10", "NaN", "null", "[1]", "1,5", "--1", "٣"];

/** Texts that a parameter does not take. */
function outside({ schema, parameter }: Row): readonly string[] {
  const { type, format, minimum = 0, maximum, pattern } = schema;
  const blank = ["", " ", "\0"];
  if (format === "decimal") {
    return [...blank, ...noNumbers, "-1", "-0", ".5", "1.", "1.2.3", "9".repeat(501)];
  }
  if (type === "integer" || type === "number") {
    const below = [`${minimum - 1}`, "-1", "-9223372036854775808"];
    const isRefused = maximum !== undefined && parameter["x-above-maximum"] === undefined;
    const above = isRefused ? [`${maximum + 1}`, "9223372036854775807"] : [];
    return [...blank, ...noNumbers, "1.5", ...below, ...above, ...beyond64Bits];
  }
  if (schema.enum !== undefined) return [...blank, "NOPE", "-1", "x".repeat(5000)];
  const longest = Number(/\{1,(\d+)\}/.exec(pattern ?? "")?.[1]);
  return [...blank, "a\0b", "x".repeat(longest + 1)];
}

/** Texts on the bounds, which may be refused for another reason but never fail. */
function onBounds({ schema }: Row): readonly string[] {
  const { type, format, minimum, maximum, pattern } = schema;
  if (format === "decimal") return ["0", "0.0", "9".repeat(500), `0.${"0".repeat(498)}1`];
  if (type === "integer" || type === "number") {
    return [`${minimum}`, maximum === undefined ? "9223372036854775807" : `${maximum}`];
  }
  if (schema.enum !== undefined) return schema.enum;
  const longest = Number(/\{1,(\d+)\}/.exec(pattern ?? "")?.[1]);
  return ["a", "x".repeat(longest)];
}

const { sandbox, alice, signed, open } = foreignClient();

/** Sends a row's request with one value. */
function send({ method, path, security, parameter, others }: Row, text: string): Promise<Answer> {
  // No budget is used up.
  sandbox.clock?.advance(60_000);
  const fields = { ...others, [parameter.name]: text };
  if (security.includes("Signature")) {
    const timestamp = { [signing.timestamp]: sandbox.exchange.now() };
    const query = { ...others, ...timestamp, [parameter.name]: text };
    return signed({ method, path, query });
  }
  const key = security.length === 0 ? undefined : alice.apiKey;
  return open(`${path}?${new URLSearchParams(fields)}`, method, key);
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 30));

describe("the sandbox", () => {
  for (const row of rows) {
    test(`${row.id} refuses what is outside the bounds of ${row.parameter.name}`, async () => {
      for (const text of outside(row)) {
        const { status, body } = await send(row, text);
        expect([status, body], shown(text)).toEqual([
          400,
          expect.objectContaining({ code: expect.any(Number), msg: expect.any(String) }),
        ]);
      }
      for (const text of onBounds(row)) {
        const { status, body } = await send(row, text);
        expect([200, 400, 401], `${shown(text)} ${JSON.stringify(body)}`).toContain(status);
      }
    });
  }
});

/** A text as a user of the client would give it. */
function typedValue({ schema }: Row, text: string): unknown {
  if (schema.format === "decimal" || !/^-?[0-9]+$/.test(text)) return text;
  if (schema.type !== "integer" && schema.type !== "number") return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

describe("the client", () => {
  for (const row of rows.filter(({ parameter }) => parameter.name !== signing.timestamp)) {
    test(`${row.id} does not send what is outside the bounds of ${row.parameter.name}`, async () => {
      const sent: string[] = [];
      const client = createClient({
        baseUrl: "http://127.0.0.1:1",
        apiKey: alice.apiKey,
        apiSecret: alice.apiSecret,
        fetch: (url) => {
          sent.push(String(url));
          return Promise.reject(new Error("nothing is sent"));
        },
      });
      const call = client[row.id] as (fields: object) => Promise<unknown>;
      const others = Object.entries(row.others).filter(([name]) => name !== signing.timestamp);
      const typed = others.map(([name, text]) => {
        const other = rows.find(({ id, parameter }) => id === row.id && parameter.name === name);
        return [name, other === undefined ? text : typedValue(other, text)];
      });
      for (const text of outside(row)) {
        const fields = {
          ...Object.fromEntries(typed),
          [row.parameter.name]: typedValue(row, text),
        };
        await expect(call(fields), shown(text)).rejects.toThrow(InvalidRequestError);
      }
      expect(sent).toEqual([]);
    });
  }
});
