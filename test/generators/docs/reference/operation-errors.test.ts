/** The errors beside each operation, and what to do about them. */

import { expect, test } from "vitest";

import { adviceSentences, errorCodes } from "../../../../generated/errors.ts";
import { errorsInWords } from "../../../../generators/docs/reference/operation-errors.ts";
import { loadRecordings } from "../../../../testing/recordings/files.node.ts";
import { contract, pages } from "../../../support/contract-pages.ts";

const { calls } = await loadRecordings("spec/examples");

const rows = contract.operations.map((operation) => {
  const text = errorsInWords(contract, operation);
  const codes = [...text.matchAll(/\[(-\d+) /gu)].map(([, code]) => Number(code));
  return { ...operation, text, codes };
});

/** Codes that every operation can give stand on the page of errors. */
const general = contract.errors.filter(({ givenBy }) => !givenBy).map(({ code }) => code);

function adviceOf(text: string, error: string): string | undefined {
  const line = text.split("\n").find((one) => one.includes(`[${error}`));
  return Object.entries(adviceSentences).find(([, words]) => line?.includes(words))?.[0];
}

test("every refusal that was recorded is beside its operation", () => {
  const refusals = calls.filter(({ response }) => response.status >= 400);
  expect(refusals.length).toBeGreaterThan(80);
  const missing = refusals.flatMap(({ name, request, value }) => {
    const row = rows.find(({ method, path }) => method === request.method && path === request.path);
    const { code } = Object(value);
    return row?.codes.includes(code) || general.includes(code) ? [] : [`${name}: ${code}`];
  });
  expect(missing).toEqual([]);
});

test("every code is on the page of some operation, with the advice of the spec", () => {
  const listed = new Set([...rows.flatMap(({ codes }) => codes), ...general]);
  expect(errorCodes.map(({ code }) => code).filter((code) => !listed.has(code))).toEqual([]);
  for (const { code, advice } of contract.errors) {
    for (const { id, text, codes } of rows) {
      if (codes.includes(code))
        expect([id, code, adviceOf(text, `${code} `)]).toEqual([id, code, advice]);
    }
  }
});

test("credentials are refused where they are needed, and nowhere else", () => {
  for (const { id, security, codes } of rows) {
    const credentials = [-2015, -1021, -1022].map((code) => codes.includes(code));
    expect([id, ...credentials]).toEqual([id, security.sendsKey, security.signed, security.signed]);
  }
});

test("a failure whose outcome is unknown sends nobody to place an order again", () => {
  for (const { id, text, placement, cancellation } of rows) {
    const wanted = (placement ?? cancellation) === undefined ? "backOff" : "queryFirst";
    expect([id, adviceOf(text, "HTTP 5XX"), adviceOf(text, "HTTP 408")]).toEqual([
      id,
      wanted,
      wanted,
    ]);
    expect([id, adviceOf(text, "HTTP 429"), adviceOf(text, "HTTP 418")]).toEqual([
      id,
      "wait",
      "stop",
    ]);
  }
});

test("each link leads to the description of the error", () => {
  const page = pages.get("rules.html")?.text ?? "";
  const links = rows.flatMap(({ text }) => [...text.matchAll(/\(rules\.md#([^)]+)\)/gu)]);
  const anchors = new Set(links.map(([, anchor = ""]) => anchor));
  expect(anchors.size).toBeGreaterThan(30);
  expect([...anchors].filter((anchor) => !page.includes(`id="${anchor}"`))).toEqual([]);
});
