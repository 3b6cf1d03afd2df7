/** A contract that names fields and streams in its own way, on a sandbox: by their roles. */

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

const project = resolve(import.meta.dirname, "../..");
let [base, folder] = ["", ""];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "roles-"));
  folder = await copied("generators/template", edits);
  await writeFile(join(folder, "scenarios/names.yaml"), scenarios);
});

async function copied(from: string, changes: readonly (readonly string[])[]) {
  const copy = join(base, from);
  await cp(join(project, from), copy, { recursive: true });
  for (const [path = "", old = "", now = ""] of changes) {
    const text = await readFile(join(copy, path), "utf8");
    expect(text).toContain(old);
    await writeFile(join(copy, path), text.replaceAll(old, now));
  }
  return copy;
}

afterAll(() => (process.env["KEEP"] ? undefined : rm(base, { recursive: true, force: true })));

const assumed = `time-security: { gap: Credentials of the time., section: '1', kind: assumed,
  choice: None., check: { name: security, needs: probe }, source: none, confidence: own }
`;

const edits = [
  ["parameters.yaml", "  name: quantity", "  name: amount\n  x-role: quantity"],
  ["parameters.yaml", "  name: orderId", "  name: number\n  x-role: orderId"],
  ["rules/orderRules.yaml", "[quantity", "[amount"],
  ["filters/LOT_SIZE.yaml", "value: quantity", "value: amount"],
  ["filters/LOT_SIZE.yaml", "order: { quantity", "order: { amount"],
  ["schemas/Order.yaml", "symbol, orderId,", "symbol, number,"],
  ["schemas/Order.yaml", "orderId: { $ref: Id.yaml,", "number: { $ref: Id.yaml, x-role: orderId,"],
  ["schemas/Order.yaml", "price, quantity]", "price, size]"],
  ["schemas/Order.yaml", "  quantity:", "  size:"],
  ["events/channels/depth.yaml", "x-stream:", "x-role: depth\nx-stream:"],
  ["schemas/Envelope.yaml", "[code, msg]", "[errorCode, msg]"],
  ["schemas/Envelope.yaml", "  code:", "  errorCode:"],
  ["rules/envelope.yaml", "code: code", "code: errorCode"],
  ["asyncapi.yaml", "  depth: {", "  changes: {"],
  ["rules/connection.yaml", "name: streams", "name: topics"],
  ["asyncapi.yaml", "#/channels/depth", "#/channels/changes"],
  ["rules/bookSync.yaml", "channel: depth", "channel: changes"],
  ["rules/bookSync.yaml", "bids: b,", "bids: buyers,"],
  ["events/payloads/DepthUpdate.yaml", "u, b, a]", "u, buyers, a]"],
  ["events/payloads/DepthUpdate.yaml", "  b:\n", "  buyers:\n    x-role: b\n"],
  ...["cancelOrder", "getOrder", "placeOrder"].flatMap((id) => [
    [`examples/${id}.default.yaml`, "  orderId:", "  number:"],
    [`examples/${id}.default.yaml`, "\n  quantity:", "\n  size:"],
  ]),
  ["examples/placeOrder.default.yaml", "    quantity:", "    amount:"],
  ["paths/time.yaml", "x-security: NONE", "x-security: { type: NONE, x-assumed: time-security }"],
  ["limits.yaml", "counts: weight\n    per: ip", "counts: orders\n    per: account"],
  ["limits.yaml", "carriedBy: everyResponse", "carriedBy: orderResponses"],
  ["assumptions.yaml", "order-placed-time:", `${assumed}order-placed-time:`],
] as const;

const wholeEdits = [
  ["events/payloads/DepthUpdate.yaml", "E, s, U, u,", "time, s, first, final,"],
  ["events/payloads/DepthUpdate.yaml", "  E: {", "  time: { x-role: E,"],
  ["events/payloads/DepthUpdate.yaml", "  U: {", "  first: { x-role: U,"],
  ["events/payloads/DepthUpdate.yaml", "  u: {", "  final: { x-role: u,"],
  ["events/depthUpdate.yaml", "U, u]", "first, final]"],
  ["rules/bookSync.yaml", ": U", ": first"],
  ["rules/bookSync.yaml", ": u", ": final"],
  ["rules/bookSync.yaml", "time: E", "time: time"],
  ["rules/bookSync.yaml", "s.u", "s.final"],
  ["rules/bookSync.yaml", "&& u", "&& final"],
  ["events/payloads/ExecutionReport.yaml", "  X: {", "  state: { x-role: X,"],
  ["events/payloads/ExecutionReport.yaml", "  x: {", "  what: { x-role: x,"],
  ["events/executionReport.yaml", "x, w", "what, w"],
  ["rules/userData.yaml", "status: X", "status: state"],
  ["rules/connection.yaml", "amount: 5", "amount: 2"],
] as const;

