import type { ConnectionRules } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  milliseconds,
  report,
  requiredNumber,
  requiredObject,
  requiredText,
  suggestName,
  unwrapped,
} from "../context.ts";
import { isObject, objectIn, optionalText, textsIn } from "../documents/json.ts";
import type { Channel, JsonObject, StreamRules } from "../model.ts";

/** The bounds of connections, from spec/rules/connection.yaml. */
export function buildConnection(context: BuildContext): StreamRules["connection"] {
  const node = rulesOf(context);
  const inbound = requiredObject(context, node, "inbound");
  const query = requiredObject(context, node, "query");
  const { attempts } = node;
  return {
    lifetimeMs: milliseconds(context, requiredObject(context, node, "lifetime")),
    streams: requiredNumber(context, node, "streams"),
    inboundMessages: requiredNumber(context, inbound, "amount"),
    inboundWindowMs: milliseconds(context, requiredObject(context, inbound, "window")),
    ...(isObject(attempts)
      ? {
          attempts: requiredNumber(context, attempts, "amount"),
          attemptsWindowMs: milliseconds(context, requiredObject(context, attempts, "window")),
        }
      : {}),
    query: requiredText(context, query, "name"),
    separator: requiredText(context, query, "separator"),
  };
}

/** The rules of a connection; the methods are those of the control channel's messages. */
export function buildConnectionRules(
  context: BuildContext,
  channels: readonly Channel[],
): ConnectionRules {
  const node = rulesOf(context);
  const { pingPong, wrapping, closeCodes } = node;
  return {
    ...(isObject(pingPong) && Object.hasOwn(pingPong, "every")
      ? { pings: buildPings(context, pingPong) }
      : {}),
    ...(isObject(wrapping)
      ? {
          wrapping: {
            stream: requiredText(context, wrapping, "stream"),
            data: requiredText(context, wrapping, "data"),
          },
        }
      : {}),
    methods: buildMethods(context, objectIn(node["control"]), channels),
    ...(isObject(closeCodes) ? { closeCodes: buildCloseCodes(context, closeCodes) } : {}),
  };
}

function rulesOf(context: BuildContext): JsonObject {
  return requiredObject(context, context.asyncapi, "x-connection");
}

function buildPings(
  context: BuildContext,
  node: JsonObject,
): NonNullable<ConnectionRules["pings"]> {
  return {
    everyMs: milliseconds(context, requiredObject(context, node, "every")),
    answeredWithinMs: milliseconds(context, requiredObject(context, node, "answeredWithin")),
  };
}

function buildCloseCodes(
  context: BuildContext,
  node: JsonObject,
): NonNullable<ConnectionRules["closeCodes"]> {
  return {
    lifetime: requiredNumber(context, node, "lifetime"),
    shutdown: requiredNumber(context, node, "shutdown"),
    inboundExcess: requiredNumber(context, node, "inboundExcess"),
    unansweredPing: requiredNumber(context, node, "unansweredPing"),
  };
}

function buildMethods(
  context: BuildContext,
  control: JsonObject,
  channels: readonly Channel[],
): ConnectionRules["methods"] {
  const { format } = control;
  const list = optionalText(unwrapped(control["list"]));
  const own = list === undefined ? {} : { list };
  const name = optionalText(unwrapped(format));
  if (name === undefined) return own;
  const channel = channels.find(({ id }) => id === name);
  if (channel === undefined) {
    const message = `${name} is no channel.`;
    const fix = suggestName(
      name,
      channels.map(({ id }) => id),
    );
    report(context, { node: control, key: "format", message, fix });
  }
  const methods = textsIn(control["kinds"]).flatMap((kind) => {
    const method = channel?.messages.find((message) => message.name === kind)?.method;
    return method === undefined ? [] : [[kind, method]];
  });
  return { ...Object.fromEntries(methods), ...own };
}
