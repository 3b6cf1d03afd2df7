/** From status and body text to a success or a failure, with or without the envelope. */

import { readJson } from "../encoding/json-exact.ts";
import type { EnvelopeDescriptor } from "../tables.ts";
import type { AnswerDecoder } from "./answer-shapes.ts";

/** What an answer says. */
export type ReadAnswer =
  | { readonly kind: "success"; readonly value: unknown }
  | {
      readonly kind: "failure";
      readonly code: number | undefined;
      readonly message: string | undefined;
    }
  | {
      readonly kind: "unreadable";
      readonly reason: string;
      /** JSON pointer to what is not as documented, in an answer that can be read as JSON. */
      readonly pointer?: string;
    };

/** What answers are read by. */
export interface AnswerRules {
  readonly envelope?: EnvelopeDescriptor | undefined;
  readonly decode?: AnswerDecoder | undefined;
  /** A response that is not as documented is no error. */
  readonly isLenient?: boolean | undefined;
}

/**
 * Reads an answer. The HTTP status decides first: 400 and above is a failure whatever the body
 * says. Below that an envelope with a code that is none of a success is a failure, and every other
 * object or list is a success. `id` is that of the operation that was called.
 */
export function readAnswer(
  status: number,
  text: string,
  { envelope: names, decode, isLenient }: AnswerRules,
  id = "",
): ReadAnswer {
  const value = parseComposite(text);
  const envelope = names && envelopeOf(value, names);
  if (status >= 400) {
    return { kind: "failure", code: envelope?.code, message: envelope?.message };
  }
  if (status < 200 || status >= 300) {
    return { kind: "unreadable", reason: "is neither a success nor a failure" };
  }
  if (value === undefined) {
    const what = text.trim() === "" ? "is empty" : "is not complete JSON";
    return { kind: "unreadable", reason: what };
  }
  if (envelope !== undefined && !names?.successCodes.includes(envelope.code)) {
    return { kind: "failure", code: envelope.code, message: envelope.message };
  }
  const payload = (whole: unknown): unknown =>
    envelope === undefined ? whole : ((whole as Fields)[names?.data ?? ""] ?? {});
  const decoded = decode?.(
    id,
    payload(value),
    (use) => decode.withDigits(text, (all) => use(payload(all))),
    isLenient,
  );
  if (decoded?.kind === "fault") {
    const reason = `is not as documented: ${decoded.pointer || "it"} ${decoded.reason}`;
    return { kind: "unreadable", reason, pointer: decoded.pointer };
  }
  return { kind: "success", value: decoded === undefined ? payload(value) : decoded.value };
}

/**
 * `undefined` for everything that is not one whole object or list: the start of a longer body
 * can be a number or a word, never a closed object.
 */
function parseComposite(text: string): object | undefined {
  try {
    const value = readJson(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface Envelope {
  readonly code: number;
  readonly message: string | undefined;
}

/**
 * An object with a code and a message, or with a code and no field that an envelope does not
 * have. Further fields beside a message are passed over: an exchange may add some, and a failure
 * must never be taken for an order.
 */
function envelopeOf(value: object | undefined, names: EnvelopeDescriptor): Envelope | undefined {
  if (value === undefined || Array.isArray(value)) return undefined;
  const fields = value as Fields;
  const code = codeOf(fields[names.code]);
  const words = fields[names.message];
  const message = typeof words === "string" ? words : undefined;
  const known = [names.code, names.message, names.timestamp, names.data];
  const isBare = (): boolean => Object.keys(value).every((name) => known.includes(name));
  return code === undefined || (message === undefined && !isBare()) ? undefined : { code, message };
}

function codeOf(code: unknown): number | undefined {
  if (typeof code === "string" && /^-?[0-9]{1,9}$/.test(code)) {
    return Number(code);
  }
  return typeof code === "number" || typeof code === "bigint" ? Number(code) : undefined;
}
