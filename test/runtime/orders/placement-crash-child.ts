/** Places orders one after another until it or its parent is killed; see the test of crashes. */

import { createClient } from "../../../generated/index.ts";
import { openPlacementJournal } from "../../../runtime/orders/journal.node.ts";
import { resting } from "../../support/world.ts";

const [baseUrl = "", key = "", secret = "", file = ""] = process.argv.slice(2);
process.stdin.on("end", () => process.exit()).resume();
const journal = await openPlacementJournal(file);
const client = createClient({
  baseUrl,
  apiKey: key,
  apiSecret: secret,
  journal,
  recvWindow: 1000,
  validate: false,
});
for (;;) {
  const placement = await client.tryPlaceOrder(resting);
  // Whoever reads this knows what the client had reported before it was killed.
  process.stdout.write(`${placement.kind} ${placement.clientId ?? ""}\n`);
}
