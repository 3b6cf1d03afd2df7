import type { ConnectionRules } from "../../../runtime/tables.ts";
import { type BuildContext, merged, milliseconds } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { Channel, Json, StreamRules } from "../model.ts";

/** Builds the connection limits, from spec/rules/connection.yaml. */
export function buildConnection({ asyncapi }: BuildContext): StreamRules["connection"] {
  const node = read.object(asyncapi, "x-connection");
  const inbound = read.object(node, "inbound");
  const query = read.object(node, "query");
  const { attempts } = node;
  return {
    lifetimeMs: milliseconds(node["lifetime"]),
    streams: read.number(node, "streams"),
    inboundMessages: read.number(inbound, "amount"),
    inboundWindowMs: milliseconds(inbound["window"]),
    ...(isObject(attempts)
      ? {
          attempts: read.number(attempts, "amount"),
          attemptsWindowMs: milliseconds(attempts["window"]),
        }
      : {}),
    query: read.text(query, "name"),
    separator: read.text(query, "separator"),
  };
}

/** Builds the connection rules; methods come from the control channel's messages. */
export function buildConnectionRules(
  context: BuildContext,
  channels: readonly Channel[],
): ConnectionRules {
  const { asyncapi } = context;
  const node = read.object(asyncapi, "x-connection");
  const { pingPong, wrapping, unwrapped, closeCodes } = node;
  const control = read.object(node, "control");
  const { error } = control;
  const format = read.optionalText(control, "format");
  const messages = channels.find(({ id }) => id === format)?.messages ?? [];
  const [kind = ""] = read.texts(control, "kinds");
  const whole = (value: Json | undefined) => merged(context, "asyncapi", value);
  const channel = whole(read.at(asyncapi, "channels", format ?? ""));
  const request = whole(whole(read.at(channel, "messages", kind))["payload"]);
  const forms = read.list(whole(read.at(request, "properties", "id")), "anyOf");
  const [idLengthMax] = forms.flatMap((form) => read.optionalNumber(form, "maxLength") ?? []);
  const methods = read
    .texts(control, "kinds")
    .map((kind) => [kind, messages.find(({ name }) => name === kind)?.method]);
  return {
    ...(isObject(pingPong) && Object.hasOwn(pingPong, "every")
      ? {
          pings: {
            everyMs: milliseconds(pingPong["every"]),
            answeredWithinMs: milliseconds(pingPong["answeredWithin"]),
          },
        }
      : {}),
    ...(isObject(wrapping) ? { wrapping: read.textMembers(wrapping, ["stream", "data"]) } : {}),
    ...(isObject(unwrapped) ? { unwrapped: read.textMembers(unwrapped, ["path"]) } : {}),
    methods: defined({ ...Object.fromEntries(methods), list: read.optionalText(control, "list") }),
    ...defined({ idLengthMax }),
    ...(isObject(error)
      ? {
          refusals: {
            ...defined({ within: read.optionalText(error, "within") }),
            ...read.textMembers(error, ["code", "message"]),
          },
        }
      : {}),
    ...(isObject(closeCodes) ? { closeCodes: read.numberMembers(closeCodes, closings) } : {}),
  };
}

const closings = ["lifetime", "shutdown", "inboundExcess", "unansweredPing"] as const;
