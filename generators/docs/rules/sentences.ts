/** The facts of a block of the spec as sentences; what is assumed beside them follows as a list. */

import { listIn, objectIn, textIn, textsIn } from "../../contract/documents/json.ts";
import type { Contract, Json, JsonObject } from "../../contract/model.ts";
import { operationLink } from "../links.ts";
import { code, joined, link, type Md, md, prose } from "../markdown.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { grouped, spanInWords } from "../words.ts";

/** How each member of a block reads. */
type Sentences = Readonly<Record<string, (value: Json, block: JsonObject) => Md>>;

/** The members of a block that have a sentence, in the order of the sentences. */
export function sentencesOf(block: JsonObject, sentences: Sentences, mark: Mark): readonly Md[] {
  return Object.entries(sentences).flatMap(([key, sentence]) => {
    const value = block[key];
    return value === undefined ? [] : [md`${sentence(value, block)}${mark(assumedIn(value))}`];
  });
}

/** The description of a member. */
const described = (value: Json): Md => prose(textIn(objectIn(value)["description"]));

const words = (value: Json | undefined): Md => code(String(value ?? ""));

const codes = (value: Json | undefined): Md => joined(listIn(value).map(words));

export const errorSentences: Sentences = { withoutResponse: described };

export const retrySentences: Sentences = {
  backoff: (value) => {
    const { firstMs, maxMs } = objectIn(value);
    const seconds = (ms: Json | undefined): string => `${grouped(Number(ms) / 1000)} s`;
    return md`${described(value)} The first wait is ${seconds(firstMs)}, the longest ${seconds(maxMs)}.`;
  },
};

export const envelopeSentences: Sentences = {
  code: (_, block) => {
    const fields = ["code", "message", "timestamp", "data"].flatMap((key) => block[key] ?? []);
    return md`Its fields are ${codes(fields)}.`;
  },
  success: (value) => md`The code ${words(objectIn(value)["code"])} means success.`,
};

export const versioningSentences: Sentences = {
  pathPrefix: (value) => md`Every path begins with ${words(value)}.`,
  tradingRules: (value) =>
    md`${described(value)} The guidance suggests an interval of ${spanInWords(objectIn(value)["refresh"])}.`,
};

export const orderTypeSentences: Sentences = {
  algo: (value) => md`Algo orders, which some filters count, are ${codes(value)}.`,
  rounding: described,
};

export const balanceSentences: Sentences = {
  total: (value) => md`The total of an asset is ${words(value)}.`,
  commission: described,
};

export const limitSentences: Sentences = {
  ordersCountedPerIp: (value) =>
    md`Orders are counted per ${value === true ? "IP address" : "account, from any IP address"}.`,
  exceeded: (value) => {
    const { status, header } = objectIn(value);
    return md`A call beyond a limit is refused with status ${words(status)}; ${words(header)} says how long to wait.`;
  },
  repeated: (value) =>
    md`${described(value)} Its requests get status ${words(objectIn(value)["status"])}.`,
  openOrders: (value) => {
    const names = textsIn(objectIn(value)["filters"]);
    return md`${described(value)} ${joined(names.map((name) => link(`filters.html#${name}`, name)))}.`;
  },
};

/** How the key of the user data stream is made, kept and closed, and what a reconnect needs. */
export function userDataSentences({ operations }: Contract): Sentences {
  const to = (id: Json | undefined): Md => {
    const operation = operations.find((one) => one.id === id);
    return operation === undefined ? words(id) : operationLink(operation);
  };
  return {
    create: (value) => md`${to(value)} makes the listen key that opens the stream.`,
    keepAlive: (value, { keepAliveEvery }) =>
      md`${to(value)} keeps it alive; call it every ${spanInWords(keepAliveEvery)}.`,
    close: (value) => md`${to(value)} closes it.`,
    reconcileBy: (value) =>
      md`After a reconnect, ${joined(listIn(value).map(to))} show what happened in between.`,
  };
}

export const bookSentences: Sentences = {
  removes: (value) => md`A level leaves the book when ${code(textIn(value).replace("==", "="))}.`,
};

/** Limits and habits of a connection, for the page of each stream. */
export function connectionSentences({ documents }: Contract, mark: Mark): readonly Md[] {
  const block = objectIn(documents.asyncapi["x-connection"]);
  return sentencesOf(block, connection(mark), mark);
}

const connection = (mark: Mark): Sentences => ({
  lifetime: (value) => md`The exchange closes a connection after ${spanInWords(value)}.`,
  streams: (value) => md`One connection carries at most ${grouped(Number(value))} streams.`,
  inbound: (value) => {
    const { amount, window, counts, exceeded } = objectIn(value);
    const { every, unit } = objectIn(window);
    const span = every === 1 ? `each ${textIn(unit)}` : `every ${spanInWords(window)}`;
    const end =
      exceeded === undefined
        ? undefined
        : md` More lead to a ${textIn(objectIn(exceeded)["value"])}.${mark(assumedIn(exceeded))}`;
    return md`A client may send ${String(amount)} messages ${span}; ${codes(counts)} count.${end}`;
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
  query: (value) => {
    const { name, separator } = objectIn(value);
    return md`The query names the streams: ${code(`${textIn(name)}=first${textIn(separator)}second`)}.`;
  },
  symbolLetterCase: (value) => md`Symbols in stream names are in ${textIn(value)} case.`,
  countsAgainstRequestWeight: (value) =>
    md`Messages ${value === true ? "count" : "do not count"} against the request weight.`,
  preferredOverPolling: (value) =>
    md`Streams are ${value === true ? "" : "not "}preferred over polling the REST interface.`,
  webhooks: (value) => md`There are ${value === true ? "" : "no "}webhooks.`,
});
