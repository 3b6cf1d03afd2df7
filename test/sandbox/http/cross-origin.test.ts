/** Pages of other origins: what they may call where `cors` names them, and nothing else. */

import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { createSandbox } from "../../../sandbox/index.ts";

const origin = "http://app.example:5173";
let running: RunningSandbox;
beforeAll(async () => {
  const page = () => ({ status: 200, headers: {}, body: "secret" });
  const cors = [origin, "https://b.example", "http://C.example:80"];
  running = await startSandbox({ port: 0, cors, page });
});
afterAll(() => running.close());

/** A request of an origin, its status, and the origin that is allowed. */
const rows = `
  GET /api/v1/time http://app.example:5173 => 200 http://app.example:5173
  GET /api/v1/depth http://app.example:5173 => 400 http://app.example:5173
  POST /api/v1/time http://app.example:5173 => 405 http://app.example:5173
  GET /api/v1/time https://b.example => 200 https://b.example
  GET /api/v1/time http://c.example => 200 http://c.example
  GET /api/v1/time http://app.example => 200 null
  GET /api/v1/time https://app.example:5173 => 200 null
  GET /api/v1/time null => 200 null
  OPTIONS /api/v1/order http://app.example:5173 preflight => 204 http://app.example:5173
  OPTIONS /api/v1/order http://app.example:5173 => 405 http://app.example:5173
  OPTIONS /api/v1/order http://evil.example preflight => 405 null
  GET /control http://app.example:5173 => 403 null
  OPTIONS /control http://app.example:5173 preflight => 403 null
  GET / http://app.example:5173 => 403 null
  OPTIONS /unknown http://app.example:5173 preflight => 404 null`;

test.each(rows.trim().split("\n"))("%s", async (row) => {
  const [asked = "", want] = row.trim().split(" => ");
  const [method = "", path, from = "", preflight] = asked.split(" ");
  const request = new Request(`http://localhost${path}`, { method });
  request.headers.set("Origin", from);
  if (preflight) request.headers.set("Access-Control-Request-Method", "POST");
  const { status, headers } = await running.sandbox.handle(request, { ip: "127.0.0.1" });
  expect(`${status} ${headers.get("Access-Control-Allow-Origin")}`).toBe(want);
});

test("a preflight names the methods of its path, the key header, and no wildcard", async () => {
  const preflight = { "Access-Control-Request-Method": "POST", Origin: origin };
  const init = { method: "OPTIONS", headers: preflight };
  const { headers } = await fetch(`${running.baseUrl}/api/v1/order`, init);
  const methods = headers.get("Access-Control-Allow-Methods")?.split(", ").toSorted();
  expect(methods).toEqual(["DELETE", "GET", "POST"]);
  expect(headers.get("Access-Control-Allow-Headers")).toBe("X-MBX-APIKEY, Content-Type");
  expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
  expect(headers.get("Vary")).toBe("Origin");
});

test("a page may read the usage headers and Retry-After", async () => {
  const response = await fetch(`${running.baseUrl}/api/v1/time`, { headers: { Origin: origin } });
  const exposed = response.headers.get("Access-Control-Expose-Headers")?.split(", ") ?? [];
  expect(exposed).toContain("Retry-After");
  const usage = [...response.headers.keys()].filter((name) => name.startsWith("x-mbx-"));
  expect(exposed.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(usage));
});

test("without the option there is no word of it", async () => {
  const init = { headers: { Origin: origin } };
  const { headers } = await createSandbox().fetch("http://sandbox/api/v1/time", init);
  expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});
