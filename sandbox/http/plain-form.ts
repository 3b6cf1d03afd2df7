/**
 * The short way for a form that holds nothing encoded and nothing wrong, as most do: its values
 * and the text that is signed, straight from what was sent. fields.ts reads all others.
 */

import { signing } from "../../generated/signing.ts";
import type { SigningDescriptor } from "../../runtime/tables.ts";
import { completed, type FieldPlan, type FieldValues, readField } from "./fields.ts";
import type { HttpRequest } from "./message.ts";

export interface PlainForm {
  readonly values: FieldValues;
  /** What the sender signed, and the signature; both empty where nothing is signed. */
  readonly signed: string;
  readonly signature: string;
}

/** Reads a form of which nothing has to be decoded or refused; `undefined` for any other. */
export function readPlainForm(
  plan: FieldPlan,
  { query, body }: HttpRequest,
): PlainForm | undefined {
  const { operation } = plan;
  if (body !== "" && (query !== "" || !operation.places.includes("body"))) return undefined;
  const text = body === "" ? query : body;
  if (!isSignedAsSent || !plainForm.test(text)) return undefined;
  const values = { ...plan.blank };
  let signed = "";
  let signature = "";
  for (let from = 0, end = 0; from < text.length; from = end + 1) {
    const equals = text.indexOf("=", from);
    end = text.indexOf("&", equals);
    if (end === -1) end = text.length;
    const name = text.slice(from, equals);
    const value = text.slice(equals + 1, end);
    if (operation.signed && name === signing.signature) {
      if (signature !== "") return undefined;
      signature = value;
      signed = textWithout(text, from, end);
    } else if (!readField(values, plan, name, value)) return undefined;
  }
  const read = completed(values, plan);
  if (read === undefined || (operation.signed && signature === "")) return undefined;
  return { values: read, signed, signature };
}

/** Characters that are the same encoded or not, in pairs that all have a name and a value. */
const plainForm = /^[\w.~-]+=[\w.~-]+(?:&[\w.~-]+=[\w.~-]+)*$/;

const { pairSeparator }: SigningDescriptor = signing;

/** Whether pairs that are the same encoded or not are signed as they stand in a form. */
const isSignedAsSent = pairSeparator === "&";

/** A form without its pair from `from` to `end`. */
function textWithout(text: string, from: number, end: number): string {
  if (end === text.length) return text.slice(0, Math.max(0, from - 1));
  return text.slice(0, from) + text.slice(end + 1);
}
