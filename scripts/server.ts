/** What `npm run contract` and `npm run record` share: the server they call, and the documents. */

import { readFile } from "node:fs/promises";

import type { ContractTarget } from "../testing/suite/run.ts";
import { refuseValue } from "./command-line.ts";
import { packageFile } from "./package-root.ts";

/** The options that name a server. */
export const serverOptions = {
  "base-url": { type: "string" },
  "stream-url": { type: "string" },
  trade: { type: "boolean", default: false },
} as const;

/** The server that the options name, with keys from the environment; exits 2 for no address. */
export function readServer(values: {
  readonly "base-url"?: string;
  readonly "stream-url"?: string;
}): ContractTarget | undefined {
  const { "base-url": baseUrl, "stream-url": streamUrl } = values;
  if (baseUrl === undefined) {
    if (streamUrl === undefined) return undefined;
    return refuseValue("--stream-url stands alone; give the server's --base-url with it.");
  }
  if (!/^https?:$/u.test(URL.parse(baseUrl)?.protocol ?? "")) {
    return refuseValue(`--base-url is "${baseUrl}"; give one like http://127.0.0.1:9700.`);
  }
  const { TRADESPEC_KEY: apiKey, TRADESPEC_SECRET: apiSecret } = process.env;
  return {
    baseUrl: baseUrl.replace(/\/+$/u, ""),
    ...(streamUrl !== undefined && { streamUrl: readStreamAddress(streamUrl) }),
    ...(apiKey !== undefined && { apiKey }),
    ...(apiSecret !== undefined && { apiSecret }),
  };
}

/** The URL of the streams, by default with the path /stream. */
function readStreamAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^wss?:$/u.test(url.protocol)) {
    return refuseValue(`--stream-url is "${text}"; give one like ws://127.0.0.1:9700/stream.`);
  }
  return url.pathname === "/" ? `${url.origin}/stream` : text.replace(/\/+$/u, "");
}

/** Both documents, as generated. */
export async function readDocuments(): Promise<{
  readonly openapi: unknown;
  readonly asyncapi: unknown;
}> {
  const [openapi, asyncapi] = await Promise.all(
    ["openapi.json", "asyncapi.json"].map(async (name): Promise<unknown> => {
      return JSON.parse(await readFile(packageFile("generated", "documents", name), "utf8"));
    }),
  );
  return { openapi, asyncapi };
}
