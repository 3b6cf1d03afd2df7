/** Keeps private words out of code, docs and the contract; docs/glossary.md has the standard. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

/** Each private word that was here once, and the term that replaces it. */
const replacements: Readonly<Record<string, string>> = {
  admission: "rate limiter",
  admitted: "rate limiter",
  arrival: "incoming message",
  aside: "worker",
  ear: "message decoder",
  entrant: "waiter",
  hear: "receive, handle",
  heard: "received",
  heed: "handle",
  keeper: "maintainer, admin",
  lane: "connection",
  ledger: "list of assumptions",
  misfit: "schema violation",
  rider: "subscription",
  spoilt: "injected fault",
  tell: "emit, report, say",
  told: "emitted, reported",
  venue: "engine, exchange",
};

/** Public names that have a standard one now. */
const formerNames =
  /\b(create(Exchange|Admission)|open(Book|UserSession)|NodeSocket|user-session|stream-book)\b/gu;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => existsSync(path) && !/^(spec\/examples|package-lock|CHANGELOG)/u.test(path))
  // The list itself, and the benchmark's peers with names of their own.
  .filter((path) => path !== "test/words.test.ts" && !path.startsWith("test/bench/"));

test.each([
  ["code", /\.(tsx?|js)$/u],
  ["docs", /\.(md|html)$/u],
  ["the contract", /^spec\/.*\.yaml$/u],
] as const)("no private word in %s", (_, pattern) => {
  const found = files
    .filter((path) => pattern.test(path))
    .flatMap((path) => privateWords(path, readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});

test("a private word is found in every form", () => {
  const text = "const toldOnce = 1; // the lanes hear\ncreateExchange();";
  expect(privateWords("a.ts", text)).toEqual([
    "a.ts:1 told: say emitted, reported",
    "a.ts:1 lanes: say connection",
    "a.ts:1 hear: say receive, handle",
    "a.ts:2 createExchange: has another name now",
  ]);
});

/** The words of a text, those within identifiers too, that are private ones. */
function privateWords(path: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const at = `${path}:${index + 1}`;
    const words = line.match(/[A-Z]?[a-z]+/gu) ?? [];
    const private_ = words.flatMap((word) => {
      const term = singular(word.toLowerCase());
      const known = Object.hasOwn(replacements, term) ? replacements[term] : undefined;
      return known === undefined ? [] : [`${at} ${word}: say ${known}`];
    });
    const former = [...line.matchAll(formerNames)].map(
      ([name]) => `${at} ${name}: has another name now`,
    );
    return [...private_, ...former];
  });
}

function singular(word: string): string {
  return Object.hasOwn(replacements, word) ? word : word.replace(/s$/u, "");
}
