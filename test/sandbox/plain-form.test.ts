/** The short way through a form against the general one: where it answers, both read the same. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { operations } from "../../generated/operations.ts";
import { signing } from "../../generated/signing.ts";
import { signingText } from "../../runtime/signing/signature.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import {
  decodeRequest,
  planFields,
  requireFields,
  requireForm,
  wireTextWithout,
} from "../../sandbox/http/fields.ts";
import type { HttpRequest } from "../../sandbox/http/message.ts";
import { readPlainForm } from "../../sandbox/http/plain-form.ts";
import { Reached, runsOf } from "./support/runs.ts";

const { numRuns, timeoutMs } = runsOf({ commit: 20_000, gate: 1_000_000 });

const all: readonly OperationDescriptor[] = Object.values(operations);
const plans = all.map(planFields);

const order = "symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=0.001&price=1&timeInForce=GTC";
const readWhole: readonly (readonly [form: string, signed: string, signature: string])[] = [
  [`${order}&timestamp=1&signature=ab`, `${order}&timestamp=1`, "ab"],
  [`signature=ab&${order}&timestamp=1`, `${order}&timestamp=1`, "ab"],
  [`${order}&signature=ab&timestamp=1`, `${order}&timestamp=1`, "ab"],
];

test.each(readWhole)("%s is read the short way", (form, signed, signature) => {
  const plan = planFields(operations.placeOrder);
  for (const request of [requestOf(form, ""), requestOf("", form)]) {
    const { values, ...rest } = readPlainForm(plan, request) ?? {};
    expect(rest).toEqual({ signed, signature });
    expect(values).toMatchObject({ symbol: "BTCUSDT", quantity: "0.001", timestamp: 1 });
  }
});

const readOtherwise: readonly string[] = [
  "",
  order,
  `${order}&timestamp=1&signature=`,
  `${order}&timestamp=1&signature=a&signature=b`,
  `${order}&timestamp=1&&signature=a`,
  `${order}&timestamp=1&signature=a&`,
  `${order}&timestamp=%31&signature=a`,
  `${order}&timestamp=+1&signature=a`,
  `${order}&timestamp=1 &signature=a`,
  `${order}&timestamp=1&nothing=1&signature=a`,
  `${order}&timestamp=1&__proto__=1&signature=a`,
  `${order}&timestamp=1&price=2&signature=a`,
  `${order}&timestamp&signature=a`,
  `${order}&timestamp=1&=1&signature=a`,
  `${order}&timestamp=x&signature=a`,
];

test.each(readOtherwise)("%j is left to the general way", (form) => {
  expect(readPlainForm(planFields(operations.placeOrder), requestOf("", form))).toBeUndefined();
});

const values = ["BTCUSDT", "BUY", "LIMIT", "GTC", "0.001", "1", "5000", "FULL", "1m", "a_b-c"];
const spoilt = ["", "%31", "+1", "a=b", "1 ", "\0", "é", "\ud800", "1e5", "-1", "a&b"];
const joints = ["&", "&", "&", "&", "&", "&", "&", "&", "&&", ""];

test("both ways read alike", { timeout: timeoutMs }, () => {
  const reached = new Reached();
  const draws = fc.array(fc.nat(), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(draws, (numbers) => {
      const draw = (bound: number): number => (numbers.pop() ?? 0) % bound;
      const plan = plans[draw(plans.length)];
      if (plan === undefined) return;
      const names = [...plan.known.keys(), signing.signature];
      const form = (): string => {
        const sent = names.filter((name) => plan.required.includes(name) || draw(3) > 0);
        if (draw(4) === 0) sent.push(pick(draw, [...names, "other", "__proto__"]));
        const pairs = sent.map((name) => `${name}=${valueFor(plan, name, draw)}`);
        return pairs.join(draw(6) === 0 ? pick(draw, joints) : "&");
      };
      const places = draw(8);
      const request = requestOf(places > 3 ? form() : "", places < 4 || places === 7 ? form() : "");
      const plain = readPlainForm(plan, request);
      reached.add(plain === undefined ? "general" : "plain");
      if (plain === undefined) return;
      requireForm(request);
      const pairs = decodeRequest(request);
      expect(pairs.faults).toEqual([]);
      expect(requireFields(plan, pairs)).toEqual(plain.values);
      const signatures = [...pairs.query, ...pairs.body].filter(([name]) => {
        return plan.operation.signed && name === signing.signature;
      });
      expect(signatures.map(([, text]) => text)).toEqual(
        plan.operation.signed ? [plain.signature] : [],
      );
      if (!plan.operation.signed) return;
      expect(plain.signed).toBe(signingText(pairs.query, pairs.body, signing));
      expect(plain.signed).toBe(wireTextWithout(request, signing.signature));
    }),
    { numRuns },
  );
  expect(reached.missing(["plain", "general"])).toEqual([]);
});

type Draw = (bound: number) => number;

function valueFor(plan: (typeof plans)[number], name: string, draw: Draw): string {
  if (draw(24) === 0) return pick(draw, spoilt);
  const parameter = plan.known.get(name);
  if (parameter?.choices !== undefined) return pick(draw, parameter.choices);
  if (parameter?.kind === "boolean") return "true";
  return parameter === undefined || parameter.kind === "text" ? pick(draw, values) : "1";
}

function pick<Item>(draw: Draw, items: readonly Item[]): Item {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}

function requestOf(query: string, body: string): HttpRequest {
  return { method: "POST", path: "/", query, body, header: () => undefined, ip: "127.0.0.1" };
}
