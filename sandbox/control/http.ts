/** The control endpoint: for the keeper on this machine, and for no page of another origin. */

import { scanJson } from "../../runtime/encoding/json-scan.ts";
import type { HttpAnswer, HttpRequest } from "../http/message.ts";
import type { Sandbox } from "../index.ts";
import { jsonText } from "../json.ts";
import { ShapeError } from "./shape.ts";
import { controlState } from "./state.ts";

/** Where the endpoint is: `GET` shows the state, `POST` takes a command or a list of them. */
export const controlPath = "/control";

/** Answers a request at `controlPath`; never rejects. */
export async function answerKeeper(sandbox: Sandbox, request: HttpRequest): Promise<HttpAnswer> {
  const stranger = strangeness(request);
  if (stranger !== undefined) return refusal(403, stranger);
  if (request.method === "GET") return told(controlState(sandbox));
  if (request.method !== "POST") {
    const { headers, ...rest } = refusal(405, "this path takes GET and POST only.");
    return { ...rest, headers: { ...headers, Allow: "GET, POST" } };
  }
  const read = readJson(request.body);
  if (read.kind === "fault") return refusal(400, `the body is no JSON: ${read.message}.`);
  try {
    return told((await sandbox.control(read.value)) ?? null);
  } catch (error) {
    if (error instanceof ShapeError) return refusal(400, error.sentence);
    sandbox.venue.report(`a command failed: ${error instanceof Error ? error.message : error}`);
    return refusal(500, "the command failed; see the log of the sandbox.");
  }
}

/** Why somebody is not the keeper; `undefined` for the keeper. */
function strangeness({ ip, header }: HttpRequest): string | undefined {
  if (!isLoopback(ip)) return "the sandbox takes commands from its own machine only.";
  const host = header("host");
  // A name of somebody else's may be made to point here, and a page there to ask for it.
  if (host !== undefined && !isLoopback(host.replace(/:\d+$/, ""))) {
    return "the Host is no name of this machine.";
  }
  const origin = header("origin");
  if (origin !== undefined && origin !== `http://${host}`) {
    return "the request comes from a page of another origin.";
  }
  return undefined;
}

const loopback = /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

function isLoopback(address: string): boolean {
  return loopback.test(address);
}

type ReadJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "fault"; readonly message: string };

/** Reads JSON as it stands; of text that is none, tells line and column, and none of the text. */
export function readJson(text: string): ReadJson {
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch {
    const scanned = scanJson(text);
    if (scanned.kind !== "fault") return { kind: "fault", message: "it cannot be read" };
    const lines = text.slice(0, scanned.offset).split("\n");
    const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
    return { kind: "fault", message: `${scanned.reason} at ${place}` };
  }
}

const jsonType = { "Content-Type": "application/json; charset=utf-8" } as const;

function told(value: unknown): HttpAnswer {
  return { status: 200, headers: jsonType, body: jsonText(value) };
}

function refusal(status: number, message: string): HttpAnswer {
  return { status, headers: jsonType, body: jsonText({ message }) };
}
