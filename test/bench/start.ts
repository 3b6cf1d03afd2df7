import { spawn } from "node:child_process";
import { get } from "node:http";
import { fileURLToPath } from "node:url";

import type { Comparison } from "./comparison.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bareServer =
  "require('node:http').createServer((_, r) => r.end('{}'))" +
  ".listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port) })";

/** From the command to the first answer: the sandbox alone against a server that does nothing. */
export const starting: Comparison = {
  title: "Start, until the first answer",
  rounds: 7,
  prepare: () => ({
    floor: "bare node:http",
    subjects: [
      { name: "bare node:http", run: () => firstAnswer(["-e", bareServer]) },
      {
        name: "sandbox",
        run: () => firstAnswer(["scripts/sandbox.js", "--port", "0"]),
        hold: "at most 500 ms; missed where Node alone takes more than 100",
      },
    ],
  }),
};

/** Starts a server, asks it as soon as it says where it is, and ends it. */
async function firstAnswer(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let told = "";
      child.stdout.on("data", (chunk: Buffer) => {
        told += chunk.toString();
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(told) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    await new Promise<void>((resolve, reject) => {
      get(`${address}/api/v1/time`, { agent: false }, (response) => {
        response.resume();
        response.on("end", () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`the first answer has status ${response.statusCode}`));
        });
      }).on("error", reject);
    });
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // In its own time: then Node keeps what it has compiled, as it does for everybody.
    child.kill("SIGINT");
    await ended;
  }
}
