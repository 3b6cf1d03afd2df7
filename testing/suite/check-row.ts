/** Checks a row's traffic against the documents, with the checks of testing/documents/. */

import { encodeJson, parseJson } from "../../runtime/encoding/json.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { checkRequest } from "../documents/check-request.ts";
import { type Checked, checkMessage, checkResponse } from "../documents/check-response.ts";
import { type Issue, issueText } from "../documents/issue.ts";
import { checkWeight } from "../documents/weights.ts";
import type { Call } from "../recordings/conversation.ts";
import type { RunningRow } from "./run.ts";
import { readReceived } from "./steps.ts";

/** Returns violations and undocumented parts; counts coverage. */
export function checkRow(row: RunningRow): Readonly<Record<"issues" | "notes", readonly string[]>> {
  const { run, log, scenario } = row;
  const checks: Pick<Checked, "issues" | "notes">[] = log.intended.map((request) => ({
    issues: checkRequest(run.rest, request),
    notes: [],
  }));
  // Time passes in a stream, so the windows of the used weight restart.
  if (scenario.steps !== undefined) run.before = undefined;
  for (const event of log.events) {
    const checked =
      event.kind === "calls" ? checkCall(row, event.call) : checkMessageEvent(row, event);
    if (checked === undefined) continue;
    run.coverage.add(checked.covered);
    checks.push(checked);
  }
  const issues = checks.flatMap((each) => each.issues);
  const isAssumed = ({ assumption }: Issue): boolean =>
    assumption !== undefined && run.options.strict !== true;
  const contradictions = issues.filter(isAssumed).map((issue) => {
    return `the assumption ${issue.assumption} does not hold: ${issueText(issue)}`;
  });
  const violations = issues.filter((issue) => !isAssumed(issue)).map(issueText);
  return {
    issues: [...violations, ...compareDelivered(row)],
    notes: [...contradictions, ...checks.flatMap(({ notes }) => notes).map(issueText)],
  };
}

function checkCall({ run, scenario }: RunningRow, call: Call | undefined): Checked | undefined {
  if (call === undefined) return undefined;
  const checked = checkResponse(run.rest, call);
  if (scenario.steps !== undefined) return checked;
  const { before, rest, options } = run;
  const operation = rest.find(call.request.method, call.request.path);
  const { sharedClock, isRecorded } = options.target;
  const isExact = sharedClock === true && isRecorded !== true;
  const weight = isExact && operation && before ? checkWeight(operation, before, call) : [];
  run.before = call;
  return { ...checked, issues: [...checked.issues, ...weight] };
}

function checkMessageEvent(
  row: RunningRow,
  event: RunningRow["log"]["events"][number],
): Checked | undefined {
  const { run, invalid } = row;
  if (run.streams === undefined) return undefined;
  if (event.kind === "receives") {
    return checkMessage(run.streams, readReceived(row, parseJsonOr(event.text, undefined)));
  }
  if (event.kind !== "sends" || invalid.has(event.text)) return undefined;
  const content = parseJsonOr(event.text, undefined);
  return checkMessage(run.streams, { sender: "client", stream: undefined, content });
}

/** The client must deliver every event of the wire exactly once. */
function compareDelivered(row: RunningRow): readonly string[] {
  const { delivered, log } = row;
  if (delivered === undefined) return [];
  const received = log.events.flatMap((event) => {
    if (event.kind !== "receives") return [];
    const { stream, content } = readReceived(row, parseJson(event.text));
    return stream === undefined ? [] : [encodeJson([stream, content])];
  });
  // The order holds only within a stream: streams are read concurrently.
  const sorted = delivered.map(({ stream, data }) => encodeJson([stream, data])).sort();
  const isSame = JSON.stringify(received.sort()) === JSON.stringify(sorted);
  return isSame ? [] : ["the client delivered other events than came over the wire"];
}
