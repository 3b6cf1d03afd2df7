/**
 * Changes a request after the client has signed it: the only way to send what a correct client
 * refuses. Signs it again, unless key or signature are what is changed.
 */

import { signing } from "../../generated/tables.ts";
import { keyHeader } from "../recordings/call-recording.ts";
import { allFields, readRequest, type SentRequest } from "../recordings/conversation.ts";
import { formatPairs, formType, type Pair } from "../recordings/fields.ts";
import type { RequestChange } from "../scenarios/scenario.ts";

/** A well-formed key. */
const unknownKey = "unknownunknownunknownunknownunknownunknownunknownunknownunknown0";

/** Returns the request to send instead of the client's. */
export async function changeRequest(
  request: Request,
  change: RequestChange,
  secret: string,
): Promise<Request> {
  const sent = await readRequest(request);
  if (change.kind === "key") {
    return rebuild(request, sent, change.value === "absent" ? null : unknownKey);
  }
  const changed = changeFields(sent, change);
  return rebuild(request, change.kind === "signature" ? changed : await sign(changed, secret));
}

function changeFields(
  sent: SentRequest,
  change: Exclude<RequestChange, { readonly kind: "key" }>,
): SentRequest {
  switch (change.kind) {
    case "signature":
      if (change.value === "absent") return withoutSignature(sent);
      return mapValues(sent, (name, value) => (name === signing.signature ? wrong(value) : value));
    case "timestamp":
      return mapValues(sent, (name, value) =>
        name === signing.timestamp ? String(Number(value) + change.offsetMs) : value,
      );
    case "toBody": {
      const moves = ([name]: Pair): boolean => change.names.includes(name);
      const query = sent.query.filter((pair) => !moves(pair));
      return { ...sent, query, form: [...sent.form, ...sent.query.filter(moves)] };
    }
    case "fields": {
      const { drop = [], set = {}, repeat = [], addToBody = {} } = change;
      const left = filterFields(sent, ([name]) => !drop.includes(name));
      const kept = mapValues(left, (name, value) => set[name] ?? value);
      const known = new Set(allFields(sent).map(([name]) => name));
      const added = Object.entries(set).filter(([name]) => !known.has(name));
      const again = allFields(kept).filter(([name]) => repeat.includes(name));
      const form = [...kept.form, ...Object.entries(addToBody)];
      return { ...kept, query: [...kept.query, ...added, ...again], form };
    }
  }
}

function filterFields(sent: SentRequest, keeps: (pair: Pair) => boolean): SentRequest {
  return { ...sent, query: sent.query.filter(keeps), form: sent.form.filter(keeps) };
}

function mapValues(sent: SentRequest, map: (name: string, value: string) => string): SentRequest {
  const change = ([name, value]: Pair): Pair => [name, map(name, value)];
  return { ...sent, query: sent.query.map(change), form: sent.form.map(change) };
}

function withoutSignature(sent: SentRequest): SentRequest {
  return filterFields(sent, ([name]) => name !== signing.signature);
}

/** A well-formed signature that differs in every digit. */
function wrong(signature: string): string {
  return signature.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}

/**
 * Signs a changed request again, by the documented rule and without the client's signer, so that
 * each proves the other.
 */
async function sign(sent: SentRequest, secret: string): Promise<SentRequest> {
  if (!allFields(sent).some(([name]) => name === signing.signature)) return sent;
  const bare = withoutSignature(sent);
  const textOf = (pairs: readonly Pair[]): string =>
    pairs.map(([name, value]) => `${name}=${value.trim()}`).join("&");
  const text = textOf(bare.query) + textOf(bare.form);
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const usages = ["sign"] as const;
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, usages);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
  const signature = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { ...bare, query: [...bare.query, [signing.signature, signature]] };
}

/** `key`: another API key, or `null` for none. */
function rebuild(request: Request, sent: SentRequest, key?: string | null): Request {
  const url = new URL(request.url);
  url.search = formatPairs(sent.query);
  const headers = new Headers(request.headers);
  if (key !== undefined) headers.delete(keyHeader);
  if (typeof key === "string") headers.set(keyHeader, key);
  const body = sent.form.length > 0 ? formatPairs(sent.form) : sent.text;
  if (body === "") {
    headers.delete("content-type");
    return new Request(url, { method: request.method, headers });
  }
  if (sent.form.length > 0) headers.set("content-type", formType);
  return new Request(url, { method: request.method, headers, body });
}
