/**
 * From traffic to truth: does it fit the contract, which assumptions does it confirm or contradict,
 * and what is new in it?
 */

import { type AssumptionId, assumptions } from "../../generated/assumptions.ts";
import type { AssumptionDescriptor } from "../../runtime/tables.ts";
import { readAsyncApi } from "../documents/asyncapi.ts";
import { readOpenApi } from "../documents/openapi.ts";
import { checks } from "./checks/index.ts";
import { type Deviation, findDeviations } from "./deviations.ts";
import type { FindPlace } from "./places.ts";
import { redactEvents } from "./redact.ts";
import { type ObservedEvent, readTraffic, type Traffic } from "./traffic.ts";

export interface ObserveOptions {
  /** The bundled OpenAPI and AsyncAPI documents, as of `loadDocuments`. */
  readonly openapi: unknown;
  readonly asyncapi: unknown;
  /** Where the nodes of the documents are written; findings name no line of the spec without it. */
  readonly findPlace?: FindPlace;
}

/** What traffic shows. It holds names, counts and places; no value of a field. */
export interface Observation {
  readonly calls: number;
  readonly messages: number;
  readonly connections: number;
  /** What does not fit the contract. */
  readonly deviations: readonly Finding[];
  /** Requests that do not fit the contract, and that the exchange refused. */
  readonly refused: readonly Finding[];
  /** Fields, words, codes and headers that the contract does not know. */
  readonly news: readonly Finding[];
  readonly assumptions: readonly ObservedAssumption[];
}

/** Equal deviations together. */
export interface Finding extends Evidence {
  readonly kind: Deviation["kind"];
  readonly by: Deviation["by"];
  readonly subject: string;
  readonly text: string;
  /** Where the contract says otherwise, as `file:line`. */
  readonly spec: string;
}

export interface ObservedAssumption {
  readonly id: AssumptionId;
  readonly verdict: "confirmed" | "contradicted" | "untouched" | "unobservable";
  readonly gap: string;
  /** What is taken: a reading, where there are several. */
  readonly taken: string;
  /** Where the entry is written, as `file:line`. */
  readonly spec: string;
  /** What the traffic shows, by the reading. */
  readonly readings: Readonly<Record<string, Evidence>>;
  /** What would show it, or why nothing does. */
  readonly needs: string;
}

interface Evidence {
  readonly count: number;
  /** The first places in the traffic. */
  readonly places: readonly string[];
}

/** Looks at events; their secrets are replaced before anything else sees them. */
export function observe(events: readonly ObservedEvent[], options: ObserveOptions): Observation {
  return observeTraffic(withoutSecrets(events, options), options);
}

/** Events as traffic, with their secrets replaced. */
export function withoutSecrets(
  events: readonly ObservedEvent[],
  { openapi, asyncapi }: ObserveOptions,
): Traffic {
  const documents = { rest: readOpenApi(openapi), streams: readAsyncApi(asyncapi) };
  return readTraffic(documents, redactEvents(events, documents.streams));
}

export function observeTraffic(traffic: Traffic, { findPlace }: ObserveOptions): Observation {
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
    deviations: findings("deviations"),
    refused: findings("refused"),
    news: findings("news"),
    assumptions: Object.entries(assumptions).map(([id, entry]) =>
      judge(traffic, id as AssumptionId, entry, findPlace),
    ),
  };
}

/** The list of an observation that a deviation belongs to. */
function listOf({ kind, refused }: Deviation): "deviations" | "refused" | "news" {
  if (kind.startsWith("new ")) return "news";
  return refused === true ? "refused" : "deviations";
}

/** More places of one finding say nothing new. */
const placesMax = 5;

/** The same, seen once more. */
function seenAt(place: string, { count, places }: Evidence = unseen): Evidence {
  return { count: count + 1, places: [...new Set([...places, place])].slice(0, placesMax) };
}

const unseen: Evidence = { count: 0, places: [] };

function group(
  deviations: readonly Deviation[],
  findPlace: FindPlace | undefined,
): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { kind, by, subject, text: exact, document, pointer, place } of deviations) {
    // One fault in each element of a list is one finding.
    const text = exact.replaceAll(/\/\d+(?=\/|\s|$)/g, "/*");
    const key = JSON.stringify([kind, by, subject, text]);
    const known = found.get(key);
    const spec = known?.spec ?? findPlace?.(document, pointer) ?? "";
    found.set(key, { kind, by, subject, text, spec, ...seenAt(place, known) });
  }
  return [...found.values()];
}

function judge(
  traffic: Traffic,
  id: AssumptionId,
  { gap, taken = "holds", check }: AssumptionDescriptor,
  findPlace: FindPlace | undefined,
): ObservedAssumption {
  const spec = findPlace?.("openapi", `/x-assumptions/${id}`) ?? "";
  const base = { id, gap, taken, spec };
  if ("never" in check) {
    return { ...base, verdict: "unobservable", readings: {}, needs: check.never };
  }
  const readings: Record<string, Evidence> = {};
  for (const { reading, place } of checks[check.name as keyof typeof checks](traffic, id)) {
    readings[reading] = seenAt(place, readings[reading]);
  }
  const seen = Object.keys(readings);
  const isContradicted = seen.some((reading) => reading !== taken);
  const verdict = isContradicted ? "contradicted" : seen.length > 0 ? "confirmed" : "untouched";
  return { ...base, verdict, readings, needs: needs[check.needs] };
}

const needs = {
  response: "one response",
  calls: "several calls that belong together",
  stream: "messages of a stream",
  probe: "a request of npm run contract -- --probe",
} as const;
