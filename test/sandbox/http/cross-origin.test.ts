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

const preflight = { "Access-Control-Request-Method": "POST" };

/** What a request from an origin gets: its status, and the headers that browsers look at. */
async function ask(path: string, method = "GET", from = origin, headers = {}) {
  const request = new Request(`http://localhost${path}`, { method });
  for (const [name, value] of Object.entries({ ...headers, Origin: from })) {
    request.headers.set(name, value);
  }
  const response = await running.sandbox.handle(request, { ip: "127.0.0.1" });
  const { status } = response;
  return [status, response.headers.get("Access-Control-Allow-Origin")];
}

const rows: readonly (readonly [given: Parameters<typeof ask>, want: unknown])[] = [
  [["/api/v1/time"], [200, origin]],
  [["/api/v1/depth"], [400, origin]],
  [
    ["/api/v1/time", "POST"],
    [405, origin],
  ],
  [
    ["/api/v1/time", "GET", "https://b.example"],
    [200, "https://b.example"],
  ],
  [
    ["/api/v1/time", "GET", "http://c.example"],
    [200, "http://c.example"],
  ],
  [
    ["/api/v1/time", "GET", "http://app.example"],
    [200, null],
  ],
  [
    ["/api/v1/time", "GET", "https://app.example:5173"],
    [200, null],
  ],
  [
    ["/api/v1/time", "GET", "null"],
    [200, null],
  ],
  [
    ["/api/v1/order", "OPTIONS", origin, preflight],
    [204, origin],
  ],
  [
    ["/api/v1/order", "OPTIONS", origin],
    [405, origin],
  ],
  [
    ["/api/v1/order", "OPTIONS", "http://evil.example", preflight],
    [405, null],
  ],
  [["/control"], [403, null]],
  [
    ["/control", "OPTIONS", origin, preflight],
    [403, null],
  ],
  [["/"], [403, null]],
  [
    ["/unknown", "OPTIONS", origin, preflight],
    [404, null],
  ],
];

test.each(rows)("%j gets %j", async (given, want) => {
  expect(await ask(...given)).toEqual(want);
});

test("a preflight names the methods of its path, the key header, and no wildcard", async () => {
  const { headers } = await fetch(`${running.baseUrl}/api/v1/order`, {
    method: "OPTIONS",
    headers: { ...preflight, Origin: origin },
  });
  expect(headers.get("Access-Control-Allow-Methods")?.split(", ").toSorted()).toEqual([
    "DELETE",
    "GET",
    "POST",
  ]);
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
