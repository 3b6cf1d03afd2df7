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

/**
 * Words with one meaning: where names may have them, and what to say elsewhere. A former public
 * name stays for one version, marked as deprecated.
 */
const allowedIn: Readonly<Record<string, readonly [places: RegExp, instead: string]>> = {
  fault: [
    /^(sandbox\/(faults|feed|report|control|page|config|http|streams|exchange|index|defaults)|scripts\/sandbox|testing\/suite\/sandbox-target|generators\/(contract|emitters|docs)\/sandbox)/u,
    "issue (a request field), problem (a spec, a recording), error (a transport)",
  ],
  session: [
    /^(runtime\/(user-data|code-samples\/streams)|generators\/(contract|emitters)\/streams\/user-data|sandbox\/page)/u,
    "socket, connection, listen key, stream recording",
  ],
  facts: [/^$/u, "constants, fields, statements, inputs"],
};

/** Former public names. */
const keptNames =
  /\b(RequestFault|ApiErrorFacts|RateLimitFacts|FactKind|Session(Recording|Scenario|Timing)|untouchedFacts|userSession|get faults)\b/gu;

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

test("names have overloaded words only where they mean one thing", () => {
  const sources = files.filter((path) =>
    /^(generators|runtime|sandbox|testing|scripts)\/.*\.tsx?$/u.test(path),
  );
  const found = sources.flatMap((path) => overloadedNames(path, readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});

test("an overloaded word is found within a name, and not in a comment", () => {
  const text = "// a fault\nconst fieldFaults = openSession(FACTS_OF); const RequestFault = 1;";
  expect(overloadedNames("runtime/a.ts", text)).toEqual([
    "runtime/a.ts:2 fieldFaults: say issue (a request field), problem (a spec, a recording), error (a transport)",
    "runtime/a.ts:2 openSession: say socket, connection, listen key, stream recording",
    "runtime/a.ts:2 FACTS_OF: say constants, fields, statements, inputs",
  ]);
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

/** Names that hold an overloaded word in the wrong place; comments and texts have no names. */
function overloadedNames(path: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const code = line
      .replace(/^\s*(\/?\*|\/\/).*|\/\/.*$|"[^"]*"|`[^`]*`/gu, "")
      .replace(keptNames, "");
    const names = code.match(/[A-Za-z_$][\w$]*/gu) ?? [];
    return names.flatMap((name) => {
      const words = name.split(/(?<=[a-z])(?=[A-Z])|_/u).map((word) => word.toLowerCase());
      const word = Object.keys(allowedIn).find((one) =>
        words.some((each) => each === one || each === `${one}s`),
      );
      const [places, instead] = word === undefined ? [/^/u, ""] : (allowedIn[word] ?? [/^/u, ""]);
      return places.test(path) ? [] : [`${path}:${index + 1} ${name}: say ${instead}`];
    });
  });
}

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
