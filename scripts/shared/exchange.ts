/** What commands that call an exchange read: its addresses, API keys, and a class of sockets. */

import { WebSocket as PackageSocket } from "ws";

import { keyText, secretText } from "../../runtime/check-options.ts";
import type { StreamSocketClass } from "../../runtime/streams/types.ts";
import { refuseValue } from "./command-line.ts";

/** Where a sandbox on this machine listens, unless it is given another port. */
export const sandboxUrl = "http://127.0.0.1:9700";

/** Node 20 has no WebSocket of its own. */
export const socketClass = (globalThis.WebSocket ?? PackageSocket) as unknown as StreamSocketClass;

/** API key and secret of the environment; exits 2 if one of them is missing or malformed. */
export function readKeys(): { readonly apiKey?: string; readonly apiSecret?: string } {
  const { TRADESPEC_KEY: apiKey, TRADESPEC_SECRET: apiSecret } = process.env;
  if (apiKey === undefined && apiSecret === undefined) return {};
  if (apiKey === undefined || apiSecret === undefined) {
    return refuseValue("One of TRADESPEC_KEY and TRADESPEC_SECRET is not set; set both or none.");
  }
  const issues = [keyText(apiKey, "TRADESPEC_KEY"), secretText(apiSecret, "TRADESPEC_SECRET")];
  for (const { message } of issues.flat()) refuseValue(message);
  return { apiKey, apiSecret };
}

/** The address of an exchange; exits 2 for another. */
export function readBaseUrl(text: string): string {
  return readAddress("base-url", text, sandboxUrl);
}

/** The address of the streams, by default with the path /stream; exits 2 for another. */
export function readStreamUrl(text: string): string {
  const url = readAddress("stream-url", text, "ws://127.0.0.1:9700/stream");
  const { pathname, origin } = new URL(url);
  return pathname === "/" ? `${origin}/stream` : url;
}

/** Where the streams of an exchange are, if they are at its own address. */
export function ownStreamUrl(baseUrl: string): string {
  return readStreamUrl(new URL(baseUrl).origin.replace(/^http/u, "ws"));
}

/** An address with the protocol of the example, or its secure form: only an origin and a path. */
function readAddress(option: string, text: string, example: string): string {
  const [scheme = ""] = example.split(":");
  const { protocol = "", href, origin, pathname } = URL.canParse(text) ? new URL(text) : {};
  const isPlain = href === `${origin}${pathname}`;
  const isFit = isPlain && [`${scheme}:`, `${scheme}s:`].includes(protocol);
  if (isFit) return text.replace(/(?<!\/)\/+$/u, "");
  return refuseValue(`--${option} is no plain address; give one like ${example}.`);
}
