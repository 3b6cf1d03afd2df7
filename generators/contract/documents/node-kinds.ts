import { isList, isObject } from "./json.ts";
import type { Documents, Json, JsonObject } from "./model.ts";

/**
 * The node kinds of a document format: which kind each key holds, and in which section of
 * `components` named nodes of a kind belong. `[Schema]` is a list of schemas, `{Schema}` a map of
 * them. All else is plain data, in which a `$ref` is replaced by its target.
 */
export interface NodeKinds {
  /** Kinds of a node's members by key; `*` matches all other keys. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Section of `components` by kind; a kind without one is copied to its references. */
  readonly sections: Readonly<Record<string, string>>;
}

const each = (keys: string, kind: string): Readonly<Record<string, string>> =>
  Object.fromEntries(keys.split(" ").map((key) => [key, kind]));

const schema = {
  ...each("items additionalProperties unevaluatedProperties unevaluatedItems", "Schema"),
  ...each("not if then else contains propertyNames", "Schema"),
  ...each("oneOf anyOf allOf prefixItems", "[Schema]"),
  ...each("properties patternProperties $defs dependentSchemas", "{Schema}"),
  ...each("example examples default const enum x-vectors", "Value"),
};

const parameter = { schema: "Schema", content: "{MediaType}", examples: "{Example}" };

const openapi: NodeKinds = {
  kinds: {
    Root: {
      paths: "{PathItem}",
      components: "Components",
      webhooks: "{PathItem}",
      "x-operation-defaults": "{Operation}",
    },
    Components: {
      schemas: "{Schema}",
      parameters: "{Parameter}",
      responses: "{Response}",
      examples: "{Example}",
      requestBodies: "{RequestBody}",
      headers: "{Header}",
      pathItems: "{PathItem}",
    },
    PathItem: { parameters: "[Parameter]", "*": "Operation" },
    Operation: { parameters: "[Parameter]", requestBody: "RequestBody", responses: "{Response}" },
    Parameter: parameter,
    Header: parameter,
    RequestBody: { content: "{MediaType}" },
    Response: { headers: "{Header}", content: "{MediaType}" },
    MediaType: { schema: "Schema", examples: "{Example}", example: "Value" },
    Example: { value: "Value", "x-request": "Value", "x-response": "Value" },
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

const asyncapi: NodeKinds = {
  kinds: {
    Root: { channels: "{Channel}", components: "Components" },
    Components: {
      schemas: "{Schema}",
      messages: "{Message}",
      parameters: "{ChannelParameter}",
      channelBindings: "{ChannelBindings}",
    },
    Channel: {
      messages: "{Message}",
      parameters: "{ChannelParameter}",
      bindings: "ChannelBindings",
    },
    ChannelParameter: { examples: "Value" },
    ChannelBindings: { ws: "SocketBinding" },
    SocketBinding: { query: "Schema", headers: "Schema" },
    Message: { payload: "Schema", headers: "Schema", examples: "[MessageExample]" },
    // A recorded message refers to the recording of its session.
    MessageExample: { payload: "RecordedMessage", headers: "Value" },
    RecordedMessage: { "*": "Value" },
    Schema: schema,
  },
  sections: {
    Schema: "schemas",
    Message: "messages",
    ChannelParameter: "parameters",
    ChannelBindings: "channelBindings",
  },
};

/** Node kinds of both documents. */
export const nodeKinds = { openapi, asyncapi } as const;

/** The node kind of a key; `Data` for plain data. */
export function kindUnder(format: NodeKinds, kind: string, key: string | number): string {
  if (kind.startsWith("[")) return typeof key === "number" ? kind.slice(1, -1) : "Data";
  if (kind.startsWith("{")) return kind.slice(1, -1);
  const members = format.kinds[kind] ?? {};
  return members[Object.hasOwn(members, key) ? key : "*"] ?? "Data";
}

/** One object of a document, with its kind and the keys that lead to it. */
export interface Visited {
  readonly document: keyof Documents;
  readonly node: JsonObject;
  readonly kind: string;
  /** Mutated by the next visit. */
  readonly path: readonly string[];
  /** Whether its keys are names chosen by the spec, not keywords. */
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
