/** Facts of the contract stand in spec/ and generated/ alone, in tests too. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { load } from "js-yaml";
import { expect, test } from "vitest";

import asyncapi from "../generated/documents/asyncapi.json" with { type: "json" };
import openapi from "../generated/documents/openapi.json" with { type: "json" };
import { envelope, errorCodes, statuses } from "../generated/errors.ts";
import { filters, filterTypeField } from "../generated/filters.ts";
import { defaultsFromNowMs } from "../generated/handlers.ts";
import { limitRules, limits } from "../generated/limits.ts";
import * as operations from "../generated/operations.ts";
import { refusals } from "../generated/sandbox.ts";
import { connectionLimits } from "../generated/streams.ts";
import { signing } from "../generated/tables.ts";
import type { OperationDescriptor } from "../runtime/tables.ts";

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
});

/** Every line of our own code; the small specs that tests write have facts of their own. */
const lines = listed
  .split("\n")
  .filter((path) => /^(?:runtime|sandbox|scripts|testing|generators|test)\/.*\.tsx?$/u.test(path))
  .filter(
    (path) =>
      !/^test\/(?:generators|lint|bench|runtime\/encoding|.*\/given)|written-once/u.test(path),
  )
  .flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((text, index) => ({ place: `${path}:${index + 1}`, text: text.replaceAll("_", "") })),
  );

const parameters = Object.values<unknown>(operations)
  .filter((each): each is OperationDescriptor => Array.isArray(Object(each).parameters))
  .flatMap((operation) => operation.parameters);

function linesWith(...words: readonly (string | number)[]): readonly string[] {
  const patterns = words.map((word) => new RegExp(`(?<![\\w.-])${word}(?![\\w.])`, "u"));
  return lines
    .filter(({ text }) => patterns.every((pattern) => pattern.test(text)))
    .map(({ place, text }) => `${place} ${text.trim()}`);
}

test("a parameter's bound and the first value beyond it are read from the contract", () => {
  const bounded = new Map(parameters.map(({ name, maximum = 0 }) => [`${name} ${maximum}`, name]));
  const found = [...bounded].flatMap(([key, name]) => {
    const maximum = Number(key.split(" ")[1]);
    // Small numbers have other meanings.
    return maximum < 100
      ? []
      : [...linesWith(name, maximum + 1), ...(maximum < 10_000 ? [] : linesWith(name, maximum))];
  });
  expect([...new Set(found)]).toEqual([]);
});

/** Lines outside of tests and comments. */
const code = lines.filter(
  ({ place, text }) => !place.startsWith("test/") && !/^\s*(?:\/\/|\/?\*)/u.test(text),
);

