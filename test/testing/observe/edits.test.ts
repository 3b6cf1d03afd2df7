/** What traffic proposes for the spec is read again, and holds no secret. */

import { readFile } from "node:fs/promises";

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

test("every entry of the list says how traffic shows it, or why it never does", () => {
  const missing = Object.entries(assumptions).filter(([, { check }]) => {
    return "never" in check && check.never.startsWith("Nobody");
  });
  expect(missing).toEqual([]);
});
