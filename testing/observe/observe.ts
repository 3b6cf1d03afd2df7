/**
 * Observes traffic: does it fit the contract, which assumptions does it confirm or contradict, and
 * what is undocumented?
 */

import { type AssumptionId, assumptions } from "../../generated/assumptions.ts";
import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import type { AssumptionDescriptor } from "../../runtime/tables.ts";
import { readAsyncApi } from "../documents/asyncapi.ts";
import { readOpenApi } from "../documents/openapi.ts";
import { isEvidence } from "../recordings/origin.ts";
import { checks } from "./checks/index.ts";
import { type Deviation, findDeviations } from "./deviations.ts";
import { redactEvents } from "./redact.ts";
import { type ObservedEvent, type Place, readTraffic, type Traffic } from "./traffic.ts";

export interface ObserveOptions {
  /** The bundled OpenAPI and AsyncAPI documents, from `loadDocuments`. */
  readonly openapi: unknown;
  readonly asyncapi: unknown;
  /** Finds the source of document nodes; without it, findings have no line of the spec. */
  readonly findPlace?: FindPlace;
}

/** The result: names, counts and places, but no field values. */
export interface Observation {
  readonly calls: number;
  readonly messages: number;
  readonly connections: number;
  /** How many of the calls and messages came from `sandbox`, `mock`, `unknown`, or a host. */
  readonly origins: Readonly<Record<string, number>>;
  /** Violations of the contract. */
  readonly deviations: readonly Finding[];
  /** Invalid requests that the exchange refused. */
  readonly refused: readonly Finding[];
  /** Undocumented fields, enum values, codes and headers. */
  readonly news: readonly Finding[];
  readonly assumptions: readonly ObservedAssumption[];
}

/** Equal deviations, grouped. */
export interface Finding extends Evidence {
  readonly kind: Deviation["kind"];
  readonly by: Deviation["by"];
  readonly subject: string;
  readonly text: string;
  /** The violated statement, as `file:line`. */
  readonly spec: string;
}

export interface ObservedAssumption {
  readonly id: AssumptionId;
  /** `unconfirmed`: seen, but only on servers that do what is assumed, or nobody knows where. */
  readonly verdict: "confirmed" | "unconfirmed" | "contradicted" | "untouched" | "unobservable";
  readonly gap: string;
  /** The assumed reading. */
  readonly taken: string;
  /** The entry, as `file:line`. */
  readonly spec: string;
  /** Evidence by reading. */
  readonly readings: Readonly<Record<string, Evidence>>;
  /** What would show it, or why nothing does. */
  readonly needs: string;
}

interface Evidence {
  readonly count: number;
  /** The first places in the traffic. */
  readonly places: readonly string[];
  /** Where it came from. */
  readonly origins: readonly string[];
}

/** Observes events; their secrets are replaced first. */
export function observe(events: readonly ObservedEvent[], options: ObserveOptions): Observation {
  return observeTraffic(withoutSecrets(events, options), options);
}

/** Events as traffic, with secrets replaced. */
export function withoutSecrets(
  events: readonly ObservedEvent[],
  { openapi, asyncapi }: ObserveOptions,
): Traffic {
  const documents = { rest: readOpenApi(openapi), streams: readAsyncApi(asyncapi) };
  return readTraffic(documents, redactEvents(events));
}

export function observeTraffic(traffic: Traffic, options: ObserveOptions): Observation {
  const { openapi, findPlace = () => "" } = options;
  // A sandbox of another contract also has the choices of what that contract does not assume.
  const assumed = fieldsIn(fieldsIn(openapi)["x-assumptions"]);
  const found = [...findDeviations(traffic)];
  const findings = (list: ReturnType<typeof listOf>): readonly Finding[] =>
    group(
      found.filter((each) => listOf(each) === list),
      findPlace,
    );
  return {
    calls: traffic.calls.length,
    messages: traffic.messages.length,
    connections: traffic.connections.length,
    origins: countOrigins([...traffic.calls, ...traffic.messages]),
    deviations: findings("deviations"),
    refused: findings("refused"),
    news: findings("news"),
    assumptions: Object.entries(assumptions).flatMap(([id, entry]) =>
      id in assumed ? judge(traffic, id as AssumptionId, entry, findPlace) : [],
    ),
  };
}

function countOrigins(all: readonly { readonly place: Place }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { place } of all) counts[place.origin] = (counts[place.origin] ?? 0) + 1;
  return counts;
}

/** The list of an observation for a deviation. */
function listOf({ kind, refused }: Deviation): "deviations" | "refused" | "news" {
  if (kind.startsWith("new ")) return "news";
  return refused === true ? "refused" : "deviations";
}

/** More places of a finding add nothing. */
const placesMax = 5;

/** The same evidence, seen once more. */
function seenAt({ text, origin }: Place, known: Evidence = unseen): Evidence {
  return {
    count: known.count + 1,
    places: [...new Set([...known.places, text])].slice(0, placesMax),
    origins: [...new Set([...known.origins, origin])],
  };
}

const unseen: Evidence = { count: 0, places: [], origins: [] };

function group(deviations: readonly Deviation[], findPlace: FindPlace): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { kind, by, subject, text: exact, document, pointer, place } of deviations) {
    // Equal issues in several elements of a list are one finding.
    const text = exact.replaceAll(/\/\d+(?=\/|\s|$)/g, "/*");
    const key = JSON.stringify([kind, by, subject, text]);
    const known = found.get(key);
    const spec = known?.spec ?? findPlace(document, pointer);
    found.set(key, { kind, by, subject, text, spec, ...seenAt(place, known) });
  }
  return [...found.values()];
}

function judge(
  traffic: Traffic,
  id: AssumptionId,
  { gap, taken = "holds", check }: AssumptionDescriptor,
  findPlace: FindPlace,
): ObservedAssumption {
  const spec = findPlace("openapi", `/x-assumptions/${id}`);
  const base = { id, gap, taken, spec };
  if ("never" in check) {
    return { ...base, verdict: "unobservable", readings: {}, needs: check.never };
  }
  const all = [...checks[check.name as keyof typeof checks](traffic, id)];
  const evidence = all.filter(({ place }) => isEvidence(place.origin));
  const readings: Record<string, Evidence> = {};
  for (const { reading, place } of evidence.length > 0 ? evidence : all) {
    readings[reading] = seenAt(place, readings[reading]);
  }
  const isContradicted = Object.keys(readings).some((reading) => reading !== taken);
  const asAssumed = evidence.length > 0 ? "confirmed" : "unconfirmed";
  const seen = isContradicted ? "contradicted" : asAssumed;
  const verdict = all.length === 0 ? "untouched" : seen;
  return { ...base, verdict, readings, needs: needs[check.needs] };
}

const needs = {
  response: "one response",
  calls: "several calls that belong together",
  stream: "messages of a stream",
  probe: "a request of npm run contract -- --probe",
} as const;

/** Finds the place in the spec of a JSON pointer of a document, or of the node above it. */
export type FindPlace = (document: "openapi" | "asyncapi", pointer: string) => string;

/** Parses `documents/places.json`; places are `file:line`. */
export function readPlaces(table: unknown): FindPlace {
  const known = table as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return (document, pointer) => {
    const places = known[document] ?? {};
    let at = pointer;
    while (at !== "" && places[at] === undefined) at = at.slice(0, at.lastIndexOf("/"));
    return places[at] ?? "";
  };
}
