/** What `npm run contract` and `npm run record` share: the server that they call. */

import { createCompleter } from "../../testing/fixture-server/lenient.ts";
import type { ContractTarget } from "../../testing/suite/run.ts";
import { refuseValue } from "../shared/command-line.ts";
import {
  ownStreamUrl,
  readBaseUrl,
  readKeys,
  readStreamUrl,
  socketClass,
} from "../shared/exchange.ts";
import { givenSpec } from "../shared/given-spec.ts";

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
    if (streamUrl !== undefined) refuseValue("--stream-url needs --base-url.");
    if (trade) refuseValue("--trade needs --base-url.");
    return undefined;
  }
  const keys = readKeys();
  if (trade && keys.apiKey === undefined) {
    refuseValue("--trade needs an API key; set TRADESPEC_KEY and TRADESPEC_SECRET.");
  }
  const target = {
    baseUrl: readBaseUrl(baseUrl),
    ...(streamUrl !== undefined && { streamUrl: readStreamUrl(streamUrl) }),
    ...keys,
    WebSocket: socketClass,
  };
  await checkReachable(target);
  return target;
}

/** The streams at the server's own address, if there are any and no others are given. */
export async function ownStreams({
  baseUrl,
  streamUrl,
}: ContractTarget): Promise<Pick<ContractTarget, "streamUrl">> {
  if (streamUrl !== undefined) return {};
  const url = ownStreamUrl(baseUrl);
  const problem = await openingProblem(url);
  const found = problem === undefined;
  const end = found ? "the scenarios with streams use it" : `${problem}; see --stream-url`;
  process.stderr.write(`Streams at ${url}: ${end}.\n`);
  return found ? { streamUrl: url } : {};
}

/** How long a server may take for the first response, in milliseconds. */
const firstResponseMs = 10_000;

/** Fails early with one message, instead of one for each scenario. */
async function checkReachable({ baseUrl, streamUrl }: ContractTarget): Promise<void> {
  // Any response will do; the scenarios report what is wrong with it.
  await fetch(baseUrl, { signal: AbortSignal.timeout(firstResponseMs) }).catch((error: Error) =>
    exitUnreachable(baseUrl, describeCause(error)),
  );
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

/** A sandbox; what fails inside of it goes to standard error. */
export async function startSandboxTarget(): Promise<() => ContractTarget> {
  const { sandboxTarget } = await import("../../testing/suite/sandbox-target.ts");
  const report = (text: string): void => void process.stderr.write(`sandbox: ${text}\n`);
  const given = givenSpec();
  const complete = given && { complete: createCompleter(given.documents) };
  return () => sandboxTarget({ report, ...complete });
}
