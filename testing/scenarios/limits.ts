import type { ContractCall } from "./rows.ts";

/** The operation with the highest weight fills a window soonest. */
const heavy = { timesMax: 100, sharedClock: true } as const;

/** Calls beyond the limits; last, as the server rejects every call after them. */
export const limitScenarios: readonly ContractCall[] = [
  {
    ...heavy,
    id: "getOpenOrders.tooMuchWeight",
    summary: "More weight than a window allows",
    fields: { recvWindow: 4201 },
    expect: { kind: "error", code: -1003, status: 429 },
  },
  {
    ...heavy,
    id: "getOpenOrders.banned",
    after: ["getOpenOrders.tooMuchWeight"],
    summary: "An IP address that keeps sending after 429",
    fields: { recvWindow: 4202 },
    expect: { kind: "error", code: -1003, status: 418 },
  },
];
