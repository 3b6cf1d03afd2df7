import type {
  Channel,
  Contract,
  Filter,
  FilterRule,
  NamedSchema,
  Operation,
  Origin,
  Parameter,
  Property,
  Schema,
  StreamMessage,
} from "../../generators/contract/model.ts";

/**
 * Minimal valid pieces of a contract. Each takes the one facet that a test is about and fills in
 * the rest, so that a row of a test shows only what it means.
 */

/** A place in the spec; the first column of the first line where nothing else is said. */
export function origin(file = "spec/openapi.yaml", line = 1, column = 1): Origin {
  return { file, line, column };
}

/** A contract with nothing in it but its fixed parts. */
export function contract(facets: Partial<Contract> = {}): Contract {
  return {
    title: "Spot exchange",
    version: "v1.0.0",
    description: "An exchange.",
    schemas: [],
    operations: [],
    roles: {},
    channels: [],
    filters: [],
    marketData: [],
    orderRules: { types: [], algo: [], fieldNeeds: [] },
    orderStates: { states: [], transitions: [] },
    rulesRefresh: undefined,
    errors: [],
    statuses: [],
    retry: {
      rules: [],
      header: "Retry-After",
      backoff: { firstMs: 1000, factor: 2, maxMs: 32_000, jitter: "full" },
    },
    envelope: undefined,
    limits: [],
    limitRules: { exceeded: { status: 429 }, banned: { status: 418 } },
    signing: signing(),
    refusals: {},
    securityTypes: [security("NONE"), security("SIGNED")],
    streamRules: streamRules(),
    assumptions: [],
    places: { openapi: {}, asyncapi: {} },
    scenarios: [],
    sandbox: {},
    documents: {
      openapi: { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} },
      asyncapi: { asyncapi: "3.0.0", info: { title: "t", version: "1" } },
    },
    ...facets,
  };
}

/** A named schema; its file is named after it. */
export function schema(name: string, of: Schema, facets: Partial<NamedSchema> = {}): NamedSchema {
  const file = `spec/schemas/${name}.yaml`;
  return { name, description: "", schema: of, assumed: undefined, origin: origin(file), ...facets };
}

/** A property that is always there. */
export function property(name: string, of: Schema, facets: Partial<Property> = {}): Property {
  return {
    name,
    description: "",
    schema: of,
    required: true,
    assumed: undefined,
    origin: origin(),
    ...facets,
  };
}

/** A choice of words. */
export function choice(values: readonly string[], open = false): Schema {
  return {
    kind: "enum",
    open,
    values: values.map((value) => ({ value, description: "", assumed: undefined })),
  };
}

/** A reading operation without fields. */
export function operation(facets: Partial<Operation> = {}): Operation {
  return {
    id: "getTime",
    method: "GET",
    path: "/api/v1/time",
    summary: "Server time.",
    description: "",
    parameters: [],
    places: ["query"],
    responses: [{ schema: { kind: "reference", name: "ServerTime" }, when: undefined }],
    weight: { ip: { kind: "fixed", weight: 1 } },
    security: security("NONE"),
    securityAssumed: undefined,
    placement: undefined,
    assumed: undefined,
    origin: origin("spec/paths/general/time.yaml"),
    ...facets,
  };
}

/** An optional text field of a request. */
export function parameter(name: string, facets: Partial<Parameter> = {}): Parameter {
  return {
    name,
    kind: "text",
    required: false,
    description: "",
    schema: { kind: "text" },
    origin: origin("spec/parameters.yaml"),
    ...facets,
  };
}

/** A security type by its usual name. */
export function security(
  name: "NONE" | "USER_STREAM" | "SIGNED",
): Contract["securityTypes"][number] {
  return { name, sendsKey: name !== "NONE", signed: name === "SIGNED" };
}

/** A public stream without messages. */
export function channel(facets: Partial<Channel> = {}): Channel {
  return {
    id: "depth",
    address: "{symbol}@depth",
    description: "",
    parameters: [{ name: "symbol", letterCase: "lower" }],
    access: "public",
    afterReconnect: "newSnapshot",
    backlog: "stale",
    messages: [],
    assumed: undefined,
    origin: origin("spec/asyncapi.yaml"),
    ...facets,
  };
}

/** A stream message that announces itself. */
export function message(facets: Partial<StreamMessage> = {}): StreamMessage {
  return {
    name: "depthUpdate",
    description: "",
    eventType: "depthUpdate",
    method: undefined,
    eventKeys: undefined,
    payload: { kind: "reference", name: "DepthUpdate" },
    assumed: undefined,
    origin: origin("spec/events/depthUpdate.yaml"),
    ...facets,
  };
}

/** A filter without fields or rules. */
export function filter(facets: Partial<Filter> = {}): Filter {
  return {
    name: "PRICE_FILTER",
    description: "",
    scope: "symbol",
    siteMayLack: false,
    average: undefined,
    besides: undefined,
    fields: [],
    values: [],
    rules: [],
    vectors: [],
    origin: origin("spec/filters/PRICE_FILTER.yaml"),
    ...facets,
  };
}

/** A rule of a filter, by text alone. */
export function rule(facets: Partial<FilterRule> = {}): FilterRule {
  return {
    id: "rule",
    description: "A rule.",
    value: "price",
    bound: { kind: "minimum", expression: "minPrice" },
    from: undefined,
    disabledWhen: undefined,
    disabledAssumed: undefined,
    appliesWhen: undefined,
    appliesAssumed: undefined,
    trees: {
      value: undefined,
      bound: undefined,
      from: undefined,
      disabledWhen: undefined,
      appliesWhen: undefined,
    },
    assumed: undefined,
    origin: origin("spec/filters/PRICE_FILTER.yaml"),
    ...facets,
  };
}

function signing(): Contract["signing"] {
  return {
    algorithm: "HMAC-SHA256",
    header: "X-MBX-APIKEY",
    timestamp: "timestamp",
    window: "recvWindow",
    signature: "signature",
    pairSeparator: "&",
    partSeparator: "",
    trim: true,
    values: "raw",
    time: { operation: "getTime", field: "serverTime" },
    aheadMsBelow: 1000,
    windowMsDefault: 5000,
    windowMsMax: 60_000,
    rejectedWith: -1021,
    vectors: [],
  };
}

function streamRules(): Contract["streamRules"] {
  return {
    connection: {
      lifetimeMs: 86_400_000,
      streams: 1024,
      inboundMessages: 5,
      inboundWindowMs: 1000,
      query: "streams",
      separator: "/",
    },
    connectionRules: { methods: {} },
    userData: {
      create: "createListenKey",
      keepAlive: "keepAliveListenKey",
      close: "closeListenKey",
      keepAliveEveryMs: 1_800_000,
      reconcileBy: [],
    },
    bookSync: { channel: "depth", operation: "getDepth" },
    userRecords: undefined,
    bookKeeping: {
      message: { type: "depthUpdate", fields: {} },
      limit: 1000,
      snapshot: { last: "lastUpdateId", bids: "bids", asks: "asks" },
      sequences: [],
    },
  };
}
