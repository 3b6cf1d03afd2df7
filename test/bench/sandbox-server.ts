/** One server of the sandbox's measurements, in a process of its own; see `sandbox-http.ts`. */

import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { signing } from "../../generated/signing.ts";
import { startSandbox } from "../../sandbox/index.node.ts";

/** What the process that measures may ask; each question gets one message back. */
export type Question = { readonly kind: "cpu" } | { readonly kind: "clock"; readonly now: number };

const [kind = "bare", body = "{}"] = process.argv.slice(2);
const headers = {
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": Buffer.byteLength(body),
};

let now = 0;
const port = kind === "sandbox" ? await sandbox() : await floor(kind === "hmac");
process.on("message", (question: Question) => {
  if (question.kind === "clock") now = question.now;
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.on("disconnect", () => process.exit());
process.send?.(port);

/** The whole exchange, whose clock stands until the measuring process moves it. */
async function sandbox(): Promise<number> {
  now = Date.now();
  const running = await startSandbox({ port: 0, now: () => now });
  return running.port;
}

/** A bare server with one answer, that may check a signature first. */
async function floor(checks: boolean): Promise<number> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      if (checks) {
        const [signed, given = ""] = text.split("&signature=");
        const secret = String(request.headers[signing.header.toLowerCase()]).replace(
          "key",
          "secret",
        );
        const wanted = createHmac("sha256", secret)
          .update(signed ?? "")
          .digest("hex");
        if (wanted !== given) return response.writeHead(400).end();
      }
      response.writeHead(200, headers);
      return response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
