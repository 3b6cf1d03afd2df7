import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterAll, describe, expect, type TestContext, test } from "vitest";

import { signing } from "../../generated/signing.ts";
import { type KeyRecord, seededKeys } from "../../sandbox/config/accounts.ts";
import { newFolder } from "../support/folder.ts";
import { isMissing } from "../support/parts.ts";
import { killProcesses, type SandboxProcess, startProcess } from "./support/sandbox-process.ts";
import { units } from "./support/scenario.ts";

const folder = newFolder();
afterAll(killProcesses);

const [alice, bob] = seededKeys as [KeyRecord, KeyRecord];
type Trader = KeyRecord;

type OrderRecord = Readonly<
  Record<"clientOrderId" | "price" | "origQty" | "executedQty" | "status", string>
> & { readonly orderId: number };

type Where = readonly [running: SandboxProcess, books: Books, trader: Trader];

/** What was sent, and what was answered to it. */
interface Books {
  readonly intents: Set<string>;
  readonly acknowledged: Map<string, OrderRecord>;
  readonly canceled: Set<string>;
  /** All signatures that were sent. */
  readonly signatures: string[];
}

test("what was acknowledged outlives kill, SIGTERM and Ctrl-C under load", async () => {
  const args = ["--clock", "virtual", "--maker", "off", "--journal", join(folder, "journal")];
  const books = emptyBooks();
  let listenKey = "";
  let output = "";
  for (const [round, signal] of (["SIGKILL", "SIGKILL", "SIGTERM"] as const).entries()) {
    const running = await startProcess(args);
    if (round === 0) {
      ({ listenKey } = (await ask(running, books, alice, "POST", "/api/v1/listenKey"))[1]);
    }
    await expectKept(running, books);
    await move(running, 60_000);
    const target = books.acknowledged.size + 40 + Math.floor(Math.random() * 160);
    const end = load(running, books);
    await expect.poll(() => books.acknowledged.size, { interval: 1 }).toBeGreaterThan(target);
    const code = await running.end(signal);
    await end;
    expect(code).toBe(signal === "SIGTERM" ? 0 : null);
    output += running.output();
  }
  const last = await startProcess(args);
  await expectKept(last, books);
  const key = `/api/v1/listenKey?listenKey=${listenKey}`;
  expect((await ask(last, books, alice, "PUT", key))[0]).toBe(200);
  await sendSecrets(last, books, listenKey);
  expect(await last.end("SIGINT")).toBe(0);
  expectClean(output + last.output(), [listenKey, ...books.signatures.slice(0, 50)]);
});

test("a sandbox ends as after SIGTERM when nobody reads its log any more", async () => {
  const running = await startProcess([]);
  running.child.stdout?.destroy();
  const [ended] = [once(running.child, "exit"), await fetch(`${running.baseUrl}/api/v1/time`)];
  expect(await ended).toEqual([0, null]);
  expect(running.output()).not.toContain("EPIPE");
});

test("a disk that is full refuses orders, and what was taken is kept", async () => {
  const path = join(folder, "full");
  const args = ["--clock", "virtual", "--maker", "off", "--journal", path];
  // The first has a maker at work, which must not keep it from ending.
  expect(await (await startProcess([...args, "--maker", "on"])).end("SIGTERM")).toBe(0);
  const running = await startProcess(args, {
    fileBlocksMax: Math.ceil((statSync(path).size + 8192) / 512),
  });
  const books = emptyBooks();
  const codes: unknown[] = [];
  await move(running, 60_000);
  for (let count = 0; count < 60; count += 1) {
    const [, answer] = await place(running, books, alice, "BUY", "1400000.00", `full-${count}`);
    codes.push(answer.code);
  }
  expect(codes[0]).toBeUndefined();
  expect(codes.at(-1)).toBe(-1001);
  expect(books.acknowledged.size).toBeGreaterThan(5);
  await expectKept(running, books);
  expect(running.output()).toContain("the journal cannot be written");
  // With room again it goes on behind the last whole line.
  const makeRoom = ["--pid", String(running.child.pid), "--fsize=unlimited"];
  const hasRoom = !isMissing("prlimit", spawnSync("prlimit", makeRoom).status === 0);
  if (hasRoom) {
    const [status] = await place(running, books, alice, "BUY", "1400000.00", "room");
    expect(status).toBe(200);
  }
  expect(await running.end("SIGTERM")).toBe(0);
  const next = await startProcess(args);
  await expectKept(next, books);
  const taken = codes.filter((code) => code === undefined).length + (hasRoom ? 1 : 0);
  expect(books.acknowledged.size).toBe(taken);
  await next.end("SIGTERM");
});

