/** The rules of a stream connection as sentences. */

import { lookUp, objectIn, textIn, textsIn } from "../../contract/documents/json.ts";
import type { Contract, Json } from "../../contract/model.ts";
import { code, type Html, html, joined } from "../html.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { grouped, spanInWords } from "../words.ts";

type Sentence = (value: Json) => Html;

/** How each member of `x-connection` reads; the page of rules lists others by their names. */
const sentences: Readonly<Record<string, Sentence>> = {
  lifetime: (value) => html`The exchange closes a connection after ${spanInWords(value)}.`,
  streams: (value) => html`One connection carries at most ${grouped(Number(value))} streams.`,
  inbound: (value) => {
    const { amount, window, counts } = objectIn(value);
    const kinds = joined(textsIn(counts).map(code));
    const { every, unit } = objectIn(window);
    const span = every === 1 ? `each ${textIn(unit)}` : `every ${spanInWords(window)}`;
    return html`A client may send ${String(amount)} messages ${span}; ${kinds} count.`;
  },
  attempts: (value) => {
    const { amount, window } = objectIn(value);
    return html`One IP address may open ${String(amount)} connections in ${spanInWords(window)}.`;
  },
  pingPong: (value) => {
    const { every, answeredWithin } = objectIn(value);
    return html`The exchange sends a ping every ${spanInWords(every)}; the pong must arrive within ${spanInWords(answeredWithin)}.`;
  },
  addresses: (value) =>
    html`All streams have ${value === 1 ? "one address" : `${String(value)} addresses`}.`,
  symbolLetterCase: (value) => html`Symbols in stream names are in ${textIn(value)} case.`,
  countsAgainstRequestWeight: (value) =>
    html`Messages ${value === true ? "count" : "do not count"} against the request weight.`,
  preferredOverPolling: (value) =>
    html`Streams are ${value === true ? "" : "not "}preferred over polling the REST interface.`,
  webhooks: (value) => html`There are ${value === true ? "" : "no "}webhooks.`,
};

/** The members of the block that are sentences. */
export const connectionKeys: readonly string[] = Object.keys(sentences);

export function connectionSentences({ documents }: Contract, mark: Mark): readonly Html[] {
  const block = objectIn(documents.asyncapi["x-connection"]);
  return Object.entries(sentences).flatMap(([key, sentence]) => {
    const value = block[key];
    if (value === undefined) return [];
    const exceeded = lookUp(objectIn(value), ["exceeded"]);
    const end =
      exceeded === undefined
        ? undefined
        : html` More lead to a ${textIn(objectIn(exceeded)["value"])}.${mark(assumedIn(exceeded))}`;
    return [html`${sentence(value)}${mark(assumedIn(value))}${end}`];
  });
}
