/** `npm run mock`: the recorded responses on a port, for clients in any language. */

import { loadDocuments } from "../testing/documents/load.node.ts";
import { openFixturePort } from "../testing/fixture-server/port.node.ts";
import { loadRecordings } from "../testing/recordings/files.node.ts";
import { readCommandLine, readPort, refuseValue } from "./shared/command-line.ts";
import { packageFile } from "./shared/package-root.ts";

const help = `
Usage: npm run mock -- [options]

Serves recorded REST calls and stream sessions until Ctrl-C. It checks neither time nor signature,
and any API key will do; calls that need none may be sent with or without.

  --port N           port to listen on (default 9701; 0 takes a free one)
  --recordings DIR   recordings of your own, as the command record writes them
  --lenient          gives calls that were never recorded a successful response of their operation:
                     a documented example, or values of the schema, with the fields of the request;
                     without it they get status 501 and the closest recording in their message
`;

const { values } = readCommandLine(help, {
  port: { type: "string", default: "9701" },
  recordings: { type: "string", default: packageFile("spec", "examples") },
  lenient: { type: "boolean", default: false },
});
const port = readPort(values.port);
try {
  const recordings = await loadRecordings(values.recordings).catch(refuseFolder);
  const lenient = values.lenient && { lenient: (await loadDocuments()).openapi };
  const server = await openFixturePort(recordings, { port, ...lenient });
  process.stdout.write(`Fixture server at ${server.baseUrl} and ${server.streamUrl}\n`);
  process.once("SIGINT", () => void server.close());
  process.once("SIGTERM", () => void server.close());
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const busy = `Port ${port} is taken; give another one, or 0 for any free one.`;
  process.stderr.write(`${code === "EADDRINUSE" ? busy : message}\n`);
  process.exitCode = 1;
}

/** Only what the disk says has a code; what a recording lacks is said by itself. */
function refuseFolder(error: NodeJS.ErrnoException): never {
  if (error.code === undefined) throw error;
  return refuseValue(`--recordings cannot be read: ${error.message}.`);
}
