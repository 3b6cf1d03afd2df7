/** The facts of a block of the spec as sentences; what is assumed beside them follows as a list. */

import { pointerNames } from "../../contract/documents/json.ts";
import { grouped, spanInWords } from "../../contract/documents/quotes.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, Json, JsonObject } from "../../contract/model.ts";
import { operationLink } from "../links.ts";
import { code, joined, link, list, type Md, md, type Part, prose } from "../markdown.ts";
import { assumedIn, markOf } from "../marks.ts";

interface Around {
  readonly block: JsonObject;
  readonly contract: Contract;
}

type Sentences = Readonly<Record<string, (value: Json, around: Around) => Part>>;

/** The members of a block that have a sentence, in the order of the sentences. */
export function sentencesOf(contract: Contract, name: string): readonly Md[] {
  const { documents } = contract;
  const block = read.object(documents.openapi[name] ?? documents.asyncapi[name]);
  return Object.entries(sentences[name] ?? {}).flatMap(([key, sentence]) => {
    const value = block[key];
    if (value === undefined) return [];
    const text = sentence(value, { block, contract });
    return text === undefined || text === false ? [] : [md`${text}${markOf(value)}`];
  });
}

const described = (value: Json): Md => prose(read.text(value, "description"));

const word = (value: Json | undefined): Md => code(String(value ?? ""));

const words = (value: Json | undefined): Md => joined(read.list(value).map(word));

/** Of a documented value alone: an assumption says the same of its own. */
const stated = (value: Json | undefined, text: (value: Json) => Md): Md | undefined =>
  value === undefined || assumedIn(value) !== undefined ? undefined : text(value);

const operation = (id: Json): Md => operationLink({ id: read.text(id) });

