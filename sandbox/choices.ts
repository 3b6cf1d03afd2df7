/**
 * Numbers that the contract leaves open and somebody has to decide when an exchange really
 * runs. Each names the entry of spec/assumptions.yaml that says it is open, or the reason.
 */

/** Refused requests of one address within a window until it is banned; see `ban-threshold`. */
export const refusalsBeforeBan = 10;

/** First and longest ban; see `ban-durations`. */
export const banMsFirst = 2 * 60_000;
export const banMsMax = 3 * 24 * 60 * 60_000;

/** How long a listen key lives without being kept alive; see `listen-key-validity`. */
export const listenKeyMs = 60 * 60_000;

/** Length of a listen key: letters and digits, more than 256 bits. */
export const listenKeyLength = 60;

/** Addresses that are remembered at most, so that a flood of addresses takes no memory. */
export const addressesMax = 10_000;

/** Longest body that is read. The longest documented request has less than 1,000 bytes. */
export const bodyBytesMax = 16_384;

/** Bytes that may wait for a reader of a stream before it is cut off. */
export const bufferedBytesMax = 1_048_576;
