import type { EventKey } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  assumedBy,
  followed,
  merged,
  originOf,
  report,
  requiredNumber,
  requiredText,
  requiredWord,
  suggestName,
  unwrapped,
} from "../context.ts";
import {
  isList,
  isObject,
  listIn,
  member,
  objectIn,
  optionalText,
  textIn,
  textsIn,
} from "../documents/json.ts";
import type { Node } from "../documents/places.ts";
import type { Channel, JsonObject, StreamMessage } from "../model.ts";
import { buildSchema } from "../schemas/schemas.ts";

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
        backlog: buildBacklog(stream),
        messages: buildMessages(context, node),
        assumed: assumedBy(node),
        origin: originOf(context, node),
      },
    ];
  });
}

function buildBacklog(stream: JsonObject): Channel["backlog"] {
  const backlog = unwrapped(stream["backlog"]);
  return backlog === "latest" || backlog === "dropOldest" || backlog === "stale"
    ? backlog
    : undefined;
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
    const constant = (name: string): string | undefined => {
      const field = followed(context, "asyncapi", member(payload["properties"], name));
      return optionalText(field["const"]);
    };
    return [
      {
        name: textIn(node["name"]) || key,
        description: textIn(node["description"]) || textIn(node["summary"]),
        eventType: constant("e"),
        method: constant("method"),
        payload: buildSchema(context, "asyncapi", node["payload"]),
        eventKeys: buildEventKeys(context, node, Object.keys(objectIn(payload["properties"]))),
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
    report(context, { node, message, fix: "Use letters and digits." });
  }
  const named = [...address.matchAll(/\{([^{}]*)\}/gu)].map(([, name = ""]) => name);
  const known = parameters.map(({ name }) => name);
  for (const name of named) {
    if (known.includes(name)) continue;
    const message = `The address names {${name}}, which is no parameter of the channel.`;
    report(context, { node, key: "address", message, fix: suggestName(name, known) });
  }
  for (const name of known) {
    if (named.includes(name)) continue;
    const message = `The parameter ${name} does not stand in the address.`;
    report(context, {
      node,
      key: "parameters",
      message,
      fix: `Write {${name}} there or drop it.`,
    });
  }
}

/** How copies of a message are known; each field must be one of its payload. */
function buildEventKeys(
  context: BuildContext,
  message: JsonObject,
  known: readonly string[],
): readonly EventKey[] | undefined {
  const keys = listIn(member(message["x-event-key"], "keys")).filter(isObject);
  if (keys.length === 0) return undefined;
  const check = (node: Node, key: string | number, name: string): void => {
    if (known.includes(name)) return;
    const message = `${name} is no field of the message.`;
    report(context, { node, key, message, fix: suggestName(name, known) });
  };
  return keys.map((node) => {
    const { fields, unless } = node;
    const names = textsIn(fields);
    if (isList(fields)) for (const [index, name] of names.entries()) check(fields, index, name);
    if (!isObject(unless)) return { fields: names };
    const field = requiredText(context, unless, "field");
    check(unless, "field", field);
    return { fields: names, unless: { field, is: requiredNumber(context, unless, "is") } };
  });
}
