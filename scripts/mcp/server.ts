/**
 * A server of the Model Context Protocol with tools alone: one JSON-RPC message on each line.
 *
 * @see https://modelcontextprotocol.io/specification
 */

import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { fieldsIn, isRecord } from "../../runtime/encoding/json-value.ts";
import { packageVersion } from "../shared/package-root.ts";

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
  /** The result as text. A rejection is shown to the assistant, so it holds no secret. */
  readonly call: (args: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<string>;
}

type Id = string | number | null;

interface Message {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: unknown;
}

/** Versions of the protocol in which these messages are the same, the newest first. */
const versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

const invalidRequest = -32_600;
const parseError = -32_700;
const unknownMethod = -32_601;
const invalidParameters = -32_602;

export function createToolServer(tools: readonly Tool[], send: (line: string) => void) {
  const running = new Map<Id, AbortController>();
  const respond = (id: Id, body: object): void =>
    send(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
  const refuse = (id: Id, code: number, message: string): void =>
    respond(id, { error: { code, message } });

  const callTool = async (
    id: Id,
    { name, arguments: args }: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined)
      return refuse(id, invalidParameters, `There is no tool ${String(name)}.`);
    const stop = new AbortController();
    running.set(id, stop);
    const said = await tool.call(fieldsIn(args), stop.signal).then(
      (text) => ({ content: [{ type: "text", text }] }),
      (error: Error) => ({ content: [{ type: "text", text: error.message }], isError: true }),
    );
    // A client that cancels a request waits for no response.
    if (running.delete(id) && !stop.signal.aborted) respond(id, { result: said });
  };

  const handle = ({ id, method, params: given }: Message): void => {
    const params = fieldsIn(given);
    if (method === "notifications/cancelled") running.get(params["requestId"] as Id)?.abort();
    // Other notifications, such as that the client is ready, need nothing.
    if (id === undefined) return;
    if (method === "initialize") return respond(id, { result: welcome(params) });
    if (method === "ping") return respond(id, { result: {} });
    if (method === "tools/list") {
      return respond(id, { result: { tools: tools.map(({ call: _, ...tool }) => tool) } });
    }
    if (method === "tools/call") return void callTool(id, params);
    refuse(id, unknownMethod, `There is no method ${String(method)}.`);
  };

  return {
    /** Handles one line; responses are sent when they are there, whatever their order. */
    receive(line: string): void {
      if (line.trim() === "") return;
      const message = parseJsonOr(line, undefined);
      if (message === undefined) return refuse(null, parseError, "This line is not JSON.");
      if (!isRecord(message)) return refuse(null, invalidRequest, "A message is one JSON object.");
      handle(message);
    },
  };
}

/** The version that the client asks for, if it is known; it may leave after another. */
function welcome({ protocolVersion }: Readonly<Record<string, unknown>>): object {
  const wanted = versions.find((version) => version === protocolVersion);
  const serverInfo = { name: "tradespec", version: packageVersion() };
  return { protocolVersion: wanted ?? versions[0], capabilities: { tools: {} }, serverInfo };
}
