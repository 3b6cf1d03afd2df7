import { textLiteral } from "../../../runtime/code-samples/fields.ts";
import {
  type ListenKeyInputs,
  publicStreamSamples,
  pythonProgram,
  type StreamInputs,
  type StreamSamples,
  streamInputs,
  userDataSamples,
} from "../../../runtime/code-samples/streams.ts";
import { fillStreamName } from "../../../runtime/streams/names.ts";
import * as read from "../../contract/documents/read.ts";
import type { Channel, Contract, JsonObject } from "../../contract/model.ts";
import { camelCase } from "../../write/names.ts";
import { jsonText } from "./examples.ts";
import { serverUrl, withVariables } from "./samples.ts";

/** Writes code samples that subscribe to a channel, or send its requests. */
export function streamSamples(channel: Channel, contract: Contract): StreamSamples {
  const { connection, connectionRules } = contract.streamRules;
  const url = streamUrl(contract.documents.asyncapi);
  const wrapper = connectionRules.wrapping?.data;
  const inputs = streamInputs(url, connection.query, wrapper);
  if (channel.access === "userData") return userDataSamples(inputs, listenKeyInputs(contract));
  if (channel.address === "") return controlSamples(channel, inputs, contract);
  const args = Object.values(exampleValues(channel, contract));
  const method = camelCase(channel.id);
  return publicStreamSamples({ method, args, name: exampleName(channel, contract) }, inputs);
}

/** Sends a channel's recorded request, or one of the usual form, on a connection with a stream. */
function controlSamples(
  { messages }: Channel,
  inputs: StreamInputs,
  contract: Contract,
): StreamSamples {
  const open = contract.channels.find(
    ({ access, address }) => access === "public" && address !== "",
  );
  const name = open === undefined ? "" : exampleName(open, contract);
  const address = textLiteral(inputs.opening + name);
  const request = messages.find(({ method }) => method !== undefined);
  const recorded = request && recordedPayloads(request.name, contract)[0];
  const literal = onOneLine(recorded ?? { method: request?.method ?? "", params: [name], id: 1 });
  return {
    typescript: `const socket = new WebSocket(
  ${address},
);
socket.addEventListener("open", () => {
  const request = ${literal.replace(/"(\w+)":/gu, "$1:").replace(/^\{(.*)\}$/u, "{ $1 }")};
  socket.send(JSON.stringify(request));
});
socket.addEventListener("message", ({ data }) => console.log(data));
`,
    python: pythonProgram(
      ["asyncio", "json"],
      "",
      `    async with connect(${address}) as socket:
        request = ${literal}
        await socket.send(json.dumps(request))
        async for message in socket:
            print(message)
`,
    ),
  };
}

function listenKeyInputs(contract: Contract): ListenKeyInputs {
  const { create, keepAlive, keepAliveEveryMs } = contract.streamRules.userData;
  const [creates, keeps] = [create, keepAlive].map((wanted) =>
    contract.operations.find(({ id }) => id === wanted),
  );
  return {
    baseUrl: serverUrl(contract.documents.openapi),
    header: contract.signing.header,
    path: creates?.path ?? "",
    createMethod: creates?.method ?? "",
    keepAliveMethod: keeps?.method ?? "",
    key: keeps?.parameters.find(({ required }) => required)?.name ?? "",
    keepAliveEveryMs,
  };
}

/** A stream name with the document's parameter examples. */
function exampleName(channel: Channel, contract: Contract): string {
  return fillStreamName(channel, exampleValues(channel, contract));
}

function exampleValues({ id, parameters }: Channel, contract: Contract): Record<string, string> {
  const { asyncapi } = contract.documents;
  const nodes = read.object(asyncapi, "channels", id, "parameters");
  return Object.fromEntries(
    parameters.map(({ name }) => {
      const [example] = read.list(read.resolved(asyncapi, nodes[name] ?? {}), "examples");
      return [name, read.text(example) || name];
    }),
  );
}

/** A recorded message as received; nothing for one without a stream. */
export function recordedFrame(channel: Channel, contract: Contract): string | undefined {
  const [payload] = channel.messages.flatMap(({ name }) => recordedPayloads(name, contract));
  const { wrapping } = contract.streamRules.connectionRules;
  if (payload === undefined || channel.address === "") return undefined;
  const frame =
    wrapping === undefined
      ? payload
      : { [wrapping.stream]: exampleName(channel, contract), [wrapping.data]: payload };
  return jsonText(frame);
}

function recordedPayloads(
  message: string,
  { documents: { asyncapi } }: Contract,
): readonly JsonObject[] {
  const node = read.object(asyncapi, "components", "messages", message);
  return read.list(node, "examples").map((example) => read.object(example, "payload"));
}

/** JSON on one line, with spaces after commas and colons. */
function onOneLine(value: JsonObject): string {
  const lines = JSON.stringify(value, null, 1);
  return lines.replace(/(?<=[[{])\n +|\n *(?=[\]}])/gu, "").replace(/\n +/gu, " ");
}

/** The address of the streams: the sandbox's, unless the reader sets another. */
function streamUrl({ servers }: JsonObject): string {
  const server = read.object(Object.values(read.object(servers))[0]);
  const address = `${read.text(server, "protocol")}://${read.text(server, "host")}${read.text(server, "pathname")}`;
  return withVariables(address, server);
}
