/**
 * Numbers that are no part of any contract and that somebody has to decide when an exchange really
 * runs, each with its reason.
 */

/** Length of a listen key: letters and digits, more than 256 bits. */
export const listenKeyLength = 60;

/** Addresses that are remembered at most, so that a flood of addresses takes no memory. */
export const addressesMax = 10_000;

/** Longest body that is read. The longest documented request has less than 1,000 bytes. */
export const bodyBytesMax = 16_384;

/** Bytes that may wait for a reader of a stream before it is cut off. */
export const bufferedBytesMax = 1_048_576;

/** How long a reader of a stream may take nothing of what waits for it, in milliseconds. */
export const stallMs = 5_000;

/** Longest message that a client of a stream may send: a subscription to 1,024 streams fits. */
export const inboundBytesMax = 65_536;
