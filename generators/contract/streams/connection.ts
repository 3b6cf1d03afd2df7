import type { ConnectionRules } from "../../../runtime/tables.ts";
import { type BuildContext, milliseconds } from "../context.ts";
import { defined } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { Channel, Json, StreamRules } from "../model.ts";

/** Builds the connection limits, from spec/rules/connection.yaml. */
export function buildConnection({ asyncapi }: BuildContext): StreamRules["connection"] {
  const { lifetime, streams, inbound, attempts, query } = read.object(asyncapi, "x-connection");
  return {
    lifetimeMs: milliseconds(lifetime),
    streams: read.number(streams),
    inboundMessages: read.number(inbound, "amount"),
    inboundWindowMs: milliseconds(inbound, "window"),
    ...read.optional(attempts, {
      attempts: () => read.number(attempts, "amount"),
      attemptsWindowMs: () => milliseconds(attempts, "window"),
    }),
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
  const { pingPong, wrapping, unwrapped, closeCodes, control } = read.object(
    asyncapi,
    "x-connection",
  );
  const [format, kinds] = [read.optionalText(control, "format"), read.texts(control, "kinds")];
  const messages = channels.find(({ id }) => id === format)?.messages ?? [];
  const whole = (value: Json | undefined) => read.resolved(context.asyncapi, value);
  const channel = whole(read.at(asyncapi, "channels", format ?? ""));
  const request = whole(whole(read.at(channel, "messages", kinds[0] ?? ""))["payload"]);
  const forms = read.list(whole(read.at(request, "properties", "id")), "anyOf");
  const [idLengthMax] = forms.flatMap((form) => read.optionalNumber(form, "maxLength") ?? []);
  const methods = kinds.map((kind) => [kind, messages.find(({ name }) => name === kind)?.method]);
  return defined({
    pings:
      read.at(pingPong, "every") === undefined
        ? undefined
        : {
            everyMs: milliseconds(pingPong, "every"),
            answeredWithinMs: milliseconds(pingPong, "answeredWithin"),
          },
    wrapping: read.optional(wrapping, read.each(read.text, "stream", "data")),
    unwrapped: read.optional(unwrapped, { path: read.text }),
    methods: defined({ ...Object.fromEntries(methods), list: read.optionalText(control, "list") }),
    idLengthMax,
    refusals: read.optional(read.at(control, "error"), {
      within: read.optionalText,
      ...read.each(read.text, "code", "message"),
    }),
    closeCodes: read.optional(
      closeCodes,
      read.each(read.number, "lifetime", "shutdown", "inboundExcess", "unansweredPing"),
    ),
  });
}