describe("a command that runs against the sandbox", () => {
  /** Runs `npm run sandbox -- --port 0 --`, and returns the exit code and all output. */
  async function runWith(command: readonly string[], onOutput = (_: { kill: Kill }) => {}) {
    const args = ["scripts/sandbox.js", "--port", "0", "--", ...command];
    // Keys of an account that the user has elsewhere are not the sandbox's.
    const foreign = { TRADESPEC_KEY: "mine", TRADESPEC_SECRET: "mine" };
    const child = spawn(process.execPath, args, { env: { ...process.env, ...foreign } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text: Buffer) => {
        output += text.toString();
        onOutput({ kill: (signal) => child.kill(signal) });
      });
    }
    const [code] = (await once(child, "close")) as [number | null];
    return [code, output] as const;
  }
  type Kill = (signal: NodeJS.Signals) => void;

  const node = (script: string): string[] => [process.execPath, "-e", script];

  test.concurrent.for<
    readonly [name: string, command: readonly string[], code: number, output: string]
  >([
    ["that ends well", node("console.log(process.argv[1])").concat("--", "a b"), 0, "a b\n"],
    ["that fails", node("process.exitCode = 3"), 3, ""],
    ["that a signal ends", ["sh", "-c", "kill -KILL $$"], 137, ""],
    ["that is not there", ["no-such-command"], 127, "no-such-command cannot be run: "],
    ["that is not executable", ["./package.json"], 126, "./package.json cannot be run: "],
    ["that is missing", [], 2, "-- needs a command, such as npm test. See --help.\n"],
  ])("%s gives its exit code and nothing else", async ([, command, code, output], { expect }) => {
    const [ended, came] = await runWith(command);
    expect([ended, came.slice(0, output.length || undefined)]).toEqual([code, output]);
  });

  test.concurrent("has the addresses and the keys of a sandbox, which is gone after it", async ({
    expect,
  }) => {
    const script = `
      const { TRADESPEC_BASE_URL: url, ...env } = process.env;
      const time = await (await fetch(url + "/api/v1/time")).json();
      const socket = new WebSocket(env.TRADESPEC_STREAM_URL + "?streams=btcusdt@trade");
      await new Promise((resolve) => (socket.onopen = resolve));
      console.log(JSON.stringify([url, time.serverTime > 0, env.TRADESPEC_KEY, env.TRADESPEC_SECRET]));
      process.exit();
    `;
    const [code, output] = await runWith([process.execPath, "--input-type=module", "-e", script]);
    const [url = "", ...rest] = JSON.parse(output) as string[];
    expect([code, ...rest]).toEqual([0, true, alice.apiKey, alice.apiSecret]);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  test.concurrent.for(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "gets a %s",
    async (signal, { expect }) => {
      const script = `
      process.on("${signal}", () => process.exit(7));
      setInterval(() => {}, 1000);
      console.log("ready");
    `;
      expect(await runWith(node(script), ({ kill }) => kill(signal))).toEqual([7, "ready\n"]);
    },
  );
});

describe("a sandbox whose shell is killed", () => {
  const command = "node scripts/sandbox.js --port 0 --log json";

  /** Starts it by a shell that npm could have started. */
  function startIn(script: string, { onTestFinished }: TestContext) {
    const env = { ...process.env, npm_lifecycle_script: script };
    const started = ["-c", `"$0" ${command.slice("node ".length)}; true`, process.execPath];
    const shell = spawn("/bin/sh", started, { env, detached: true });
    onTestFinished(() => {
      try {
        process.kill(-(shell.pid ?? Number.NaN), "SIGKILL");
      } catch {
        // All processes of the group have ended.
      }
    });
    // Whoever still writes there keeps it open.
    return { shell, allEnded: once(shell.stdout, "close") };
  }

  type Row = readonly [name: string, script: string, signal: NodeJS.Signals, ends: boolean];
  const rows: readonly Row[] = [
    ["by npm run", command, "SIGTERM", true],
    ["by npm run without a warning", command, "SIGKILL", true],
    ["by npx", "tradespec", "SIGTERM", true],
    ["by a script with a redirection", `${command} > log 2>&1 && true`, "SIGTERM", true],
    ["by a script in the background", `${command} & sleep 1`, "SIGTERM", false],
    ["by another script", "./start-everything", "SIGTERM", false],
    ["without npm", "", "SIGTERM", false],
  ];

  test.concurrent.for(rows)("started %s", async ([, script, signal, ends], context) => {
    const { shell, allEnded } = startIn(script, context);
    const [line] = (await once(shell.stdout, "data")) as [Buffer];
    const [, url = ""] = /"started","text":"(\S+)/u.exec(line.toString()) ?? [];
    const time = `${url}/api/v1/time`;
    context.expect((await fetch(time)).status).toBe(200);
    shell.stdout.resume();
    shell.kill(signal);
    if (ends) await allEnded;
    else await setTimeout(1500);
    const isThere = await fetch(time).then(
      ({ ok }) => ok,
      () => false,
    );
    context.expect(isThere).toBe(!ends);
  });

  // Only Linux shows what became of the parent before.
  test.skipIf(process.platform !== "linux").concurrent.for(["tradespec", command])(
    "before it has started by %j",
    async (script, context) => {
      const { shell, allEnded } = startIn(script, context);
      shell.stdout.resume();
      await setTimeout(50);
      shell.kill();
      await allEnded;
    },
  );
});

/** Orders of both traders around one price, some canceled, until the process is gone. */
async function load(running: SandboxProcess, books: Books): Promise<void> {
  let count = books.intents.size;
  const work = async (worker: number): Promise<void> => {
    const trader = worker % 2 === 0 ? alice : bob;
    for (let turn = 0; turn < 120; turn += 1) {
      const side = (turn + worker) % 3 === 0 ? "SELL" : "BUY";
      const price = String(1_500_000 + ((turn * 7 + worker) % 10));
      const id = `order-${(count += 1)}`;
      await place(running, books, trader, side, `${price}.00`, id);
      if (turn % 5 === 0) await cancel(running, books, trader, id);
    }
  };
  await Promise.allSettled(Array.from({ length: 6 }, (_, worker) => work(worker)));
}

async function place(
  ...[running, books, trader, side, price, id]: readonly [...Where, string, string, string]
) {
  books.intents.add(id);
  const order = `symbol=BTCTHB&side=${side}&type=LIMIT&timeInForce=GTC&quantity=0.001`;
  const path = `/api/v1/order?${order}&price=${price}&newClientOrderId=${id}`;
  const answer = await ask(running, books, trader, "POST", path, true);
  if (answer[0] === 200) books.acknowledged.set(id, answer[1]);
  return answer;
}

async function cancel(running: SandboxProcess, books: Books, trader: Trader, id: string) {
  const path = `/api/v1/order?symbol=BTCTHB&origClientOrderId=${id}`;
  const [status] = await ask(running, books, trader, "DELETE", path, true);
  if (status === 200) books.canceled.add(id);
}

/** Every acknowledged order is there, and no other than was meant. */
async function expectKept(running: SandboxProcess, books: Books): Promise<void> {
  const seen = new Set<string>();
  for (const trader of [alice, bob]) {
    await move(running, 60_000);
    const all = "/api/v1/allOrders?symbol=BTCTHB&limit=1000";
    const [, orders] = await ask(running, books, trader, "GET", all, true);
    for (const order of orders as OrderRecord[]) {
      const { clientOrderId: id } = order;
      expect(books.intents.has(id), id).toBe(true);
      expect(seen.has(id), `${id} twice`).toBe(false);
      seen.add(id);
      const acknowledged = books.acknowledged.get(id);
      if (acknowledged === undefined) continue;
      const { orderId, price, origQty } = acknowledged;
      expect(order).toMatchObject({ orderId, price, origQty });
      expect(units(order.executedQty)).toBeGreaterThanOrEqual(units(acknowledged.executedQty));
      if (books.canceled.has(id)) expect(order.status).toBe("CANCELED");
      if (acknowledged.status === "FILLED") expect(order.status).toBe("FILLED");
    }
  }
  expect([...books.acknowledged.keys()].filter((id) => !seen.has(id))).toEqual([]);
}

/** Secrets at every place where somebody might put them. */
async function sendSecrets(running: SandboxProcess, books: Books, listenKey: string) {
  const { apiSecret: secret } = alice;
  for (const [method, path] of [
    ["GET", `/api/v1/depth?symbol=${secret}`],
    ["GET", `/api/v1/${secret}?listenKey=${listenKey}`],
    ["GET", `/${listenKey}`],
    ["DELETE", `/api/v1/listenKey?listenKey=${secret}`],
  ] as const) {
    await ask(running, books, alice, method, path);
  }
  const headers = { [signing.header]: secret, "User-Agent": secret };
  const init = { method: "POST", headers, body: `secret=${secret}` };
  await fetch(`${running.baseUrl}/api/v1/order?signature=${secret}`, init);
}

/** Every line is JSON, and holds no secret in any spelling. */
function expectClean(output: string, others: readonly string[]): void {
  const lines = output.trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as { event: string });
  const kinds = new Set(events.map(({ event }) => event));
  expect(kinds).toEqual(new Set(["started", "request", "closing", "fault"]));
  // Each kill is announced by the next process, and nothing else went wrong.
  for (const fault of events.filter(({ event }) => event === "fault")) {
    expect(JSON.stringify(fault)).toMatch(/It was not closed|The last line is incomplete/u);
  }
  expect(lines.length).toBeGreaterThan(150);
  const secrets = [
    ...seededKeys.flatMap(({ apiKey: key, apiSecret: secret }) => [key, secret]),
    ...others,
  ];
  for (const secret of secrets) {
    const bytes = Buffer.from(secret);
    const hex = bytes.toString("hex");
    const spellings = [
      secret,
      bytes.toString("base64").replace(/=+$/u, ""),
      bytes.toString("base64url"),
      hex,
      hex.replace(/../gu, "%$&"),
      [...secret].map((letter) => `\\u00${Buffer.from(letter).toString("hex")}`).join(""),
    ];
    for (const spelling of spellings) {
      expect(output.toLowerCase().includes(spelling.toLowerCase())).toBe(false);
    }
  }
  expect(output).not.toContain("symbol=");
}

