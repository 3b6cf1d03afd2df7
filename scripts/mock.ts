/** `npm run mock`: the recorded responses on a port, for clients in any language. */

import { openFixturePort } from "../testing/fixture-server/port.node.ts";
import { loadRecordings } from "../testing/recordings/files.node.ts";
import { readCommandLine, readPort } from "./command-line.ts";
import { packageFile } from "./package-root.ts";

const help = `
npm run mock             serves the recordings in spec/examples until Ctrl-C: REST and streams
  --port N               port to listen on (default 9701; 0 takes a free one)

It checks neither time nor signature: any API key and any time will do. A request that was never
recorded gets status 501, with the closest recording in its message.
`;

const { values } = readCommandLine(help, { port: { type: "string", default: "9701" } });
const recordings = await loadRecordings(packageFile("spec", "examples"));
const server = await openFixturePort(recordings, { port: readPort(values.port) });
process.stdout.write(`Fixture server at ${server.baseUrl} and ${server.streamUrl}\n`);
process.once("SIGINT", () => void server.close());
process.once("SIGTERM", () => void server.close());
