/** Code samples for the stream of a message. */

import { operations } from "../../../generated/operations.ts";
import { signing } from "../../../generated/signing.ts";
import {
  connectionQuery,
  connectionRules,
  streams,
  userDataRules,
} from "../../../generated/streams.ts";
import {
  publicStreamSamples,
  type StreamSamples,
  streamInputs,
  userDataSamples,
} from "../../../runtime/code-samples/streams.ts";
import { readStreamName } from "./messages.ts";

/** Nothing for an unknown stream; samples for user data create a new listenKey. */
export function streamCode(name: string, origin: string): StreamSamples | undefined {
  const found = readStreamName(name);
  if (found === undefined) return undefined;
  const { pattern, values } = found;
  const url = `${origin.replace(/^http/u, "ws")}/stream`;
  const inputs = streamInputs(url, connectionQuery.parameter, connectionRules.wrapping.data);
  if (pattern.access === "userData") return userDataSamples(inputs, listenKeyInputs(origin));
  const [method = ""] = Object.entries(streams).find(([, one]) => one === pattern) ?? [];
  return publicStreamSamples({ method, args: Object.values(values), name }, inputs);
}

function listenKeyInputs(baseUrl: string) {
  const { create, keepAlive, keepAliveEveryMs } = userDataRules;
  const { path, method: createMethod } = operations[create];
  const { method: keepAliveMethod, parameters } = operations[keepAlive];
  const key = parameters.find(({ required }) => required)?.name ?? "";
  const { header } = signing;
  return { baseUrl, header, path, createMethod, keepAliveMethod, key, keepAliveEveryMs };
}
