/** `npx tradespec mcp`: the exchange's operations as tools of an assistant. */

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
// `readline` would also end a line at U+2028, which JSON may have in a text.
let rest = "";
for await (const text of process.stdin.setEncoding("utf8")) {
  const lines = `${rest}${text}`.split("\n");
  rest = lines.pop() ?? "";
  lines.forEach(server.receive);
}
server.receive(rest);
