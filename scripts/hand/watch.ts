/** `npx tradespec watch`: trades, and the account's orders and balances, as they change. */

import { createStreams } from "../../generated/stream-client.ts";
import { watchUserData } from "../../generated/user-data.ts";
import { readCommandLine, refuseValue } from "../shared/command-line.ts";
import { ownStreamUrl, readBaseUrl, readStreamUrl, socketClass } from "../shared/exchange.ts";
import { onEnd } from "../shared/lifetime.ts";
import { connect, connectHelp, connectOptions, hasKeys, orExit, toJson } from "./connect.ts";
import { tradeText, userText } from "./event-text.ts";

const help = `
Usage: npx tradespec watch SYMBOL... [options]

Prints each trade until Ctrl-C; with an API key, also changes of the account's orders and balances.

  --stream-url URL address of the streams (default that of the exchange, with the path /stream)
${connectHelp}`;

const { values, positionals: symbols } = readCommandLine(
  help,
  { ...connectOptions, "stream-url": { type: "string" } },
  "words",
);
if (symbols.length === 0) refuseValue("Give at least one symbol after watch.");
const { "base-url": baseUrl, "stream-url": streamUrl } = values;
const streams = createStreams({
  url: streamUrl === undefined ? ownStreamUrl(readBaseUrl(baseUrl)) : readStreamUrl(streamUrl),
  WebSocket: socketClass,
  onEvent: (notice) => {
    if (notice.kind !== "disconnected") return;
    const { reason, code, retryMs } = notice;
    sayFailed(reason || `the connection was closed with code ${code}`, retryMs);
  },
});
const client = connect(baseUrl);
await orExit(follow());

async function follow(): Promise<void> {
  const sources = { client, streams, symbols };
  const userData = !hasKeys()
    ? undefined
    : watchUserData({
        ...sources,
        onNotice: (notice) => {
          if (notice.kind === "failed") sayFailed(notice.error.message, notice.retryMs);
        },
      });
  onEnd(async () => {
    await userData?.close();
    streams.close();
  });
  await Promise.all([
    printAll(streams.trade(symbols), tradeText),
    ...(userData === undefined ? [] : [printAll(userData, userText)]),
  ]);
}

/** Says what is tried again; the last failure ends the command. */
function sayFailed(reason: string, retryMs: number | undefined): void {
  if (retryMs !== undefined) process.stderr.write(`${reason}\n`);
}

async function printAll<Event>(events: AsyncIterable<Event>, text: (event: Event) => string) {
  for await (const event of events) {
    const line = values.json ? toJson(event) : text(event);
    if (line !== "") process.stdout.write(`${line}\n`);
  }
}
