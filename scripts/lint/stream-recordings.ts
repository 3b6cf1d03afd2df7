import { isList, objectIn } from "../../generators/contract/documents/json.ts";
import { schemaViolations } from "../../generators/contract/documents/json-schema.ts";
import type { Loaded } from "../../generators/contract/documents/load.ts";
import { createPlaces } from "../../generators/contract/documents/places.ts";
import { createProblems } from "../../generators/contract/documents/problems.ts";
import type { SpecFile, SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import { displayPath } from "../../generators/contract/documents/spec-files.ts";
import { readSource } from "../../generators/contract/documents/yaml.ts";
import type { Json, JsonObject } from "../../generators/contract/model.ts";
import { readAsyncApi, type StreamDocument, unwrap } from "../../testing/documents/asyncapi.ts";
import { checkMessage } from "../../testing/documents/check-message.ts";
import { faultText } from "../../testing/documents/fault.ts";
import { type Finding, originOfPath, type PathFinding } from "./findings.ts";

const folder = "examples/streams/";

/**
 * Recorded stream sessions that violate the schema of recordings, name an unknown stream, or hold a
 * message from the exchange that violates its schema.
 */
export function findInStreamRecordings(
  location: SpecLocation,
  files: readonly SpecFile[],
  loaded: Loaded,
): readonly Finding[] {
  const recordings = files.filter(({ path }) => path.startsWith(folder));
  if (recordings.length === 0 || loaded.asyncapi["channels"] === undefined) return [];
  const documents = readAsyncApi(loaded.asyncapi);
  const inFiles = recordings.flatMap(({ path, text }) => {
    const places = createPlaces();
    const context = { places, problems: createProblems(places), cache: new Map() };
    const { value } = readSource(displayPath(location, path), text, context);
    const stream = path.slice(folder.length).split(".")[0] ?? "";
    return [
      ...ownFaults(stream, documents),
      ...formFaults(value, loaded),
      ...messageFaults(value, documents),
    ].map(({ path: at, rule, message }) => ({
      ...originOfPath({ document: value as JsonObject, places }, at),
      rule,
      message,
    }));
  });
  if (inFiles.length > 0) return inFiles;
  return [...unrecorded(loaded, documents), ...exampleFaults(loaded, documents)];
}

/** Documented messages without a recording. */
function unrecorded(loaded: Loaded, { streams }: StreamDocument): readonly Finding[] {
  const { asyncapi: document, places } = loaded;
  return streams.flatMap(({ id, messages }) =>
    messages
      .filter(({ assumed, examples }) => !assumed && examples.length === 0)
      .map(({ name }) => ({
        ...originOfPath({ document, places }, ["channels", id, "messages", name, "name"]),
        rule: "message-has-a-recording",
        message: `${name} shows no recorded message: refer to one under examples.`,
      })),
  );
}

/** Examples that do not match the message that lists them. */
function exampleFaults(
  loaded: Loaded,
  { streams, checkContent }: StreamDocument,
): readonly Finding[] {
  const { asyncapi: document, places } = loaded;
  return streams.flatMap(({ id, messages }) =>
    messages.flatMap((message) =>
      message.examples.flatMap((content, index) =>
        checkContent(message, content).map((fault) => ({
          ...originOfPath({ document, places }, [
            ...["channels", id, "messages", message.name, "examples"],
            index,
          ]),
          rule: "message-example-fits-its-schema",
          message: `In this example ${fault.text}: refer to a recording of this message.`,
        })),
      ),
    ),
  );
}

function ownFaults(stream: string, { streams }: StreamDocument): readonly PathFinding[] {
  if (streams.some(({ id }) => id === stream)) return [];
  const known = streams.map(({ id }) => id).join(", ");
  const message = `There is no stream ${stream}: name the file after one of ${known}.`;
  return [{ path: [], rule: "stream-recording-names-a-stream", message }];
}

function formFaults(value: Json, { vocabulary }: Loaded): readonly PathFinding[] {
  const rule = "stream-recording-fits-its-schema";
  const schema = vocabulary.get("x-steps");
  const steps = stepsOf(value);
  if (steps === undefined) {
    return [{ path: [], rule, message: "This is no recorded session: x-steps is missing." }];
  }
  if (schema === undefined) return [];
  return schemaViolations(steps, schema, vocabulary).map(({ path, message }) => {
    const place = ["x-steps", ...path].join("/");
    return { path: ["x-steps", ...path], rule, message: `${place} ${message}: record it again.` };
  });
}

/** Checks received messages against the document; sent ones may be wrong on purpose. */
function messageFaults(value: Json, documents: StreamDocument): readonly PathFinding[] {
  const steps = stepsOf(value) ?? [];
  const raw = steps.map(rawStreamOf).find((name) => name !== undefined);
  return steps.flatMap((step, index) => {
    const received = objectIn(step)["receives"];
    if (received === undefined) return [];
    return checkMessage(documents, unwrap(received, raw)).faults.map((fault) => ({
      path: ["x-steps", String(index), "receives"],
      rule: "recorded-message-fits-its-schema",
      message: `${faultText(fault)}: record it again, or fix the schema.`,
    }));
  });
}

/** The stream of a connection that carries only one stream, unwrapped. */
function rawStreamOf(step: Json): string | undefined {
  const { path } = objectIn(objectIn(step)["opens"]);
  const name = typeof path === "string" ? /^\/ws\/(.+)$/u.exec(path)?.[1] : undefined;
  return name;
}

function stepsOf(value: Json): readonly Json[] | undefined {
  const steps = objectIn(value)["x-steps"];
  return isList(steps) ? steps : undefined;
}
