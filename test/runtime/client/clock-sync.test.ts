/** The client's clock against a sandbox: read beside the calls. */

import { expect, test } from "vitest";

import { createWorld } from "../../support/world.ts";

const isTime = ({ path }: { readonly path: string }) => path.endsWith("/time");

test("the call that reads the time beside it is sent before the reading", async () => {
  const at = createWorld();
  await at.client().getAccount();
  expect(at.requests.map(({ path }) => path)).toEqual(["/api/v1/account", "/api/v1/time"]);
});

test("reading without a signature asks for no time while little is used", async () => {
  const at = createWorld();
  const exchange = at.client();
  for (let turn = 0; turn < 20; turn += 1) await exchange.getDepth({ symbol: "BTCUSDT" });
  expect(at.requests.filter(isTime)).toEqual([]);
});
