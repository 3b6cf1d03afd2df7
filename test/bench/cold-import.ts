import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { unpackPackage } from "../support/package.ts";
import type { Comparison } from "./comparison.ts";

const execute = promisify(execFile);
const order = `{ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" }`;
const options = `baseUrl: process.argv[2], apiKey: "key", apiSecret: "secret"`;

/**
 * The time is taken before the end: there V8 may still compile undici's WebAssembly in the
 * background, which takes any program that has read three responses 40 ms more.
 */
const end = "process.stdout.write(String(performance.now()), () => process.exit());";

/** Programs that place one order and say how many milliseconds after their start they have it. */
const programs = {
  hand: `
    import { createHmac } from "node:crypto";
    const fields = { ...${order}, timestamp: String(Date.now()) };
    const query = new URLSearchParams(fields).toString();
    const signature = createHmac("sha256", "secret").update(query).digest("hex");
    const url = process.argv[2] + "/api/v1/order?" + query + "&signature=" + signature;
    const response = await fetch(url, { method: "POST", headers: { "X-MBX-APIKEY": "key" } });
    await response.json();
    ${end}`,
  core: `
    import { createClient, placeOrder } from "tradespec/core";
    await createClient({ ${options}, operations: { placeOrder } }).placeOrder(${order});
    ${end}`,
  whole: `
    import { createClient } from "tradespec";
    await createClient({ ${options} }).placeOrder(${order});
    ${end}`,
};

/** From the start of a process to its first order, with the installed package in a new process. */
export const coldImport: Comparison = {
  title: "Cold start of a program, until its first order",
  rounds: 25,
  warmUps: 3,
  prepare: async () => {
    const [{ project, close }, server] = await Promise.all([unpackPackage(), startServer()]);
    for (const [name, code] of Object.entries(programs)) {
      await writeFile(join(project, `${name}.js`), code);
    }
    const { port } = server.address() as AddressInfo;
    const run = async (name: keyof typeof programs): Promise<number> => {
      const args = [join(project, `${name}.js`), `http://127.0.0.1:${port}`];
      const { stdout } = await execute(process.execPath, args);
      return Number(stdout);
    };
    return {
      floor: "fetch by hand",
      subjects: [
        { name: "fetch by hand", measures: "itself", run: () => run("hand") },
        { name: "tradespec/core", measures: "itself", run: () => run("core"), hold: "at most 1.1" },
        { name: "tradespec", measures: "itself", run: () => run("whole"), hold: "at most 1.4" },
      ],
      finish: async () => {
        server.close();
        await close();
      },
    };
  },
};

/** A server that answers at once: the time, the recorded trading rules, or a filled order. */
async function startServer() {
  const { calls } = await loadRecordings("spec/examples");
  const bodyOf = (name: string) => calls.find((call) => call.name === name)?.value as object;
  const rules = bodyOf("getExchangeInfo.default");
  const filled = bodyOf("placeOrder.market");
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const clientOrderId = searchParams.get("newClientOrderId");
    const body = pathname.endsWith("/exchangeInfo")
      ? rules
      : pathname.endsWith("/time")
        ? { serverTime: Date.now() }
        : { ...filled, clientOrderId };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}
