/**
 * What stands where in the two kinds of document, as far as bundling needs it: of which kind the
 * value of a key is, and in which section of `components` a kind has its named values. Whatever
 * is not named here is plain data, in which a `$ref` is replaced by what it names.
 */
export interface Grammar {
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Section of `components` by kind; a kind without one is written out where it is named. */
  readonly sections: Readonly<Record<string, string>>;
}

/** One kind of value: the kinds of its known members, and of all others. */
export interface Kind {
  readonly members?: Readonly<Record<string, string>>;
  readonly others?: string;
}

const list = (kind: string): string => `[${kind}]`;
const map = (kind: string): string => `{${kind}}`;

/** The kind of a value under a key of another; `undefined` for plain data. */
export function kindUnder(grammar: Grammar, kind: string, key: string | number): string {
  if (kind.startsWith("[")) return typeof key === "number" ? kind.slice(1, -1) : "Data";
  if (kind.startsWith("{")) return kind.slice(1, -1);
  const { members = {}, others = "Data" } = grammar.kinds[kind] ?? {};
  return Object.hasOwn(members, key) ? (members[key] ?? others) : others;
}

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
export const openapiGrammar: Grammar = {
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
export const asyncapiGrammar: Grammar = {
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
    // A recorded message is referred to where it stands in its session.
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
