/** Starts the sandbox exchange alone; see `--help`. */

import { startSandbox } from "../sandbox/main.node.ts";
import { readCommandLine, readPort, refuseValue } from "./command-line.ts";

const help = `
npm run sandbox -- [options]

Starts the sandbox exchange and runs until Ctrl-C.

  --port N         port to listen at (default 9700; 0 takes a free one)
  --host ADDRESS   address to listen at (default 127.0.0.1, this machine only)
  --seed TEXT      what the exchange begins with (default "tradespec")
  --clock KIND     "real", the machine's time (default), or "virtual", which begins at
                   2024-01-15 00:00 UTC and runs on from there
  --help           this text
`;

/** Where the virtual clock begins, in milliseconds. */
const virtualStart = Date.UTC(2024, 0, 15);

const { values } = readCommandLine(help, {
  port: { type: "string", default: "9700" },
  host: { type: "string", default: "127.0.0.1" },
  seed: { type: "string", default: "tradespec" },
  clock: { type: "string", default: "real" },
});

const port = readPort(values.port);
if (values.clock !== "real" && values.clock !== "virtual") {
  refuseValue(`--clock is "${values.clock}"; give "real" or "virtual".`);
}

const { seed, host } = values;
const clock = values.clock === "virtual" ? { now: runningFromStart() } : {};
const options = { port, host, seed, ...clock, report: (text: string) => console.error(text) };
const running = await startSandbox(options).catch((error: NodeJS.ErrnoException) =>
  refuse(
    error.code === "EADDRINUSE"
      ? `Port ${port} is taken; give another one, or 0 for any free one.`
      : `The sandbox cannot listen at ${host}, port ${port}: ${error.message}`,
  ),
);
tell();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    console.log("Closing; what is under way may end.");
    void running.close();
  });
}

function tell(): void {
  const { baseUrl, streamUrl, sandbox } = running;
  console.log("The sandbox exchange is running; end it with Ctrl-C.");
  console.log(`  REST     ${baseUrl}/api/v1/time`);
  console.log(`  streams  ${streamUrl}/stream?streams=btcusdt@trade`);
  console.log("Keys that are made up and worth nothing elsewhere:");
  for (const { account, key, secret } of sandbox.accounts) {
    console.log(`  ${account.padEnd(8)} key ${key}   secret ${secret}`);
  }
}

/** A clock that begins at a fixed moment and then keeps pace with the machine's. */
function runningFromStart(): () => number {
  const begin = performance.now();
  return () => virtualStart + Math.floor(performance.now() - begin);
}

function refuse(message: string): never {
  console.error(`${message} See --help.`);
  process.exit(1);
}