const scenarios = `
- id: placeOrder.named
  summary: An order that rests
  fields: { symbol: BTCUSDT, side: BUY, type: LIMIT, amount: '0.5', price: '99.00',
    clientOrderId: named }
  expect: { kind: success, shows: { status: NEW, size: '0.50000000', clientOrderId: named } }
- id: placeOrder.step
  summary: An order between two steps of the filter of amounts
  fields: { symbol: BTCUSDT, side: BUY, type: LIMIT, amount: '0.000001', price: '99.00' }
  expect: { kind: error, code: ORDER_REFUSED }
- id: getOrder.named
  summary: The order by its number
  fields: { symbol: BTCUSDT, number: { from: placeOrder.named, property: number } }
  expect: { kind: success, shows: { status: NEW, size: '0.50000000', clientOrderId: named } }
- id: cancelOrder.named
  summary: The order by the id that it was given
  fields: { symbol: BTCUSDT, clientOrderId: { from: getOrder.named, property: clientOrderId } }
  expect: { kind: success, shows: { status: CANCELED, size: '0.50000000' } }
`;

async function command(...words: readonly string[]): Promise<string> {
  const program = join(project, "scripts/tradespec-generator.ts");
  const run = promisify(execFile)(process.execPath, [program, ...words, "--spec", folder]);
  const { stdout, stderr } = await run.catch((error: Awaited<typeof run>) => error);
  return stdout === "" ? stderr : stdout;
}

test("its own rows and the package's, with messages of its streams", async () => {
  const report = await command("contract", "--sandbox", "--reporter", "json");
  const { rows } = JSON.parse(report);
  expect(report).toMatch(/"kind":\s*"code",[^}]*"touched":\s*[1-9]/);
  expect(report).toMatch(/"placeOrder 200 X-USED-WEIGHT",[^}]*"touched":\s*[1-9]/);
  const ended = rows.map(({ id, outcome }: Record<string, string>) => `${id} ${outcome}`);
  const own = ["placeOrder.named", "placeOrder.step", "getOrder.named", "cancelOrder.named"];
  const others = ["depth.default", "placeOrder.market", "getOrder.unknown"];
  const passed = [...own, ...others].map((id) => `${id} passed`);
  expect(ended).toEqual(expect.arrayContaining(passed));
  expect(ended.filter((each: string) => each.endsWith("failed"))).toEqual([]);
});

test("probes that it has the operations for, and only its own assumptions", async () => {
  const report = await command("contract", "--sandbox", "--probe", "--reporter", "json");
  const { deviations, refused, news, assumptions, messages } = JSON.parse(report);
  expect([...deviations, ...news]).toEqual([]);
  expect(JSON.stringify(refused)).toContain("the field price is sent twice");
  const ids = assumptions.map(({ id, verdict }: Record<string, string>) => `${id} ${verdict}`);
  expect(ids.slice(0, 2)).toEqual(["time-security unconfirmed", "order-placed-time untouched"]);
  expect([ids.length, messages > 100]).toEqual([5, true]);
});

test("of the package's contract the same is observed under other names", async () => {
  folder = await copied("spec", wholeEdits);
  const report = await command("contract", "--sandbox", "--probe", "--reporter", "json");
  const { deviations, news, assumptions } = JSON.parse(report);
  expect([...deviations, ...news]).toEqual([]);
  const named =
    /^(overlapping-depth-events|depth-(quantities|update-pace)|execution-report-payload)$/;
  const seen = assumptions.filter(({ id }: { id: string }) => named.test(id));
  const verdicts = seen.map(({ verdict }: { verdict: string }) => verdict);
  expect(verdicts).toEqual(Array(4).fill("unconfirmed"));
});
