import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

export interface PathRewrite {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

/** Names that the family's other members have for what the interface calls otherwise. */
const paths: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/v3\/myTrades\b/, "/api/v1/userTrades"],
  [/^\/api\/v3\/userDataStream\b/, "/api/v1/listenKey"],
  [/^\/sapi\/v1\/asset\/tradeFee\b/, "/api/v1/asset/tradeFee"],
  [/^\/api\/v3\//, "/api/v1/"],
];

/**
 * A server between a client of the family and a sandbox: it changes paths, and nothing else of
 * what either side says.
 */
export async function startPathRewrite(port: number): Promise<PathRewrite> {
  const server = createServer((request, response) => {
    const { method, headers, url = "" } = request;
    const [from, to] = paths.find(([wanted]) => wanted.test(url)) ?? ["", ""];
    const passed = send({ port, host: "127.0.0.1", method, path: url.replace(from, to), headers });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
