/** What a client is made with and what one call may change, checked once and filled up. */

import type { Adapters, Fetch } from "../defaults.ts";
import { platform } from "../defaults.ts";
import type { FieldFault } from "../encoding/field-fault.ts";
import { fieldFault, isWellFormed } from "../encoding/field-fault.ts";
import { InvalidRequestError } from "../errors.ts";
import type { PlacementJournal } from "../orders/types.ts";
import type { RateLimiter } from "../rate-limits/limiter.ts";
import type {
  CodeAdvice,
  EnvelopeDescriptor,
  OperationDescriptor,
  RetryDescriptor,
  SigningDescriptor,
  StatusAdvice,
} from "../tables.ts";
import type { CallEvent } from "./call-event.ts";
import type { LimitOptions } from "./rate-limiting.ts";

/** The generated data that every client works by. */
export interface ClientTables {
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
  readonly signing: SigningDescriptor;
  readonly advice: CodeAdvice;
  readonly statuses: readonly StatusAdvice[];
  readonly retry: RetryDescriptor;
  /** The object that errors come in; absent where the interface has none. */
  readonly envelope?: EnvelopeDescriptor;
}

/** How a client is made. All but the address can be left out; times are in milliseconds. */
export interface ClientOptions {
  /** Address in front of every path, like `https://api.example.com`. */
  readonly baseUrl: string;
  /** API key; needed by operations that send it. */
  readonly apiKey?: string | undefined;
  /** Secret of the key; needed by signed operations. It never leaves the process. */
  readonly apiSecret?: string | undefined;
  /** Network; the platform's when absent. */
  readonly fetch?: Fetch | undefined;
  /** Unix time that never jumps; the platform's when absent. */
  readonly now?: (() => number) | undefined;
  /** Numbers from 0 to below 1 that spread retries. */
  readonly random?: (() => number) | undefined;
  /** Cryptographically random bytes for client ids. */
  readonly randomBytes?: ((count: number) => Uint8Array) | undefined;
  /** Runs something after a delay and returns what cancels it; replace it to test on a clock. */
  readonly after?: Adapters["after"] | undefined;
  /** Whole time of a call, with all waits and attempts; 30 000 when absent. */
  readonly timeoutMs?: number | undefined;
  /** Requests that one call may send at most, 3 when absent; 1 switches retries off. */
  readonly maxAttempts?: number | undefined;
  /** Longest wait that is obeyed when the exchange asks for one; 60 000 when absent. */
  readonly waitMsMax?: number | undefined;
  /**
   * How the client keeps to the rate limits of the exchange: calls wait for capacity, or fail with
   * a RateLimitError when the wait would exceed their deadline. `false` switches that off; a limiter
   * that `createRateLimiter` has made is shared with other clients of the same exchange.
   */
  readonly limits?: false | LimitOptions | RateLimiter | undefined;
  /**
   * How old the client's knowledge of the exchange's time may grow, 600 000 when absent: then it
   * is asked again in the background of a signed call. `Infinity` leaves it at what the exchange
   * says when it refuses a timestamp.
   */
  readonly clockRefreshMs?: number | undefined;
  /** Sent as the timing window of signed calls that do not set their own. */
  readonly recvWindow?: number | undefined;
  /**
   * Whether an answer that lacks what the interface documents is an error; it is when it is
   * absent. With `false` such an answer comes as it is. What is only assumed never makes an error.
   */
  readonly checkAnswers?: boolean | undefined;
  /** Longest answer that is read, in bytes after decompression; 32 MiB when absent. */
  readonly answerBytesMax?: number | undefined;
  /**
   * Whether placements are checked by the trading rules before they are sent; they are when it is
   * absent. What only an assumption forbids is sent, and `onEvent` is told.
   */
  readonly validate?: boolean | ValidateOptions | undefined;
  /** How long is asked what became of a placement; see the option of the same name of a call. */
  readonly resolveMs?: number | undefined;
  /** Remembers placements over a crash; nothing is remembered when it is absent. */
  readonly journal?: PlacementJournal | undefined;
  /** Is told of every request, answer, wait, clock change and doubt; never of a secret. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

export type { CallEvent } from "./call-event.ts";

/** What placements are checked by. */
export interface ValidateOptions {
  /** The fields that the order type needs and must not have; checked when absent. */
  readonly orderFields?: boolean | undefined;
  /** The filters of the symbol and of the exchange; checked when absent. */
  readonly filters?: boolean | undefined;
  /**
   * How long a placement waits for the trading rules at most, in milliseconds and never more than
   * half of its own time; 5 000 when absent. After that it is sent unchecked.
   */
  readonly waitMs?: number | undefined;
}

/** What one call may set for itself. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whole time of this call in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long is asked what became of a placement whose answer was lost, in milliseconds and beyond
   * the time of the call itself. When absent, until its request can no longer be accepted, and 10
   * seconds more; 0 asks nothing.
   */
  readonly resolveMs?: number | undefined;
  /** Where the fields travel, for operations that take them in a form body too. */
  readonly sendIn?: "query" | "body" | undefined;
}

/** The options with everything filled in that has a usual value. */
export interface Settings extends Adapters, Omit<ClientOptions, keyof Adapters> {
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly waitMsMax: number;
  readonly limits: false | LimitOptions | RateLimiter;
  readonly clockRefreshMs: number;
  readonly answerBytesMax: number;
  readonly validate: boolean | ValidateOptions;
}

/**
 * Checks the options and fills in what is absent.
 * @throws InvalidRequestError that lists all that is wrong, and shows no key and no secret.
 */
export function checkedSettings(options: ClientOptions): Settings {
  const faults = [...addressFaults(options.baseUrl), ...credentialFaults(options)];
  if (faults.length > 0) {
    throw new InvalidRequestError(faults, { operation: "createClient" });
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    ...platform,
    ...usual,
    ...Object.fromEntries(given),
    baseUrl: options.baseUrl.replace(/\/$/, ""),
  };
}

/** What is taken where an option is absent. */
const usual = {
  timeoutMs: 30_000,
  maxAttempts: 3,
  waitMsMax: 60_000,
  limits: {},
  clockRefreshMs: 600_000,
  answerBytesMax: 32 * 1024 * 1024,
  validate: true,
};

function addressFaults(baseUrl: unknown): FieldFault[] {
  const address = typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  // Nothing but an origin and a path: paths and fields of calls are put behind it.
  const isPlain =
    address !== null &&
    address.protocol.startsWith("http") &&
    address.href === address.origin + address.pathname;
  const mend = "give one like https://api.example.com";
  return isPlain ? [] : [fieldFault("baseUrl", "notation", "is not a plain HTTP address", mend)];
}

function credentialFaults({ apiKey: key, apiSecret: secret }: ClientOptions): FieldFault[] {
  const faults: FieldFault[] = [];
  // Another key would make the transport fail with an error that quotes it.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const what = "is blank or holds what a header cannot carry";
    faults.push(fieldFault("apiKey", "credentials", what, "give it as it was issued"));
  }
  if (secret !== undefined && (secret.trim() === "" || !isWellFormed(secret))) {
    const mend = "give it as it was issued";
    faults.push(fieldFault("apiSecret", "credentials", "is blank or not well-formed", mend));
  }
  return faults;
}

/** Id of the operation that reads the exchange's time. */
export const timeOperation = "getTime";