/** How each member of a block reads, by the name of the block. */
export const sentences: Readonly<Record<string, Sentences>> = {
  "x-errors": { withoutResponse: described },
  "x-retry": {
    backoff: (value) => {
      const [first, longest] = ["firstMs", "maxMs"].map(
        (key) => `${grouped(Number(read.object(value)[key]) / 1000)} s`,
      );
      const factor = String(read.at(value, "factor"));
      return md`${described(value)} The first wait is ${first}, each next one ${factor} times as long, the longest ${longest}.`;
    },
  },
  "x-envelope": {
    code: (_, { block }) => {
      const fields = ["code", "message", "timestamp", "data"].flatMap((key) => block[key] ?? []);
      return md`Its fields are ${words(fields)}.`;
    },
    success: (value) => md`The code ${word(read.at(value, "code"))} means success.`,
    alsoSuccess: (value) =>
      stated(value, () => md`Success has the code ${words(read.at(value, "codes"))}, too.`),
    errorsWithoutJson: (value) =>
      stated(value, () => md`Errors may lack JSON with ${words(read.at(value, "statuses"))}.`),
  },
  "x-versioning": {
    pathPrefix: (value) => md`Every path begins with ${word(value)}.`,
    tradingRules: (value) =>
      md`${described(value)} The guidance suggests reading the trading rules at intervals of ${spanInWords(read.at(value, "refresh"))}.`,
  },
  "x-order-rules": {
    algo: (value) =>
      read.list(value).length > 0 &&
      md`Algo orders, which some filters count, are ${words(value)}.`,
    rounding: described,
    lookup: described,
    trigger: described,
    iceberg: described,
    checks: (value) =>
      md`${described(value)} They follow each other as ${words(read.at(value, "order"))}.`,
  },
  "x-order-states": { working: described },
  "x-balances": {
    total: (value) => md`The total of an asset is ${word(value)}.`,
    commission: described,
  },
  "x-limits": {
    alignment: (value) =>
      stated(value, () => md`Windows ${value === "clock" ? "are aligned to the clock" : "slide"}.`),
    orderCountCovers: (value) =>
      stated(
        value,
        () => md`${value === "every" ? "All" : "Accepted"} placements count as orders.`,
      ),
    exceeded: (value, { block, contract: { statuses } }) => {
      const { status, code: own, ordersCode, weight } = read.object(value);
      const { header } = statuses.find(({ from }) => from === status) ?? {};
      const unit = stated(block["retryAfterUnit"], (one) => md`, in ${read.text(one)}s`);
      const used = stated(
        weight,
        (one) => md` It uses up ${one === "free" ? "no weight" : "weight as well"}.`,
      );
      const wait = header && md`; ${code(header)} says how long to wait${unit}`;
      const coded = (words: string, given: Json | undefined): Part =>
        given !== undefined &&
        md` ${words} ${link(`rules.html#error${read.unwrapped(given)}`, code(String(read.unwrapped(given))))}.${markOf(given)}`;
      return md`A call beyond a limit is refused with status ${word(status)}${wait}.${coded("The code is", own)}${coded("Where orders are counted it is", ordersCode)}${used}`;
    },
    repeated: (value) => {
      const { status, after, ban, endInMessage } = read.object(value);
      const more = [
        stated(after, (count) => md` The ban comes after ${word(count)} refusals.`),
        stated(ban, (one) => {
          const [first, last] = ["first", "last"].map((key) => spanInWords(read.at(one, key)));
          return md` The ban lasts ${first} at first, and up to ${last}.`;
        }),
        stated(endInMessage, (text) => md` Its end stands after ${word(text)} in the message.`),
      ];
      return md`${described(value)} Requests of a banned IP address get status ${word(status)}.${more}`;
    },
    fields: (value, { contract: { documents } }) =>
      md`Limits of single fields:${list(
        read.list(value).map((row) => {
          const { limits, at } = read.object(row);
          const { name, schema } = read.object(documents.openapi, ...pointerNames(read.text(at)));
          const { default: usual, maximum } = read.object(schema);
          const values = [
            usual !== undefined && md`${word(usual)} by default`,
            maximum !== undefined && md`at most ${word(maximum)}`,
          ];
          return md`${word(name)}: ${joined(values)}. ${prose(read.text(limits))}`;
        }),
      )}`,
    listedLimits: (value) => {
      const { operation: source, kinds } = read.object(value);
      const names = read.objects(kinds).map(({ name, counts, per }) => {
        return md`${word(name)} (${read.text(counts)} per ${per === "ip" ? "IP address" : read.text(per)})`;
      });
      return md`${operation(source ?? null)} lists limits as ${joined(names)}.`;
    },
    listedLimitsWin: (value) =>
      stated(value, () => md`Listed limits ${value === true ? "" : "do not "}replace these.`),
    openOrders: (value) => {
      const names = read.texts(value, "filters");
      return md`${described(value)} They are ${joined(names.map((name) => link(`filters.html#${name}`, name)))}.`;
    },
  },
  "x-user-data": {
    create: (value) => md`${operation(value)} makes the listen key that opens the stream.`,
    keepAlive: (value, { block }) =>
      md`${operation(value)} keeps it alive; call it every ${spanInWords(block["keepAliveEvery"])}.`,
    validity: (value) =>
      stated(value, () => md`Without that it is valid for ${spanInWords(value)}.`),
    close: (value) => md`${operation(value)} closes it.`,
    reconcileBy: (value) =>
      md`After a reconnect, ${joined(read.list(value).map(operation))} show what happened in between.`,
  },
  "x-book-sync": {
    removes: (value) =>
      md`A level leaves the book when ${code(read.text(value).replace("==", "="))}.`,
  },
  "x-connection": {
    lifetime: (value) => md`The exchange closes a connection after ${spanInWords(value)}.`,
    streams: (value) => md`One connection carries at most ${grouped(Number(value))} streams.`,
    inbound: (value) => {
      const { amount, window, counts, exceeded } = read.object(value);
      const { every, unit } = read.object(window);
      const span = every === 1 ? `each ${read.text(unit)}` : `every ${spanInWords(window)}`;
      const end = read.text(exceeded, "value");
      const excess = end && md` More lead to a ${end}.${markOf(exceeded)}`;
      return md`A client may send ${String(amount)} messages ${span}; ${words(counts)} count.${excess}`;
    },
    attempts: (value) => {
      const { amount, window } = read.object(value);
      return md`One IP address may open ${String(amount)} connections in ${spanInWords(window)}.`;
    },
    pingPong: (value) => {
      const { every, answeredWithin } = read.object(value);
      return md`The exchange sends a ping every ${spanInWords(every)}; the pong must arrive within ${spanInWords(answeredWithin)}.`;
    },
    addresses: (value) =>
      md`All streams have ${value === 1 ? "one address" : `${String(value)} addresses`}.`,
    query: (value) => {
      const { name, separator } = read.object(value);
      return md`The query names the streams: ${code(`${read.text(name)}=first${read.text(separator)}second`)}.`;
    },
    symbolLetterCase: (value) => md`Symbols in stream names are in ${read.text(value)} case.`,
    countsAgainstRequestWeight: (value) =>
      md`Messages ${value === true ? "count" : "do not count"} against the request weight.`,
    preferredOverPolling: (value) =>
      md`Streams are ${value === true ? "" : "not "}preferred over polling the REST interface.`,
    control: (value) =>
      stated(read.at(value, "list"), (one) => md`${word(one)} asks what a connection carries.`),
    wrapping: (value) => {
      const { stream, data } = read.object(value);
      const fields = md`${word(stream)} names its stream, and ${word(data)} holds it`;
      return stated(value, () => md`Each message comes in an object: ${fields}.`);
    },
    unwrapped: (value) => {
      const path = word(read.at(value, "path"));
      return stated(value, () => md`Connections to ${path} get messages without that object.`);
    },
    closeCodes: (value) =>
      stated(value, () => {
        const { lifetime, shutdown, inboundExcess, unansweredPing } = read.object(value);
        return md`The exchange closes with ${word(lifetime)} at the end of a connection’s life, ${word(shutdown)} when it stops, ${word(inboundExcess)} after too many messages and ${word(unansweredPing)} without a pong.`;
      }),
    webhooks: (value) => md`There are ${value === true ? "" : "no "}webhooks.`,
  },
};
