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
import type { Finding } from "./finding.ts";
import { originOfPath } from "./origin-of-path.ts";

const folder = "examples/streams/";

/**
 * Recorded stream sessions that break their form, name a stream that the document does not have,
 * or hold a message of the exchange that does not fit the schema of its message.
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
    ].map(({ at, rule, message }) => ({
      ...originOfPath({ document: value as JsonObject, places }, at),
      rule,
      message,
    }));
  });
  return [...inFiles, ...lacking(loaded, documents), ...exampleFaults(loaded, documents)];
}

/** Documented messages that no recording shows. */
function lacking(loaded: Loaded, { streams }: StreamDocument): readonly Finding[] {
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

/** Examples that show another message than the one that they stand with. */
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
          message: `In this example ${fault}: refer to a recording of this message.`,
        })),
      ),
    ),
  );
}

/** A fault and the way to it in the file. */
interface Fault {
  readonly at: readonly string[];
  readonly rule: string;
  readonly message: string;
}

function ownFaults(stream: string, { streams }: StreamDocument): readonly Fault[] {
  if (streams.some(({ id }) => id === stream)) return [];
  const known = streams.map(({ id }) => id).join(", ");
  const message = `There is no stream ${stream}: name the file after one of ${known}.`;
  return [{ at: [], rule: "stream-recording-names-a-stream", message }];
}

function formFaults(value: Json, { vocabulary }: Loaded): readonly Fault[] {
  const rule = "stream-recording-fits-its-schema";
  const schema = vocabulary.get("x-steps");
  const steps = stepsOf(value);
  if (steps === undefined) {
    return [{ at: [], rule, message: "This is no recorded session: x-steps is missing." }];
  }
  if (schema === undefined) return [];
  const files = (name: string): JsonObject | undefined =>
    vocabulary.get(`x-${name.replace(/\.yaml$/u, "")}`);
  return schemaViolations(steps, schema, files).map(({ path, message }) => {
    const place = ["x-steps", ...path].join("/");
    return { at: ["x-steps", ...path], rule, message: `${place} ${message}: record it again.` };
  });
}

/** What the exchange says is compared with the document; the client may say what is wrong. */
function messageFaults(value: Json, documents: StreamDocument): readonly Fault[] {
  const steps = stepsOf(value) ?? [];
  const raw = steps.map(rawStreamOf).find((name) => name !== undefined);
  return steps.flatMap((step, index) => {
    const heard = objectOf(step)["receives"];
    if (heard === undefined) return [];
    return checkMessage(documents, unwrap(heard, raw)).faults.map((fault) => ({
      at: ["x-steps", String(index), "receives"],
      rule: "recorded-message-fits-its-schema",
      message: `${fault}: record it again, or fix the schema.`,
    }));
  });
}

/** The stream of a connection that carries only one, without its name. */
function rawStreamOf(step: Json): string | undefined {
  const { path } = objectOf(objectOf(step)["opens"] ?? null);
  const name = typeof path === "string" ? /^\/ws\/(.+)$/u.exec(path)?.[1] : undefined;
  return name;
}

function stepsOf(value: Json): readonly Json[] | undefined {
  const steps = objectOf(value)["x-steps"];
  return Array.isArray(steps) ? (steps as readonly Json[]) : undefined;
}

function objectOf(value: Json): JsonObject {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : {};
}