test("error codes are read from the contract, or typed by it", () => {
  const numbers = errorCodes.map((each) => each.code).join("|");
  const pattern = new RegExp(`(?<![\\w.])(?<!\\bcode: )(?:${numbers})(?![\\w.])`, "u");
  const found = code.filter(({ text }) => pattern.test(text));
  expect(found.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([]);
});

test("codes and messages that a rule states are read from the rule", () => {
  const { notFoundCode, refusedRepeatMessage } = operations.placeOrder.placement;
  const codes: readonly number[] = [
    ...[signing.rejectedWith, refusals.signatureWrong, limitRules.exceeded.ordersCode],
    notFoundCode,
  ];
  const names = errorCodes
    .filter((error) => codes.includes(error.code))
    .map(({ name }) => name.replaceAll("_", ""));
  expect(names).toHaveLength(codes.length);
  const texts = [refusedRepeatMessage, refusals.filterPrefix];
  const found = code.filter(
    ({ place, text }) =>
      texts.some((each) => text.includes(each)) ||
      (place.startsWith("sandbox/") && names.some((name) => text.includes(`"${name}"`))),
  );
  expect(found.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([]);
});

test("texts of the spec quote codes and amounts", () => {
  const amounts = [...limits.map(({ amount }) => amount), ...Object.values(connectionLimits)];
  const bounds = [...amounts, signing.windowMsDefault, signing.windowMsMax];
  const numbers = [...errorCodes.map((each) => each.code), ...bounds.filter((each) => each > 99)];
  const pattern = new RegExp(`(?<![\\w.-])(?:${numbers.join("|")})(?![\\w.])`, "u");
  const textsIn = (value: unknown): readonly string[] => {
    if (typeof value === "string") return /\s/u.test(value) ? [value] : [];
    // What others have seen stays as it was.
    const { contradicts: _, ...members } = Object(value);
    return Object.values(members).flatMap(textsIn);
  };
  const files = listed
    .split("\n")
    .filter((path) => /^spec\/(?!examples|scenarios|lint|sandbox).*\.yaml$/u.test(path));
  const found = files.flatMap((path) =>
    textsIn(load(readFileSync(path, "utf8")))
      .filter((text) => pattern.test(text))
      .map((text) => `${path} ${text}`),
  );
  expect(found).toEqual([]);
});

test("what a status means is read from the contract", () => {
  // The statuses of a wrong request mean what HTTP says.
  const special = statuses.filter(({ from, to, advice }) => from === to && advice !== "fixRequest");
  const single = special.map(({ from }) => from);
  expect(single.length).toBeGreaterThan(2);
  const pattern = new RegExp(`[sS]tatus\\S* [=!]== (?:${single.join("|")})\\b`, "u");
  // The checks of the list of assumptions say what each one assumes.
  const found = code.filter(
    ({ place, text }) => !place.startsWith("testing/observe/checks/") && pattern.test(text),
  );
  expect(found.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([]);
});

test("a default that is counted from now is read from the contract", () => {
  const offsets = Object.values(defaultsFromNowMs).flatMap((each) =>
    Object.values<number>(each).flatMap((offset) => Math.abs(offset) || []),
  );
  expect(offsets.length).toBeGreaterThan(0);
  expect([...new Set(offsets)].flatMap((offset) => linesWith(offset))).toEqual([]);
});

test("the usage headers are named by the limits", () => {
  const headers = limits.map(({ header }) => header);
  expect(headers.length).toBeGreaterThan(2);
  const found = headers.flatMap((header) =>
    code.filter(({ text }) => text.includes(`"${header}"`)),
  );
  expect(found).toEqual([]);
});

test("the fields of a signature are named by the rules for signing", () => {
  const names = [signing.timestamp, signing.window, signing.signature].join("|");
  // Kinds of faults and of changes have names of their own.
  const pattern = new RegExp(`(?:[=!]== |[[,] ?)"(?:${names})"`, "u");
  const found = code.filter(
    ({ place, text }) =>
      /^(?:runtime|sandbox|testing\/(?!scenarios))/u.test(place) &&
      !text.includes("kind") &&
      pattern.test(text),
  );
  expect(found.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([]);
});

test("words and fields that nothing types are read from the contract", () => {
  const nodes = [openapi.components.schemas, asyncapi.components.schemas].flatMap((schemas) =>
    Object.values<Readonly<Record<string, unknown>>>(schemas),
  );
  const branches = nodes.flatMap((node) => [node, ...Object(node["anyOf"] ?? [])]);
  const words = branches.flatMap((node) => Object(node["enum"] ?? []) as unknown[]);
  const names = [...new Set(words), ...Object.keys(filters)].filter((word) =>
    /^[A-Z]{2}/u.test(String(word)),
  );
  expect(names.length).toBeGreaterThan(40);
  const word = `["'\`](?:${names.join("|")})["'\`]`;
  const patterns = [
    // The runtime and the emitters know no contract, and members in brackets have no type.
    ["runtime/|generators/(?!docs/)", word],
    ["(?:sandbox|scripts)/|testing/(?!observe/)", `\\["\\w+"\\] [=!]== ${word}`],
    ["(?:runtime|sandbox|scripts)/|testing/", `\\["${filterTypeField}"\\]`],
    ["runtime/|sandbox/(?:http|streams)/", `\\b${envelope.message}\\b`],
  ] as const;
  const found = patterns.flatMap(([room, pattern]) => {
    const isThere = RegExp(`^(?:${room})`, "u");
    const isWritten = RegExp(pattern, "u");
    return code.filter(({ place, text }) => isThere.test(place) && isWritten.test(text));
  });
  expect(found.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([]);
});
