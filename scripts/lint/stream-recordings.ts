import { isList } from "../../generators/contract/documents/json.ts";
import type { Loaded } from "../../generators/contract/documents/load.ts";
import * as read from "../../generators/contract/documents/read.ts";
import type { SpecFile, SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import type { Json } from "../../generators/contract/model.ts";
import { compareWithSchema } from "../../runtime/encoding/json-schema.ts";
import {
  rawStreamIn,
  readAsyncApi,
  type StreamDocument,
  unwrap,
} from "../../testing/documents/asyncapi.ts";
import { checkMessage } from "../../testing/documents/check-response.ts";
import { issueText } from "../../testing/documents/issue.ts";
import { type Finding, originOfPath } from "./findings.ts";
import { findInEach, type RecordingProblem, recordAgain } from "./recordings.ts";

const folder = "examples/streams/";

/**
 * Recorded streams that violate the schema of recordings, name an unknown stream, or hold a
 * message from the exchange that violates its schema. Of `invalid` streams, examples are not asked
 * for.
 */
export function findInStreamRecordings(
  location: SpecLocation,
  files: readonly SpecFile[],
  loaded: Loaded,
  invalid: ReadonlySet<string> = new Set(),
): readonly Finding[] {
  const recordings = files.filter(({ path }) => path.startsWith(folder));
  if (recordings.length === 0 || loaded.asyncapi["channels"] === undefined) return [];
  const documents = readAsyncApi(loaded.asyncapi);
  const inFiles = findInEach(location, recordings, loaded.parsed, (path, value) => {
    const stream = path.slice(folder.length).split(".")[0] ?? "";
    return [
      ...ownProblems(stream, documents),
      ...formProblems(value, loaded),
      ...messageProblems(value, documents),
    ];
  });
  if (inFiles.length > 0) return inFiles;
  const streams = documents.streams.filter(({ id }) => !invalid.has(id));
  const sound = { ...documents, streams };
  return [...unrecorded(loaded, sound), ...exampleProblems(loaded, sound)];
}

/** Documented messages without a recording. */
function unrecorded(loaded: Loaded, { streams }: StreamDocument): readonly Finding[] {
  const { asyncapi: document } = loaded;
  return streams.flatMap(({ id, messages }) =>
    messages
      .filter(({ assumed, examples }) => !assumed && examples.length === 0)
      .map(({ name }) => ({
        ...originOfPath(document, ["channels", id, "messages", name, "name"]),
        rule: "message-has-a-recording",
        message: `${name} has no recorded message: refer to one under examples.`,
      })),
  );
}

/** Examples that do not match the message that lists them. */
function exampleProblems(
  loaded: Loaded,
  { streams, checkContent }: StreamDocument,
): readonly Finding[] {
  const { asyncapi: document } = loaded;
  return streams.flatMap(({ id, messages }) =>
    messages.flatMap((message) =>
      message.examples.flatMap((content, index) =>
        checkContent(message, content).map((problem) => ({
          ...originOfPath(document, [
            ...["channels", id, "messages", message.name, "examples"],
            index,
          ]),
          rule: "message-example-fits-its-schema",
          message: `In this example ${problem.text}: refer to a recording of this message.`,
        })),
      ),
    ),
  );
}

function ownProblems(stream: string, { streams }: StreamDocument): readonly RecordingProblem[] {
  if (streams.some(({ id }) => id === stream)) return [];
  const message = `There is no stream ${stream}`;
  const fix = `Name the file after one of ${streams.map(({ id }) => id).join(", ")}.`;
  return [{ path: [], rule: "stream-recording-names-a-stream", message, fix, key: message }];
}

function formProblems(value: Json, { extensions }: Loaded): readonly RecordingProblem[] {
  const rule = "stream-recording-fits-its-schema";
  const schema = extensions["steps"];
  const steps = stepsOf(value);
  if (steps === undefined) {
    const message = "This is not a recorded stream: x-steps is missing";
    return [{ path: [], rule, message, fix: recordAgain, key: message }];
  }
  if (schema === undefined) return [];
  return compareWithSchema(extensions, schema, steps).violations.map(({ path: inside, what }) => {
    const path = ["x-steps", ...inside.map(String)];
    const message = `${path.join("/")} ${what}`;
    return { path, rule, message, fix: recordAgain, key: message };
  });
}

/** Checks received messages against the document; sent ones may be wrong on purpose. */
function messageProblems(value: Json, documents: StreamDocument): readonly RecordingProblem[] {
  const steps = stepsOf(value) ?? [];
  const raw = steps.map((step) => rawStreamIn(read.text(step, "opens", "path"))).find(Boolean);
  return steps.flatMap((step, index) => {
    const received = read.at(step, "receives");
    if (received === undefined) return [];
    return checkMessage(documents, unwrap(received, raw)).issues.map((issue) => ({
      path: ["x-steps", String(index), "receives"],
      rule: "recorded-message-fits-its-schema",
      message: issueText(issue),
      fix: `${recordAgain.slice(0, -1)}, or correct the schema.`,
      key: issue.text,
    }));
  });
}

function stepsOf(value: Json): readonly Json[] | undefined {
  const steps = read.at(value, "x-steps");
  return isList(steps) ? steps : undefined;
}
