import { isList, isObject } from "./json.ts";
import type { Documents, Json, JsonObject } from "./model.ts";

/**
 * The kinds of nodes in a document format: which kind of node a key holds, and in which section of
 * `components` named nodes of a kind stand. Everything else is plain data, in which a `$ref` is
 * replaced by its target.
 */
export interface NodeKinds {
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Section of `components` by kind; a kind without one is copied to where it is referenced. */
  readonly sections: Readonly<Record<string, string>>;
}

/** The kinds of a node's known members, and of all others. */
interface Kind {
  readonly members?: Readonly<Record<string, string>>;
  readonly others?: string;
}

const list = (kind: string): string => `[${kind}]`;
const map = (kind: string): string => `{${kind}}`;

const each = (keys: string, kind: string): Readonly<Record<string, string>> =>
  Object.fromEntries(keys.split(" ").map((key) => [key, kind]));

const schema: Kind = {
  members: {
    ...each("items additionalProperties unevaluatedProperties unevaluatedItems", "Schema"),
    ...each("not if then else contains propertyNames", "Schema"),
    ...each("oneOf anyOf allOf prefixItems", list("Schema")),
    ...each("properties patternProperties $defs dependentSchemas", map("Schema")),
    ...each("example examples default const enum x-vectors", "Value"),
  },
};

/** OpenAPI 3.1. */
const openapi: NodeKinds = {
  kinds: {
    Root: { members: { paths: map("PathItem"), components: "Components", webhooks: "{PathItem}" } },
    Components: {
      members: {
        schemas: map("Schema"),
        parameters: map("Parameter"),
        responses: map("Response"),
        examples: map("Example"),
        requestBodies: map("RequestBody"),
        headers: map("Header"),
        pathItems: map("PathItem"),
      },
    },
    PathItem: {
      members: { parameters: list("Parameter") },
      others: "Operation",
    },
    Operation: {
      members: {
        parameters: list("Parameter"),
        requestBody: "RequestBody",
        responses: map("Response"),
      },
    },
    Parameter: {
      members: { schema: "Schema", content: map("MediaType"), examples: map("Example") },
    },
    Header: { members: { schema: "Schema", content: map("MediaType"), examples: map("Example") } },
    RequestBody: { members: { content: map("MediaType") } },
    Response: { members: { headers: map("Header"), content: map("MediaType") } },
    MediaType: { members: { schema: "Schema", examples: map("Example"), example: "Value" } },
    Example: { members: { value: "Value", "x-request": "Value", "x-response": "Value" } },
    Schema: schema,
  },
  sections: {
    Schema: "schemas",
    Parameter: "parameters",
    Response: "responses",
    Example: "examples",
    RequestBody: "requestBodies",
    Header: "headers",
  },
};

/** AsyncAPI 3. */
const asyncapi: NodeKinds = {
  kinds: {
    Root: { members: { channels: map("Channel"), components: "Components" } },
    Components: {
      members: {
        schemas: map("Schema"),
        messages: map("Message"),
        parameters: map("ChannelParameter"),
        channelBindings: map("ChannelBindings"),
      },
    },
    Channel: {
      members: {
        messages: map("Message"),
        parameters: map("ChannelParameter"),
        bindings: "ChannelBindings",
      },
    },
    ChannelParameter: { members: { examples: "Value" } },
    ChannelBindings: { members: { ws: "SocketBinding" } },
    SocketBinding: { members: { query: "Schema", headers: "Schema" } },
    Message: {
      members: { payload: "Schema", headers: "Schema", examples: list("MessageExample") },
    },
    // A recorded message is a reference into the recording of its session.
    MessageExample: { members: { payload: "RecordedMessage", headers: "Value" } },
    RecordedMessage: { others: "Value" },
    Schema: schema,
  },
  sections: {
    Schema: "schemas",
    Message: "messages",
    ChannelParameter: "parameters",
    ChannelBindings: "channelBindings",
  },
};

/** The kinds of nodes in both documents of a spec. */
export const nodeKinds = { openapi, asyncapi } as const;

/** The kind of node under a key of a node; `Data` for plain data. */
export function kindUnder(format: NodeKinds, kind: string, key: string | number): string {
  if (kind.startsWith("[")) return typeof key === "number" ? kind.slice(1, -1) : "Data";
  if (kind.startsWith("{")) return kind.slice(1, -1);
  const { members = {}, others = "Data" } = format.kinds[kind] ?? {};
  return Object.hasOwn(members, key) ? (members[key] ?? others) : others;
}

/** One object of a document, with its kind and the keys that lead to it. */
export interface Visited {
  readonly document: keyof Documents;
  readonly node: JsonObject;
  readonly kind: string;
  /** Changes with the next visit. */
  readonly path: readonly string[];
  /** Whether the keys of the object are names that the spec chose, not keywords. */
  readonly isMap: boolean;
}

/** Visits every object of both documents that is not sample data, outer ones first. */
export function walk(documents: Documents, visit: (visited: Visited) => void): void {
  for (const document of ["openapi", "asyncapi"] as const) {
    const format = nodeKinds[document];
    const path: string[] = [];
    const enter = (value: Json, kind: string): void => {
      if (kind === "Value") return;
      if (!isList(value) && !isObject(value)) return;
      if (isObject(value)) {
        visit({ document, node: value, kind, path, isMap: kind.startsWith("{") });
      }
      for (const [key, item] of Object.entries(value)) {
        path.push(key);
        enter(item, kindUnder(format, kind, isList(value) ? Number(key) : key));
        path.pop();
      }
    };
    enter(documents[document], "Root");
  }
}
