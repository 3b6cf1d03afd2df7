import type { BuildContext } from "./context.ts";
import {
  assumedBy,
  followed,
  mendName,
  merged,
  milliseconds,
  originOf,
  report,
  requiredNumber,
  requiredObject,
  requiredText,
  requiredWord,
  unwrapped,
} from "./context.ts";
import { member, objectIn, optionalText, textIn } from "./json.ts";
import type { Channel, JsonObject, StreamMessage } from "./model.ts";
import { buildSchema } from "./schemas.ts";

/** The streams and the user data session of asyncapi.yaml, in its order. */
export function buildChannels(context: BuildContext): readonly Channel[] {
  const channels = objectIn(context.asyncapi["channels"]);
  return Object.entries(channels).flatMap(([id, value]): Channel[] => {
    const node = merged(context, "asyncapi", value);
    if (context.places.isBroken(node)) return [];
    const stream = objectIn(node["x-stream"]);
    // A channel without an address is no stream but talk about streams, as control messages are.
    const address = optionalText(node["address"]) ?? "";
    const parameters = buildParameters(context, node);
    reportAddress(context, { id, node, address }, parameters);
    return [
      {
        id,
        address,
        description: textIn(node["description"]) || textIn(node["summary"]),
        parameters,
        access: unwrapped(stream["access"]) === "userData" ? "userData" : "public",
        afterReconnect: Object.hasOwn(stream, "afterReconnect")
          ? requiredWord(context, stream, "afterReconnect", ["nothing", "newSnapshot", "reconcile"])
          : "nothing",
        messages: buildMessages(context, node),
        assumed: assumedBy(node),
        origin: originOf(context, node),
      },
    ];
  });
}

function buildParameters(context: BuildContext, channel: JsonObject): Channel["parameters"] {
  return Object.entries(objectIn(channel["parameters"])).map(([name, value]) => {
    const letterCase = followed(context, "asyncapi", value)["x-letter-case"];
    return { name, letterCase: letterCase === "lower" ? "lower" : "asIs" };
  });
}

function buildMessages(context: BuildContext, channel: JsonObject): readonly StreamMessage[] {
  return Object.entries(objectIn(channel["messages"])).flatMap(([key, value]) => {
    const node = merged(context, "asyncapi", value);
    if (context.places.isBroken(node)) return [];
    const payload = followed(context, "asyncapi", node["payload"]);
    const type = followed(context, "asyncapi", member(payload["properties"], "e"));
    return [
      {
        name: textIn(node["name"]) || key,
        description: textIn(node["description"]) || textIn(node["summary"]),
        eventType: optionalText(type["const"]),
        payload: buildSchema(context, "asyncapi", node["payload"]),
        assumed: assumedBy(node) ?? assumedBy(payload),
        origin: originOf(context, node),
      },
    ];
  });
}

function reportAddress(
  context: BuildContext,
  {
    id,
    node,
    address,
  }: { readonly id: string; readonly node: JsonObject; readonly address: string },
  parameters: Channel["parameters"],
): void {
  if (!/^[A-Za-z][A-Za-z0-9]*$/u.test(id)) {
    const message = `The channel name ${JSON.stringify(id)} cannot be a name in code.`;
    report(context, { node, message, mend: "Use letters and digits." });
  }
  const named = [...address.matchAll(/\{([^{}]*)\}/gu)].map(([, name = ""]) => name);
  const known = parameters.map(({ name }) => name);
  for (const name of named) {
    if (known.includes(name)) continue;
    const message = `The address names {${name}}, which is no parameter of the channel.`;
    report(context, { node, key: "address", message, mend: mendName(name, known) });
  }
  for (const name of known) {
    if (named.includes(name)) continue;
    const message = `The parameter ${name} does not stand in the address.`;
    report(context, {
      node,
      key: "parameters",
      message,
      mend: `Write {${name}} there or drop it.`,
    });
  }
}

/** What holds for every connection, from spec/rules/connection.yaml. */
export function buildConnection(context: BuildContext): {
  readonly lifetimeMs: number;
  readonly streams: number;
  readonly inboundMessages: number;
  readonly inboundWindowMs: number;
  readonly query: string;
  readonly separator: string;
} {
  const node = requiredObject(context, context.asyncapi, "x-connection");
  const inbound = requiredObject(context, node, "inbound");
  const query = requiredObject(context, node, "query");
  return {
    lifetimeMs: milliseconds(context, requiredObject(context, node, "lifetime")),
    streams: requiredNumber(context, node, "streams"),
    inboundMessages: requiredNumber(context, inbound, "amount"),
    inboundWindowMs: milliseconds(context, requiredObject(context, inbound, "window")),
    query: requiredText(context, query, "name"),
    separator: requiredText(context, query, "separator"),
  };
}
