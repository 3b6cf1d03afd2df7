/** The rules of a stream connection as sentences. */

import { lookUp, objectIn, textIn, textsIn } from "../../contract/documents/json.ts";
import type { Contract, Json } from "../../contract/model.ts";
import { code, joined, type Md, md } from "../markdown.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { grouped, spanInWords } from "../words.ts";

type Sentence = (value: Json) => Md;

/** How each member of `x-connection` reads; the page of rules lists others by their names. */
const sentences: Readonly<Record<string, Sentence>> = {
  lifetime: (value) => md`The exchange closes a connection after ${spanInWords(value)}.`,
  streams: (value) => md`One connection carries at most ${grouped(Number(value))} streams.`,
  inbound: (value) => {
    const { amount, window, counts } = objectIn(value);
    const kinds = joined(textsIn(counts).map(code));
    const { every, unit } = objectIn(window);
    const span = every === 1 ? `each ${textIn(unit)}` : `every ${spanInWords(window)}`;
    return md`A client may send ${String(amount)} messages ${span}; ${kinds} count.`;
  },
  attempts: (value) => {
    const { amount, window } = objectIn(value);
    return md`One IP address may open ${String(amount)} connections in ${spanInWords(window)}.`;
  },
  pingPong: (value) => {
    const { every, answeredWithin } = objectIn(value);
    return md`The exchange sends a ping every ${spanInWords(every)}; the pong must arrive within ${spanInWords(answeredWithin)}.`;
  },
  addresses: (value) =>
    md`All streams have ${value === 1 ? "one address" : `${String(value)} addresses`}.`,
  symbolLetterCase: (value) => md`Symbols in stream names are in ${textIn(value)} case.`,
  countsAgainstRequestWeight: (value) =>
    md`Messages ${value === true ? "count" : "do not count"} against the request weight.`,
  preferredOverPolling: (value) =>
    md`Streams are ${value === true ? "" : "not "}preferred over polling the REST interface.`,
  webhooks: (value) => md`There are ${value === true ? "" : "no "}webhooks.`,
};

/** The members of the block that are sentences. */
export const connectionKeys: readonly string[] = Object.keys(sentences);

export function connectionSentences({ documents }: Contract, mark: Mark): readonly Md[] {
  const block = objectIn(documents.asyncapi["x-connection"]);
  return Object.entries(sentences).flatMap(([key, sentence]) => {
    const value = block[key];
    if (value === undefined) return [];
    const exceeded = lookUp(objectIn(value), ["exceeded"]);
    const end =
      exceeded === undefined
        ? undefined
        : md` More lead to a ${textIn(objectIn(exceeded)["value"])}.${mark(assumedIn(exceeded))}`;
    return [md`${sentence(value)}${mark(assumedIn(value))}${end}`];
  });
}
