import { errorCodes } from "../../generated/errors.ts";
import type { Loaded } from "../../generators/contract/documents/load.ts";
import { suggestName } from "../../generators/contract/documents/problems.ts";
import * as read from "../../generators/contract/documents/read.ts";
import type { SpecFile, SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import { valueErrors } from "../../sandbox/http/fields.ts";
import { checkRequest } from "../../testing/documents/check-request.ts";
import { checkResponse } from "../../testing/documents/check-response.ts";
import { issueText } from "../../testing/documents/issue.ts";
import type { RestDocument } from "../../testing/documents/openapi.ts";
import { type CallRecording, readRecordedCall } from "../../testing/recordings/call-recording.ts";
import type { Call } from "../../testing/recordings/conversation.ts";
import { callOf } from "../../testing/recordings/requests.ts";
import type { Finding } from "./findings.ts";
import { findInEach, type RecordingProblem, recordAgain } from "./recordings.ts";

const folder = "examples/";

/** What a problem of a recording ends with, like every finding. */
const againToo = /\. Record it again\.$/u;

/** The codes of requests that hold a value which its field cannot have. */
const valueCodes = new Set<number>(
  errorCodes.filter(({ name }) => valueErrors.has(name)).map(({ code }) => code),
);

type Problem = Pick<RecordingProblem, "path" | "message"> & Partial<RecordingProblem>;

/**
 * Recorded calls that the contract contradicts: of an unknown operation, with an undocumented
 * status, a request that would be refused now or refused for a reason that is gone, or a body that
 * does not fit its schema. An edit of the contract that outdates several is reported once.
 */
export function findInCallRecordings(
  location: SpecLocation,
  files: readonly SpecFile[],
  { rest, loaded }: { readonly rest: RestDocument; readonly loaded: Loaded },
): readonly Finding[] {
  const listed = statusesByRecording(loaded);
  const recordings = files.filter(({ path }) => /^examples\/[^/]+\.yaml$/u.test(path));
  return findInEach(location, recordings, loaded.parsed, (path, value) => {
    const name = path.slice(folder.length, -".yaml".length);
    const problems: string[] = [];
    const recording = { name, summary: "", ...readRecordedCall(name, value, problems) };
    const [problem] =
      problems.length > 0
        ? problems.map((text): Problem => ({ path: [], message: text.replace(againToo, "") }))
        : problemsOf(recording, rest, listed.get(name));
    if (problem === undefined) return [];
    // Elements of a list and the record that is asked for alone have the same problem.
    const key = problem.message.replace(/ the response| \/\S+/gu, "");
    return [{ rule: "recording-fits-the-contract", fix: recordAgain, key, ...problem }];
  });
}

/** The statuses under which operations list each recording, by its name. */
function statusesByRecording({ openapi }: Loaded): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, string[]>();
  for (const item of Object.values(read.object(openapi, "paths"))) {
    for (const operation of Object.values(read.object(item))) {
      for (const [status, response] of Object.entries(read.object(operation, "responses"))) {
        const media = read.object(response, "content", "application/json");
        for (const example of Object.values(read.object(media, "examples"))) {
          const name = read.text(example, "$ref").split("/").at(-1) ?? "";
          listed.set(name, [...(listed.get(name) ?? []), status]);
        }
      }
    }
  }
  return listed;
}

function problemsOf(
  recording: CallRecording,
  rest: RestDocument,
  listedUnder: readonly string[] = [],
): readonly Problem[] {
  const { name, request, response } = recording;
  const id = name.split(".")[0] ?? "";
  const operation = rest.operations.find((each) => each.id === id);
  if (operation === undefined) {
    const fix = suggestName(
      id,
      rest.operations.map((each) => each.id),
    );
    return [{ path: [], message: `The file is named after ${id}, which is not an operation`, fix }];
  }
  if (request.method !== operation.method || request.path !== operation.path) {
    const message = `The recording has ${request.method} ${request.path}, but ${id} is ${operation.method} ${operation.path}`;
    return [{ path: ["x-request"], message }];
  }
  const status = listedUnder.find(
    (each) => each !== String(response.status) && /^\d+$/u.test(each),
  );
  if (status !== undefined) {
    const message = `The recording has the status ${response.status}, but is listed under ${status}`;
    return [{ path: ["x-response", "status"], message }];
  }
  const call = callOf(recording);
  const asked = requestProblem(call, rest);
  if (asked !== undefined) return [asked];
  return checkResponse(rest, call).issues.map((issue) => ({
    path: pathIn(issue.text),
    message: `The recorded response: ${issueText(issue)}`,
  }));
}

/**
 * A request that was carried out must fit the contract. One that was refused need not, but one that
 * was refused for a value must have one that no field can have.
 */
function requestProblem(call: Call, rest: RestDocument): Problem | undefined {
  const [problem] = checkRequest(rest, call.request);
  if (call.response.status >= 400) {
    const code = /"code"\s*:\s*(-?\d+)/u.exec(call.response.text ?? "")?.[1];
    if (problem !== undefined || !valueCodes.has(Number(code))) return undefined;
    return {
      path: ["x-request"],
      message: `The code ${code} means an invalid value, but the contract allows all values now`,
    };
  }
  if (problem === undefined) return undefined;
  const [, field] = / field (\S+)/u.exec(problem.text) ?? [];
  const isInBody = call.request.form.some(([name]) => name === field);
  const path = ["x-request", isInBody ? "body" : "query", ...(field === undefined ? [] : [field])];
  return { path, message: `The exchange accepted this request, but ${issueText(problem)}` };
}

/** The place of a problem that begins with a value's path, as in `/bids/0/0 must be string`. */
function pathIn(problem: string): readonly (string | number)[] {
  const [, at] = /(?:^|\s)(\/\S+)/u.exec(problem) ?? [];
  if (problem.startsWith("the header")) return ["x-response", "headers"];
  if (problem.startsWith("the status")) return ["x-response", "status"];
  return ["value", ...(at?.slice(1).split("/") ?? [])];
}
