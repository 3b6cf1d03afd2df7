import type { ConnectionRules } from "../../../runtime/tables.ts";
import { type BuildContext, merged, milliseconds } from "../context.ts";
import {
  defined,
  isObject,
  listIn,
  lookUp,
  numberIn,
  numberMembers,
  objectIn,
  optionalNumber,
  optionalText,
  textIn,
  textMembers,
  textsIn,
} from "../documents/json.ts";
import type { Channel, Json, StreamRules } from "../model.ts";

/** Builds the connection limits, from spec/rules/connection.yaml. */
export function buildConnection({ asyncapi }: BuildContext): StreamRules["connection"] {
  const node = objectIn(asyncapi["x-connection"]);
  const inbound = objectIn(node["inbound"]);
  const query = objectIn(node["query"]);
  const { attempts } = node;
  return {
    lifetimeMs: milliseconds(node["lifetime"]),
    streams: numberIn(node["streams"]),
    inboundMessages: numberIn(inbound["amount"]),
    inboundWindowMs: milliseconds(inbound["window"]),
    ...(isObject(attempts)
      ? {
          attempts: numberIn(attempts["amount"]),
          attemptsWindowMs: milliseconds(attempts["window"]),
        }
      : {}),
    query: textIn(query["name"]),
    separator: textIn(query["separator"]),
  };
}

/** Builds the connection rules; methods come from the control channel's messages. */
export function buildConnectionRules(
  context: BuildContext,
  channels: readonly Channel[],
): ConnectionRules {
  const { asyncapi } = context;
  const node = objectIn(asyncapi["x-connection"]);
  const { pingPong, wrapping, unwrapped, closeCodes } = node;
  const control = objectIn(node["control"]);
  const { error } = control;
  const format = optionalText(control["format"]);
  const messages = channels.find(({ id }) => id === format)?.messages ?? [];
  const [kind = ""] = textsIn(control["kinds"]);
  const whole = (value: Json | undefined) => merged(context, "asyncapi", value);
  const channel = whole(lookUp(asyncapi, ["channels", format ?? ""]));
  const request = whole(whole(lookUp(channel, ["messages", kind]))["payload"]);
  const forms = listIn(whole(lookUp(request, ["properties", "id"]))["anyOf"]);
  const [idLengthMax] = forms.flatMap((form) => optionalNumber(objectIn(form)["maxLength"]) ?? []);
  const methods = textsIn(control["kinds"]).map((kind) => [
    kind,
    messages.find(({ name }) => name === kind)?.method,
  ]);
  return {
    ...(isObject(pingPong) && Object.hasOwn(pingPong, "every")
      ? {
          pings: {
            everyMs: milliseconds(pingPong["every"]),
            answeredWithinMs: milliseconds(pingPong["answeredWithin"]),
          },
        }
      : {}),
    ...(isObject(wrapping) ? { wrapping: textMembers(wrapping, ["stream", "data"]) } : {}),
    ...(isObject(unwrapped) ? { unwrapped: textMembers(unwrapped, ["path"]) } : {}),
    methods: defined({ ...Object.fromEntries(methods), list: optionalText(control["list"]) }),
    ...defined({ idLengthMax }),
    ...(isObject(error)
      ? {
          refusals: {
            ...defined({ within: optionalText(error["within"]) }),
            ...textMembers(error, ["code", "message"]),
          },
        }
      : {}),
    ...(isObject(closeCodes) ? { closeCodes: numberMembers(closeCodes, closings) } : {}),
  };
}

const closings = ["lifetime", "shutdown", "inboundExcess", "unansweredPing"] as const;
