import { isList, isObject, pointerNames } from "../contract/documents/json.ts";
import * as read from "../contract/documents/read.ts";
import type { Documents, Json, JsonObject } from "../contract/model.ts";

/** Whether a schema's values are sent in requests, received in responses, or both. */
export interface Way {
  readonly sent: boolean;
  readonly received: boolean;
}

/** Where the components of a spec are used. */
export interface Usage {
  /** By reference, such as `#/components/schemas/Order`. */
  readonly ways: ReadonlyMap<string, Way>;
  /** Operations by the component name of a shared parameter. */
  readonly takers: ReadonlyMap<string, readonly string[]>;
}

/** Follows every reference from requests, responses and messages. */
export function usageOf({ openapi, asyncapi }: Documents): Usage {
  const ways = new Map<string, Way>();
  const takers = new Map<string, readonly string[]>();
  for (const [path, item] of Object.entries(read.object(openapi, "paths"))) {
    for (const [method, operation] of Object.entries(read.object(item))) {
      if (!isObject(operation)) continue;
      const name = String(operation["operationId"] ?? `${method.toUpperCase()} ${path}`);
      for (const parameter of read.list(operation, "parameters")) {
        const known = pointerNames(String(read.at(parameter, "$ref"))).at(-1);
        if (known !== undefined) takers.set(known, [...(takers.get(known) ?? []), name]);
      }
      mark(openapi, [operation["parameters"], operation["requestBody"]], "sent", ways);
      mark(openapi, [operation["responses"]], "received", ways);
    }
  }
  const received = new Map(Object.entries(read.object(asyncapi, "channels")));
  for (const operation of Object.values(read.object(asyncapi, "operations"))) {
    const channel = pointerNames(String(read.at(operation, "channel", "$ref")));
    received.delete(channel.at(-1) ?? "");
    const own = read.list(operation, "messages");
    const messages = own.length > 0 ? [...own] : [read.at(asyncapi, ...channel, "messages")];
    const way = read.at(operation, "action") === "send" ? "sent" : "received";
    mark(asyncapi, messages, way, ways);
  }
  // Messages of a channel without an operation come from the exchange.
  for (const channel of received.values()) {
    mark(asyncapi, [read.at(channel, "messages")], "received", ways);
  }
  return { ways, takers };
}

/** The use of a component in either spec; both ways if unused. */
export function wayOf(usages: readonly Usage[], section: string, name: string): Way {
  const known = usages.flatMap(({ ways }) => ways.get(componentKey(section, name)) ?? []);
  if (known.length === 0) return { sent: true, received: true };
  return { sent: known.some(({ sent }) => sent), received: known.some(({ received }) => received) };
}

/** The reference to a component within its document. */
export function componentKey(section: string, name: string): string {
  return `#/components/${section}/${name}`;
}

/** Marks every component that values reference, directly or through others. */
function mark(
  document: JsonObject,
  values: readonly (Json | undefined)[],
  way: "sent" | "received",
  ways: Map<string, Way>,
): void {
  const enter = (value: Json | undefined): void => {
    if (isList(value)) value.forEach(enter);
    if (!isObject(value)) return;
    const reference = value["$ref"];
    if (typeof reference === "string") follow(reference);
    for (const [key, inner] of Object.entries(value)) if (!key.startsWith("x-")) enter(inner);
  };
  const follow = (reference: string): void => {
    const known = ways.get(reference);
    if (known?.[way] === true) return;
    ways.set(reference, { sent: false, received: false, ...known, [way]: true });
    enter(read.at(document, ...pointerNames(reference)));
  };
  values.forEach(enter);
}
