/** `npm run mock`: the recorded responses on a port, for clients in any language. */

import { openFixturePort } from "../testing/fixture-server/port.node.ts";
import { loadRecordings } from "../testing/recordings/files.node.ts";
import { readCommandLine, readPort, refuseValue } from "./shared/command-line.ts";
import { documentsOfSpec, recordingsOfSpec } from "./shared/given-spec.ts";
import { onEnd } from "./shared/lifetime.ts";

const help = `
Usage: npm run mock -- [options]

Serves recorded REST calls and streams until Ctrl-C. It checks neither timestamp nor
signature, accepts any API key, and accepts public calls with or without one.

  --port N           port to listen on (default 9701; 0 for any free port)
  --recordings DIR   serve your own recordings, in the form that the command record writes
  --lenient          send a successful response to calls without a recording: a documented
                     example, or values that fit the schema, with the fields of the request;
                     by default they get status 404 and a message that names the closest recording
`;

const { values } = readCommandLine(help, {
  port: { type: "string", default: "9701" },
  recordings: { type: "string", default: recordingsOfSpec() },
  lenient: { type: "boolean", default: false },
});
const port = readPort(values.port);
try {
  const recordings = await loadRecordings(values.recordings).catch(refuseFolder);
  const lenient = values.lenient && { lenient: (await documentsOfSpec()).openapi };
  const server = await openFixturePort(recordings, { port, ...lenient });
  process.stdout.write(`Fixture server at ${server.baseUrl} and ${server.streamUrl}\n`);
  onEnd(() => void server.close());
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const busy = `Port ${port} is taken; give another one, or 0 for any free one.`;
  process.stderr.write(`${code === "EADDRINUSE" ? busy : message}\n`);
  process.exitCode = 1;
}

/** Only errors of the file system have a code; errors in recordings explain themselves. */
function refuseFolder(error: NodeJS.ErrnoException): never {
  if (error.code === undefined) throw error;
  return refuseValue(`--recordings cannot be read: ${error.message}.`);
}
