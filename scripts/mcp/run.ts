/** `npx tradespec mcp`: the exchange's operations as tools of an assistant. */

import { createInterface } from "node:readline";

import { connect, connectHelp, connectOptions } from "../hand/connect.ts";
import { readCommandLine } from "../shared/command-line.ts";
import { createToolServer } from "./server.ts";
import { toolsOf } from "./tools.ts";

const help = `
Usage: npx tradespec mcp [options]

Serves the exchange's operations as tools, by the Model Context Protocol over standard input and
output. Only reads, unless --trade is given.

  --trade          also serve operations that place and cancel orders
${connectHelp.replace(/^ *--json.*\n/mu, "")}`;

const { json: _, ...options } = connectOptions;
const { values } = readCommandLine(help, {
  ...options,
  trade: { type: "boolean", default: false },
});
const tools = toolsOf(connect(values["base-url"]), values);
const server = createToolServer(tools, (message) => process.stdout.write(`${message}\n`));
for await (const line of createInterface({ input: process.stdin })) server.receive(line);
