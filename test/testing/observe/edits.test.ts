/** What traffic proposes for the spec is read again, and holds no secret. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { assumptions } from "../../../generated/assumptions.ts";
import { build } from "../../../generators/contract/build.ts";
import { load } from "../../../generators/contract/documents/load.ts";
import { readSpec } from "../../../generators/contract/documents/spec-files.ts";
import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { newRecordings, withEvidence } from "../../../testing/observe/edits.ts";
import { observeTraffic, withoutSecrets } from "../../../testing/observe/observe.ts";
import { readFiles } from "../../../testing/observe/sources/read.node.ts";

const documents = await loadDocuments();
const traffic = withoutSecrets(await readFiles(["spec/examples"]), documents);
const observation = observeTraffic(traffic, documents);
const file = "spec/assumptions.yaml";

test("our own recordings match the contract and contradict no assumption", () => {
  const contradicted = observation.assumptions.filter(({ verdict }) => verdict === "contradicted");
  expect([observation.deviations, observation.news, contradicted]).toEqual([[], [], []]);
});

test("a confirmed assumption becomes observed, with evidence, in a spec without a fault", async () => {
  const own = await readFile(file, "utf8");
  expect(withEvidence(own, observation, "2026-01-02")).toBe(own);
  const place = { text: "traffic.har entry 0", origin: "api.exchange.test" };
  const elsewhere = traffic.calls.map((call) => ({ ...call, place }));
  const seen = observeTraffic({ ...traffic, calls: elsewhere }, documents);
  const text = withEvidence(own, seen, "2026-01-02");
  const twice = withEvidence(text, seen, "2026-01-03");
  const location = { folder: "spec", root: "." };
  const spec = readSpec(location).map((each) =>
    each.path === "assumptions.yaml" ? { ...each, text: twice } : each,
  );
  const contract = build(load(location, spec));
  const found = contract.assumptions.find(({ id }) => id === "bare-successes");
  expect(found).toMatchObject({ kind: "observed", check: { name: "bare-successes" } });
  expect(found?.evidence.map(({ seen }) => seen)).toEqual(["2026-01-03", "2026-01-02"]);
  const confirmed = seen.assumptions.filter(({ verdict }) => verdict === "confirmed");
  expect(contract.assumptions.filter(({ evidence }) => evidence.length > 0).length).toBe(
    confirmed.length,
  );
});

test("a response that no recording shows is recorded, and only that", () => {
  const without = traffic.calls.filter(({ id, ok }) => id === "getAccount" && ok);
  const [recording] = newRecordings(without, { calls: [] });
  expect(recording?.path).toBe("getAccount.observed-200.yaml");
  expect(recording?.text).toContain("redactedSignature");
  expect(newRecordings(without, { calls: [] })).toHaveLength(1);
});

const bare = [200, { serverTime: 1 }] as const;
const strange = [400, { code: -1121, msg: "A.", timestamp: 1 }] as const;
const weights = ["10S", "1M"].map((name) => ({ name: `X-MBX-USED-WEIGHT-${name}`, value: "1" }));
const sandbox = { name: "X-Tradespec", value: "sandbox" };
const recording = "spec/examples/getTime.observed-400-1121.yaml";

test.each([
  [[bare], weights, [], "{", 0, [file]],
  [[strange], [...weights, sandbox], ["--reporter", "text"], "1 calls", 0, [recording]],
  [[bare, strange, [200, {}]], weights, ["--reporter", "json"], "{", 1, [file, recording]],
] as const)("the command reports %j with %j, and proposes a patch for git", async (...row) => {
  const [responses, headers, options, begin, code, files] = row;
  const request = { method: "GET", url: "https://api.exchange.test/api/v1/time" };
  const entries = responses.map(([status, body]) => {
    return { request, response: { status, headers, content: { text: JSON.stringify(body) } } };
  });
  const folder = await mkdtemp(join(tmpdir(), "observe-"));
  const [har = "", report = "", patch = ""] = ["a.har", "r", "p"].map((name) => join(folder, name));
  await writeFile(har, JSON.stringify({ log: { entries } }));
  const words = ["scripts/observe.ts", har, ...options, "--report", report, "--write", patch];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  const paths = execFileSync("git", ["apply", "--numstat", patch], { encoding: "utf8" });
  expect([status, stdout, stderr, paths.match(/\S+$/gmu)]).toEqual([
    code,
    expect.stringMatching(RegExp(`^${responses.length} calls, 0 messages, `)),
    expect.stringContaining(`p: ${files.length} files would change;`),
    files,
  ]);
  expect((await readFile(report, "utf8")).slice(0, begin.length)).toBe(begin);
  await rm(folder, { recursive: true });
});

test("every entry of the list says how traffic shows it, or why it never does", () => {
  const missing = Object.entries(assumptions).filter(([, { check }]) => {
    return "never" in check && check.never.startsWith("Nobody");
  });
  expect(missing).toEqual([]);
});
