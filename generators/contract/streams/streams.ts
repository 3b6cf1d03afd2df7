import type { EventKey } from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import { isBroken, placeOf } from "../documents/places.ts";
import { suggestName } from "../documents/problems.ts";
import * as read from "../documents/read.ts";
import type { Channel, JsonObject, StreamMessage } from "../model.ts";
import { buildSchema } from "../schemas/schemas.ts";

/** Builds the streams and the user data session of asyncapi.yaml, in its order. */
export function buildChannels(context: BuildContext): readonly Channel[] {
  const channels = read.object(context.asyncapi, "channels");
  return Object.entries(channels).flatMap(([id, value]): Channel[] => {
    const node = read.resolved(context.asyncapi, value);
    if (isBroken(node)) return [];
    const stream = read.object(node, "x-stream");
    // A channel without an address, such as the control messages, is not a stream.
    const address = read.optionalText(node, "address") ?? "";
    const parameters = buildParameters(context, node);
    reportAddress(context, { id, node }, parameters);
    const messages = buildMessages(context, node);
    reportTwins(context, messages);
    reportUserData(context, stream);
    return [
      {
        id,
        address,
        description: read.text(node, "description") || read.text(node, "summary"),
        parameters,
        access: read.unwrapped(stream, "access") === "userData" ? "userData" : "public",
        afterReconnect: afterReconnect(stream, "afterReconnect"),
        backlog: (["latest", "dropOldest", "stale"] as const).find(
          (word) => word === read.unwrapped(stream, "backlog"),
        ),
        messages,
        ...defined({ role: read.optionalText(node, "x-role") }),
        assumed: assumedBy(node),
        origin: placeOf(node),
      },
    ];
  });
}

const afterReconnect = read.word("nothing", "newSnapshot", "reconcile");

function buildParameters(context: BuildContext, channel: JsonObject): Channel["parameters"] {
  return Object.entries(read.object(channel, "parameters")).map(([name, value]) => {
    const letterCase = read.resolved(context.asyncapi, value)["x-letter-case"];
    return { name, letterCase: letterCase === "lower" ? "lower" : "asIs" };
  });
}

function buildMessages(context: BuildContext, channel: JsonObject): readonly StreamMessage[] {
  return Object.entries(read.object(channel, "messages")).flatMap(([key, value]) => {
    const node = read.resolved(context.asyncapi, value);
    if (isBroken(node)) return [];
    const payload = read.resolved(context.asyncapi, node["payload"]);
    const constant = (name: string): string | undefined => {
      const field = read.resolved(context.asyncapi, read.at(payload, "properties", name));
      return read.optionalText(field, "const");
    };
    return [
      {
        name: read.text(node, "name") || key,
        description: read.text(node, "description") || read.text(node, "summary"),
        eventType: constant("e"),
        method: constant("method"),
        payload: buildSchema(context, "asyncapi", node["payload"]),
        eventKeys: eventKeysOf(node),
        assumed: assumedBy(node) ?? assumedBy(payload),
        origin: placeOf(node),
      },
    ];
  });
}

/** Reports what a session of user data never does: it reads everything again after a loss. */
function reportUserData({ problems }: BuildContext, stream: JsonObject): void {
  if (read.unwrapped(stream, "access") !== "userData") return;
  for (const [key, done] of [
    ["afterReconnect", "reconcile"],
    ["backlog", "stale"],
  ] as const) {
    const stated = read.unwrapped(stream, key) ?? done;
    if (stated === done) continue;
    const message = `Of user data, ${key} is ${done} and not ${stated}.`;
    problems.report({ node: stream, key }, message, `Write ${done}.`);
  }
}

/** Reports messages of a channel that nothing distinguishes. */
function reportTwins({ problems }: BuildContext, messages: readonly StreamMessage[]): void {
  for (const [index, { name, eventType, method, origin }] of messages.entries()) {
    const twin = messages
      .slice(0, index)
      .find((each) => each.eventType === eventType && each.method === method);
    if (twin === undefined || (eventType === undefined && method === undefined)) continue;
    const word = eventType ?? method ?? "";
    const message = `The messages ${twin.name} and ${name} of this channel have the same type, ${word}.`;
    problems.report(origin, message, "Correct the const of one of the two payloads.");
  }
}

function reportAddress(
  context: BuildContext,
  { id, node }: { readonly id: string; readonly node: JsonObject },
  parameters: Channel["parameters"],
): void {
  if (!/^[A-Za-z][A-Za-z0-9]*$/u.test(id)) {
    const message = `The channel name ${JSON.stringify(id)} cannot be a name in code.`;
    context.problems.report({ node }, message, "Use letters and digits.");
  }
  const address = read.text(node, "address");
  const named = [...address.matchAll(/\{([^{}]*)\}/gu)].map(([, name = ""]) => name);
  const known = parameters.map(({ name }) => name);
  const unknown = named.filter((name) => !known.includes(name));
  for (const name of unknown) {
    const message = `The address names {${name}}, which is not a parameter of the channel.`;
    context.problems.report({ node, key: "address" }, message, suggestName(name, known));
  }
  // The unknown name may be a misspelt parameter.
  const idle = unknown.length > 0 ? [] : known.filter((name) => !named.includes(name));
  for (const name of idle) {
    const message = `The parameter ${name} is not in the address.`;
    const fix = `Write {${name}} there, or delete the parameter.`;
    context.problems.report({ node, key: "parameters" }, message, fix);
  }
}

/** How copies of a message are recognised. */
function eventKeysOf(message: JsonObject): readonly EventKey[] | undefined {
  const keys = read.objects(message, "x-event-key", "keys");
  if (keys.length === 0) return undefined;
  return keys.map(({ fields, unless }) => ({
    fields: read.texts(fields),
    ...(isObject(unless)
      ? { unless: { field: read.text(unless, "field"), is: read.number(unless, "is") } }
      : {}),
  }));
}
