/** What `npm run contract` and `npm run record` share: the server that they call. */

import { WebSocket as PackageSocket } from "ws";

import { createClient } from "../../generated/client.ts";
import { TimeoutError, TransportError } from "../../runtime/errors.ts";
import type { StreamSocketClass } from "../../runtime/streams/types.ts";
import type { ContractTarget } from "../../testing/suite/run.ts";
import { refuseValue } from "../shared/command-line.ts";

export const serverOptions = {
  "base-url": { type: "string" },
  "stream-url": { type: "string" },
  trade: { type: "boolean", default: false },
} as const;

/**
 * The server that the options name, with keys from the environment; exits 2 for wrong
 * options, and 1 if the server does not respond.
 */
export async function readServer(values: {
  readonly "base-url"?: string;
  readonly "stream-url"?: string;
  readonly trade: boolean;
}): Promise<ContractTarget | undefined> {
  const { "base-url": baseUrl, "stream-url": streamUrl, trade } = values;
  if (baseUrl === undefined) {
    if (streamUrl !== undefined) {
      refuseValue("--stream-url needs --base-url.");
    }
    if (trade) refuseValue("--trade needs --base-url.");
    return undefined;
  }
  const keys = readKeys();
  if (trade && keys.apiKey === undefined) {
    refuseValue("--trade needs an API key; set TRADESPEC_KEY and TRADESPEC_SECRET.");
  }
  const target = {
    baseUrl: readAddress("base-url", baseUrl, "http://127.0.0.1:9700").replace(/\/+$/u, ""),
    ...(streamUrl !== undefined && { streamUrl: readStreamAddress(streamUrl) }),
    ...keys,
    WebSocket: socketClass,
  };
  await checkReachable(target);
  return target;
}

/** API key and secret of the environment; exits 2 if one of them is missing. */
export function readKeys(): { readonly apiKey?: string; readonly apiSecret?: string } {
  const { TRADESPEC_KEY: apiKey, TRADESPEC_SECRET: apiSecret } = process.env;
  if (apiKey === undefined && apiSecret === undefined) return {};
  if (apiKey !== undefined && apiSecret !== undefined) return { apiKey, apiSecret };
  return refuseValue("One of TRADESPEC_KEY and TRADESPEC_SECRET is not set; set both or none.");
}

/** The streams at the server's own address, if there are any and no others are given. */
export async function ownStreams({
  baseUrl,
  streamUrl,
}: ContractTarget): Promise<Pick<ContractTarget, "streamUrl">> {
  if (streamUrl !== undefined) return {};
  const url = `${new URL(baseUrl).origin.replace(/^http/u, "ws")}/stream`;
  const problem = await openingProblem(url);
  const found = problem === undefined;
  const end = found ? "the scenarios with streams use it" : `${problem}; see --stream-url`;
  process.stderr.write(`Streams at ${url}: ${end}.\n`);
  return found ? { streamUrl: url } : {};
}

/** Node 20 has no WebSocket of its own. */
export const socketClass = (globalThis.WebSocket ?? PackageSocket) as unknown as StreamSocketClass;

/** How long a server may take for the first response, in milliseconds. */
const firstResponseMs = 10_000;

/** Fails early with one message, instead of one for each scenario. */
async function checkReachable({ baseUrl, streamUrl }: ContractTarget): Promise<void> {
  try {
    await createClient({ baseUrl, maxAttempts: 1, timeoutMs: firstResponseMs }).getTime();
  } catch (error) {
    // The scenarios report all other errors.
    if (error instanceof TransportError || error instanceof TimeoutError) {
      exitUnreachable(baseUrl, describeCause(error));
    }
  }
  if (streamUrl === undefined) return;
  const problem = await openingProblem(streamUrl);
  if (problem !== undefined) exitUnreachable(streamUrl, problem);
}

/** Why a stream connection does not open; `undefined` where it does. */
async function openingProblem(url: string): Promise<string | undefined> {
  const socket = new socketClass(url);
  const problem = await new Promise<string | undefined>((resolve) => {
    socket.addEventListener("open", () => resolve(undefined));
    socket.addEventListener("error", () => resolve("the connection is refused"));
    setTimeout(resolve, firstResponseMs, "it does not respond").unref();
  });
  socket.close();
  return problem;
}

function exitUnreachable(url: string, why: string): never {
  process.stderr.write(`${url} cannot be reached: ${why}. Is the server running there?\n`);
  process.exit(1);
}

function describeCause(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? describeCause(cause) : error.message.replace(/\.$/u, "");
}

/** The URL of the streams, by default with the path /stream. */
export function readStreamAddress(text: string): string {
  const url = readAddress("stream-url", text, "ws://127.0.0.1:9700/stream");
  const { pathname, origin } = new URL(url);
  return pathname === "/" ? `${origin}/stream` : url.replace(/\/+$/u, "");
}

/** An address with the protocol of the example, or its secure form; exits 2 for another. */
export function readAddress(option: string, text: string, example: string): string {
  const [protocol = ""] = example.split(":");
  const given = URL.canParse(text) ? new URL(text).protocol : "";
  if ([`${protocol}:`, `${protocol}s:`].includes(given)) return text;
  return refuseValue(`--${option} is "${text}"; give one like ${example}.`);
}
