/** The rooms of sandbox/ import in one direction: each only those before it. */

import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";

import { expect, test } from "vitest";

/** Each room with those that it may import beside itself, runtime/ and generated/. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  config: ["engine"],
  exchange: ["engine", "config"],
  handlers: ["engine", "exchange"],
  http: ["engine", "config", "exchange", "handlers"],
  streams: ["engine", "exchange", "handlers", "http"],
  faults: ["engine", "config", "exchange", "http", "streams"],
  feed: ["engine", "config", "exchange", "handlers", "http", "streams", "faults"],
  report: ["streams", "faults", "feed"],
  control: ["engine", "config", "exchange", "http", "streams", "faults"],
  page: ["config", "http", "faults", "feed", "report", "control"],
};

/**
 * What any room but the engine may import: the platform's timers, and limits without a contract.
 */
const shared = "sandbox/defaults.ts";

const files = globSync("sandbox/*/*.ts").map((path) => path.replaceAll("\\", "/"));

test("every folder of the sandbox is a room", () => {
  expect(new Set(files.map(roomOf))).toEqual(new Set(Object.keys(rooms)));
});

test.each(Object.entries(rooms))("%s imports only %j", (room, allowed) => {
  const wrong = files
    .filter((path) => roomOf(path) === room)
    .flatMap((path) => importsOf(path).map((imported) => ({ path, imported })))
    .filter(({ imported }) => imported.startsWith("sandbox/"))
    .filter(({ imported }) => !(imported === shared && room !== "engine"))
    .filter(({ imported }) => ![room, ...allowed].includes(roomOf(imported)));
  expect(wrong).toEqual([]);
});

test("createSandbox reaches no module of Node", () => {
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path) || !path.endsWith(".ts")) return;
    reached.add(path);
    importsOf(path).forEach(reach);
  };
  reach("sandbox/index.ts");
  const ours = [...reached].filter((path) => path.startsWith("sandbox/"));
  expect(ours.length).toBeGreaterThan(50);
  expect(ours.filter((path) => path.endsWith(".node.ts"))).toEqual([]);
  expect(ours.filter((path) => /from "(?:node:|ws")/u.test(readFileSync(path, "utf8")))).toEqual(
    [],
  );
});

function roomOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function importsOf(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/(?:from|import) "(\.[^"]+)"/gu)].map(([, name = ""]) =>
    posix.join(posix.dirname(path), name),
  );
}
