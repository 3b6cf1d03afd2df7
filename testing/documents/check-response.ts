/** Holds one answer against the documents, and tells what in it they do not know. */

import type { ErrorObject } from "ajv/dist/2020.js";

import type { Conversation, ReceivedAnswer } from "../recordings/conversation.ts";
import { allFields } from "../recordings/conversation.ts";
import { isRecord } from "../recordings/recording.ts";
import {
  asList,
  asNode,
  child,
  type DocumentedAnswer,
  type DocumentedOperation,
  type Documents,
  locate,
} from "./openapi.ts";
import { type Found, walkAnswer } from "./schema-coverage.ts";

/** The outcome for one answer. */
export interface AnswerCheck {
  /** The answer breaks the documents. */
  readonly faults: readonly string[];
  /** The answer holds what the documents do not know; clients must bear it. */
  readonly notes: readonly string[];
  /** The properties and words of the documents that the answer shows. */
  readonly found: readonly Found[];
  /** The documented answer that this is, with its status or range. */
  readonly documented: DocumentedAnswer | undefined;
}

/** Checks status, headers, form and content of an answer. */
export function checkAnswer(
  documents: Documents,
  operation: DocumentedOperation,
  { request, answer }: Conversation,
): AnswerCheck {
  const documented = findAnswer(operation, answer.status);
  const nothing = { notes: [], found: [], documented };
  if (documented === undefined) {
    return { ...nothing, faults: [`the status ${answer.status} is not documented`] };
  }
  const headers = checkHeaders(documented, answer);
  if (documented.schema === undefined) return { ...nothing, ...headers };
  const body = parseBody(answer.text);
  if (body === undefined) {
    return { ...nothing, faults: [...headers.faults, "the body is no JSON"], notes: headers.notes };
  }
  const sent = new Set(allFields(request).map(([name]) => name));
  const pointer = chooseBranch(documents, documented.pointer, sent);
  const payload = openEnvelope(documents, pointer, answer.status, body);
  const walked = walkAnswer(documents.root, pointer, payload, operation.id);
  return {
    documented,
    faults: [...headers.faults, ...documents.checkAnswer(pointer, payload).map(describe)],
    notes: [...headers.notes, ...walked.notes],
    found: walked.found,
  };
}

/** The documented answer of a status: the status itself, else its range, else the default. */
export function findAnswer(
  operation: DocumentedOperation,
  status: number,
): DocumentedAnswer | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  return names
    .map((name) => operation.answers.find((answer) => answer.status === name))
    .find((answer) => answer !== undefined);
}

/** A status of its own promises its headers; a range of statuses only allows them. */
function checkHeaders(
  documented: DocumentedAnswer,
  answer: ReceivedAnswer,
): Pick<AnswerCheck, "faults" | "notes"> {
  const missing = documented.headers
    .filter((name) => !answer.headers.has(name.toLowerCase()))
    .map((name) => `the header ${name} is missing`);
  const exact = /^\d+$/.test(documented.status);
  return exact ? { faults: missing, notes: [] } : { faults: [], notes: missing };
}

/** The branch of an answer whose form hangs on a parameter's presence; else the answer itself. */
function chooseBranch(documents: Documents, pointer: string, sent: ReadonlySet<string>): string {
  const { node, pointer: found } = locate(documents.root, pointer);
  const index = asList(node["oneOf"]).findIndex((branch) => {
    const when = asNode(asNode(branch)["x-when"]);
    if (typeof when["parameter"] !== "string") return false;
    return (when["is"] === "present") === sent.has(when["parameter"]);
  });
  return index < 0 ? found : child(found, "oneOf", index);
}

/** A success may come bare or in the envelope; both hold the same payload. */
function openEnvelope(
  documents: Documents,
  pointer: string,
  status: number,
  body: unknown,
): unknown {
  if (status >= 300 || !isRecord(body) || body["code"] !== 0 || !("data" in body)) return body;
  return documents.checkAnswer(pointer, body).length === 0 ? body : body["data"];
}

function describe(error: ErrorObject): string {
  const where = error.instancePath === "" ? "the answer" : error.instancePath;
  const more =
    "additionalProperty" in error.params ? ` (${error.params["additionalProperty"]})` : "";
  return `${where} ${error.message ?? error.keyword}${more}`;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
