/** The rules of stream connections. */

import { connectionRules } from "../../generated/streams.ts";

/** What another contract may leave open. */
const usual = {
  wrapping: { stream: "stream", data: "data" },
  refusals: { code: "code", message: "message" },
  closeCodes: { lifetime: 1001, shutdown: 1001, inboundExcess: 1008, unansweredPing: 1008 },
};

export const rules = { ...usual, ...connectionRules };
