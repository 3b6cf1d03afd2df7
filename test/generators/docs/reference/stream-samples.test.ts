/** The code beside each stream: it is there, and it prints what the sandbox sends. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createClient } from "../../../../generated/index.ts";
import { streamSamples } from "../../../../generators/docs/reference/stream-samples.ts";
import { type RunningSandbox, startSandbox } from "../../../../sandbox/index.node.ts";
import { withPaths } from "../../../support/code-samples.ts";
import { contract, pages } from "../../../support/contract-pages.ts";
import { newFolder } from "../../../support/folder.ts";
import { isMissing } from "../../../support/parts.ts";

const rows = contract.channels.map((channel) => ({
  id: channel.id,
  ...streamSamples(channel, contract),
}));

/** The first Python that has the library; Debian's packages are for Debian's own. */
const python = ["python3", "/usr/bin/python3"].find(
  (command) => spawnSync(command, ["-c", "import websockets"]).status === 0,
);
const noPython = isMissing("python3-websockets", python !== undefined);

const keys = { TRADESPEC_KEY: "sandbox-key-of-alice", TRADESPEC_SECRET: "sandbox-secret-of-alice" };

let sandbox: RunningSandbox;
const folder = newFolder();

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});

afterAll(() => sandbox.close());

test("every stream has its code, and a recorded message, on its page", () => {
  expect(rows.length).toBeGreaterThan(5);
  for (const { id, typescript, python } of rows) {
    const page = pages.get(`streams/${id}.html`)?.markdown ?? "";
    for (const code of [typescript, python]) expect(page).toContain(code.trim());
    if (id !== "control") expect(page).toContain('"stream": ');
  }
});

test("the code in TypeScript prints what the sandbox sends", async () => {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const { id, typescript } of rows) {
    const code = withPaths(withAddress(typescript)).replace(
      "console.log(",
      `console.log("${id}", `,
    );
    await writeFile(join(folder, `${id}.ts`), code);
  }
  const imports = rows.map(({ id }) => `import(${JSON.stringify(join(folder, `${id}.ts`))});`);
  const program = ["--input-type=module", "--eval", imports.join("\n")];
  await expectOutput(spawn(process.execPath, program, { env: { ...process.env, ...keys } }));
});

test.skipIf(noPython)("the code in Python prints what the sandbox sends", async () => {
  const codes = rows.map(({ id, python }) => [
    id,
    withAddress(python).replace("print(", `print("${id}", `),
  ]);
  const program = `import json, threading
for id, code in json.loads(${JSON.stringify(JSON.stringify(codes))}):
    program = compile(code, id, "exec")
    threading.Thread(target=exec, args=(program, {"__name__": "__main__"})).start()
`;
  const env = { ...process.env, ...keys, PYTHONUNBUFFERED: "1" };
  await expectOutput(spawn(python ?? "", ["-c", program], { env }));
});

/** Trades until each stream has printed something. */
async function expectOutput(child: ChildProcess): Promise<void> {
  const waiting = new Set(rows.map(({ id }) => id));
  const errors: string[] = [];
  child.stderr?.on("data", (text) => errors.push(`${text}`));
  const ended = once(child, "exit");
  if (child.stdout === null) throw new Error("The program has no output.");
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [id = "", ...words] = line.split(" ");
    if (words.length > 0) waiting.delete(id);
  });
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    apiKey: keys.TRADESPEC_KEY,
    apiSecret: keys.TRADESPEC_SECRET,
  });
  const buying = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.001" } as const;
  try {
    await expect
      .poll(
        async () => {
          await client.placeOrder(buying);
          return { waiting: [...waiting], errors };
        },
        { interval: 250, timeout: 60_000 },
      )
      .toEqual({ waiting: [], errors: [] });
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** The code with the address of the sandbox that runs here. */
function withAddress(code: string): string {
  return code.replaceAll("127.0.0.1:9700", new URL(sandbox.baseUrl).host);
}
