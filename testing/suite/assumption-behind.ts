/** Which assumption does not hold where a step fails without showing anything documented wrong. */

import { errorCodes } from "../../generated/errors.ts";
import { isRefusal } from "../documents/check-response.ts";
import { markAt } from "../documents/marks.ts";
import type { Step } from "../scenarios/scenario.ts";
import type { Run, RunningRow } from "./run.ts";

/** The assumption that a failed step rests on; `undefined` if it rests on documented facts. */
export function assumptionBehind(row: RunningRow, step: Step): string | undefined {
  const isMessage = step.kind === "receive" ? behindMessage(row.run, step) : undefined;
  const found = step.kind === "call" ? behindCall(row, step) : isMessage;
  return found ?? row.scenario.assumes;
}

/** A refusal with another code than an assumed one, or a response whose form is assumed. */
function behindCall(
  { run: { rest }, log }: RunningRow,
  { operation, expect }: Extract<Step, { kind: "call" }>,
): string | undefined {
  const documented = rest.operations.find(({ id }) => id === operation);
  const last = log.events.findLast((event) => event.kind === "calls")?.call;
  if (documented === undefined || last === undefined || expect?.kind === "rejected") return;
  const { root } = rest;
  const whole = markAt(root, documented.pointer);
  if (whole !== undefined) return whole;
  if (expect?.kind === "error") {
    const expected = errorCodes.find(({ code }) => code === expect.code);
    return isRefusal(last.response) && expected && "assumed" in expected
      ? expected.assumed
      : undefined;
  }
  const success = documented.responses.find(({ status }) => status.startsWith("2"));
  return success && !isRefusal(last.response) ? markAt(root, success.pointer) : undefined;
}

/** A message that is assumed itself, or whose fields are. */
function behindMessage(
  { streams }: Run,
  { message, shows }: Extract<Step, { kind: "receive" }>,
): string | undefined {
  if (streams === undefined) return undefined;
  const all = streams.streams.flatMap(({ messages }) => messages);
  const { place = [], pointer = "" } = all.find(({ name }) => name === message) ?? {};
  const places = shows === undefined ? place : [...place, pointer];
  return places.map((each) => markAt(streams.root, each)).find((mark) => mark !== undefined);
}