async function ask(
  { baseUrl }: SandboxProcess,
  books: Books,
  { apiKey: key, apiSecret: secret }: Trader,
  method: string,
  path: string,
  isSigned = false,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the exchange sends
): Promise<[status: number, answer: any]> {
  let target = path;
  if (isSigned) {
    const fresh = `timestamp=${times.get(baseUrl)}&recvWindow=${signing.windowMsMax}`;
    const query = `${path.split("?")[1] ?? ""}&${fresh}`.replace(/^&/u, "");
    const signature = createHmac("sha256", secret).update(query).digest("hex");
    books.signatures.push(signature);
    target = `${path.split("?")[0]}?${query}&signature=${signature}`;
  }
  const response = await fetch(baseUrl + target, { method, headers: { [signing.header]: key } });
  return [response.status, await response.json()];
}

async function move({ baseUrl }: SandboxProcess, advanceMs: number): Promise<void> {
  const body = JSON.stringify({ command: "clock", advanceMs });
  const response = await fetch(`${baseUrl}/control`, { method: "POST", body });
  expect(response.status).toBe(200);
  times.set(baseUrl, ((await response.json()) as { readonly time: number }).time);
}

/** Time of each sandbox when it was last moved, in milliseconds. */
const times = new Map<string, number>();

function emptyBooks(): Books {
  return { intents: new Set(), acknowledged: new Map(), canceled: new Set(), signatures: [] };
}
