/**
 * Observes traffic: does it fit the contract, which assumptions does it confirm or contradict, and
 * what is undocumented?
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
  readonly verdict: "confirmed" | "contradicted" | "untouched" | "unobservable";
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

/** The list of an observation for a deviation. */
function listOf({ kind, refused }: Deviation): "deviations" | "refused" | "news" {
  if (kind.startsWith("new ")) return "news";
  return refused === true ? "refused" : "deviations";
}

/** More places of a finding add nothing. */
const placesMax = 5;

/** The same evidence, seen once more. */
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
    // Equal issues in several elements of a list are one finding.
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
