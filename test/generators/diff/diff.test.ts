/** Every change is reported, and nothing is reported where nothing changed. */

import { expect, test } from "vitest";

import { load } from "../../../generators/contract/documents/load.ts";
import * as read from "../../../generators/contract/documents/read.ts";
import { readSpec } from "../../../generators/contract/documents/spec-files.ts";
import type { Json, JsonObject } from "../../../generators/contract/model.ts";
import { bumpOf, diff } from "../../../generators/diff/diff.ts";
import type { Impact } from "../../../generators/diff/model.ts";
import { fits, rules } from "../../../generators/diff/rules.ts";
import { runs } from "../../support/runs.ts";
import { changesOf, editedFiles, standing } from "./edited.ts";

type Trail = readonly string[];

test("a spec has no changes from itself", () => {
  expect(diff(standing, standing)).toEqual([]);
  expect(
    changesOf([["parameters.yaml", "# Request parameters", "# All parameters"]]).reported,
  ).toEqual([]);
});

test("recordings are not compared", () => {
  const location = { folder: "spec", root: "." };
  const files = readSpec(location);
  const others = files.map(({ path, text }) => {
    return { path, text: path.startsWith("examples/") ? text.replaceAll(/[1-8]/gu, "9") : text };
  });
  expect(diff(load(location, files), load(location, others))).toEqual([]);
});

const bumps: readonly (readonly [impacts: readonly Impact[], bump: string])[] = [
  [[], "none"],
  [["patch"], "patch"],
  [["patch", "minor"], "minor"],
  [["minor", "breaking", "patch"], "major"],
];

test.each(bumps)("changes that are %j make it %s", (impacts, bump) => {
  const [change] = changesOf([["parameters.yaml", "The trading pair.", "The pair."]]).changes;
  if (change === undefined) throw new Error("The edit is reported.");
  expect(bumpOf(impacts.map((impact) => ({ ...change, impact })))).toBe(bump);
});

/** Keys under which there are names of things, and no words of the documents. */
const maps: ReadonlySet<string> = new Set(
  [
    "schemas parameters responses headers messages channels operations paths properties",
    "x-assumptions x-enumDescriptions",
  ].flatMap((words) => words.split(" ")),
);

/**
 * One place of every kind that both bundles have: of things with names of their own, as operations
 * and fields, the first stands for all.
 */
const places = (["openapi", "asyncapi"] as const).flatMap((document) => {
  const kinds = new Map<string, Trail>();
  visit(standing[document], (trail) => {
    const kind = trail
      .map((name, at) => (/^\d+$/u.test(name) || isMap(trail[at - 1]) ? "*" : name))
      .join("/");
    if (!kinds.has(kind)) kinds.set(kind, trail);
  });
  return [...kinds.values()].map((trail) => ({ document, trail }));
});

test("every addition, removal and change is reported", () => {
  expect(places.length).toBeGreaterThan(1000);
  // Each comparison takes milliseconds: only the gate run makes all of them.
  const every = Math.ceil(places.length / runs({ commit: 200, gate: 1e6, release: 1e6 }));
  const silent: string[] = [];
  for (const { document, trail } of places.filter((_, at) => at % every === 0)) {
    // What is still referred to cannot be removed alone: that is reported as a fault of the spec.
    const isReferred = trail[0] === "components" && trail.length < 4 && trail[1] !== "schemas";
    const whole = standing[document];
    const without = { ...standing, [document]: edited(whole, trail, () => undefined) };
    if (!isReferred && diff(standing, without).length === 0) silent.push(`-${trail.join("/")}`);
    if (!isReferred && diff(without, standing).length === 0) silent.push(`+${trail.join("/")}`);
    const other = { ...standing, [document]: edited(whole, trail, altered) };
    const value = read.at(whole, ...trail) ?? null;
    const isSame = altered(value) === value;
    if (!isSame && diff(standing, other).length === 0) silent.push(`~${trail.join("/")}`);
  }
  expect(silent).toEqual([]);
});

test("every rule matches a part of the spec", () => {
  const trails: Trail[] = [];
  visit(standing.openapi, (trail) => trails.push(trail));
  visit(standing.asyncapi, (trail) => trails.push(trail));
  const idle = rules.filter(({ pattern }) => !trails.some((trail) => fits(pattern, trail)));
  // The first is an entry that the comparison makes; the others are standard and not used yet.
  const known = ["**/x-rules/*/comparison", "**/externalDocs/**", "**/deprecated"];
  // Every change of this exchange is a placement or a cancellation.
  known.push("paths/*/*/x-changes");
  expect(idle.map(({ pattern }) => pattern.join("/"))).toEqual(known);
});

const broken: readonly (readonly [name: string, path: string, find: string, replace: string])[] = [
  ["a file that is not YAML", "limits.yaml", "windows:", "windows: [{"],
  ["a reference to nothing", "openapi.yaml", "limits.yaml", "limit.yaml"],
  ["a rule that is not a rule", "rules/retry.yaml", "backoff:", "backoffs:"],
  ["a document that is none", "asyncapi.yaml", "asyncapi: 3.1.0", "- 1"],
];

test.each(broken)("%s is compared as far as it can be read", (_name, path, find, replace) => {
  const files = editedFiles([[path, find, replace]]);
  const loaded = load({ folder: "spec", root: "." }, files);
  expect(diff(loaded, standing)).not.toEqual([]);
  expect(diff(standing, loaded)).not.toEqual([]);
});

function altered(value: Json): Json {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  return typeof value === "string" ? `${value}Z` : value;
}

/** A copy with another value at the end of a trail; `undefined` takes it away. */
function edited(value: JsonObject, trail: Trail, edit: Edit): JsonObject {
  return read.object(change(value, trail, edit));
}

type Edit = (value: Json) => Json | undefined;

function change(value: Json, trail: Trail, edit: Edit): Json | undefined {
  const [name, ...rest] = trail;
  if (name === undefined) return edit(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: Json, at) => {
      return String(at) === name ? change(item, rest, edit) : item;
    });
    return items.filter((item) => item !== undefined);
  }
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const next = key === name ? change(inner, rest, edit) : inner;
    return next === undefined ? [] : [[key, next] as const];
  });
  return Object.fromEntries(entries);
}

/** Visits everything but recordings. */
function visit(value: Json, see: (trail: Trail) => void, trail: Trail = []): void {
  const isRecorded = trail.includes("examples") && /content|messages/u.test(trail.join());
  if (isRecorded || (trail[0] === "components" && trail[1] === "examples")) return;
  if (trail.length > 0) see(trail);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) visit(inner, see, [...trail, key]);
}

function isMap(key: string | undefined): boolean {
  return key !== undefined && maps.has(key);
}
