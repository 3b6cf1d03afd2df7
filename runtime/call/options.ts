/** What calls read of the options of a client, the options of one call, and the events of calls. */

import { ms, type OptionRules, oneOf, signal } from "../check-options.ts";
import type { RequestIssue } from "../encoding/field-issue.ts";
import type { Adapters, Fetch } from "../platform.ts";
import { platform } from "../platform.ts";
import type { Sign } from "../signing/external.ts";
import type {
  CodeAdvice,
  EnvelopeDescriptor,
  OperationDescriptor,
  RetryDescriptor,
  SigningDescriptor,
  StatusAdvice,
} from "../tables.ts";
import type { PlacementJournal } from "./journal.ts";

/** The generated tables that every client needs. */
export interface ClientTables {
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
  readonly signing: SigningDescriptor;
  readonly advice: CodeAdvice;
  /** Error codes after which the request may have been executed. */
  readonly openCodes: readonly number[];
  readonly statuses: readonly StatusAdvice[];
  readonly retry: RetryDescriptor;
  /** The object that errors arrive in; absent where the interface has none. */
  readonly envelope?: EnvelopeDescriptor;
}

/** The options that calls read; times are in milliseconds. */
export interface SendingOptions {
  /** Address before every path, like `https://api.example.com`. */
  readonly baseUrl: string;
  /** API key; needed by operations that send it. */
  readonly apiKey?: string | undefined;
  /** Secret of the key; needed by signed operations. It never leaves the process. */
  readonly apiSecret?: string | undefined;
  /**
   * Signs in place of the secret, such as with a key in hardware: takes the text to sign and
   * returns the signature, which the client encodes and sends.
   */
  readonly sign?: Sign | undefined;
  /** Sends requests; the platform's `fetch` when absent. */
  readonly fetch?: Fetch | undefined;
  /** Unix time in milliseconds that never jumps; the platform's when absent. */
  readonly now?: (() => number) | undefined;
  /** Random numbers from 0 to below 1, for the jitter of retries; the platform's when absent. */
  readonly random?: (() => number) | undefined;
  /** Cryptographically random bytes, for client ids; the platform's when absent. */
  readonly randomBytes?: ((count: number) => Uint8Array) | undefined;
  /**
   * Runs something after a delay and returns its cancel function; replace it to test on a virtual
   * clock.
   */
  readonly after?: Adapters["after"] | undefined;
  /** Timeout of a call with all its waits and attempts; 30,000 when absent. */
  readonly timeoutMs?: number | undefined;
  /** Timeout of one attempt: its request and its response; 10,000 when absent. */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * Requests that one call may send at most, 3 when absent; 1 switches retries off. A cancellation
   * whose response was lost is repeated until its timeout.
   */
  readonly maxAttempts?: number | undefined;
  /** Longest Retry-After that is followed; 60,000 when absent. */
  readonly waitMsMax?: number | undefined;
  /**
   * How old the last reading of the exchange's time may be, 600,000 when absent: after that it is
   * read again in the background of a signed call. With `Infinity` it is only read when the
   * exchange refuses a timestamp.
   */
  readonly clockRefreshMs?: number | undefined;
  /** `recvWindow` of signed calls that set none, in milliseconds; not sent when absent. */
  readonly recvWindow?: number | undefined;
  /**
   * Whether a response that lacks what the interface documents is an error; `true` when absent.
   * With `false` such a response comes as it is. What is only assumed is never an error.
   */
  readonly checkResponses?: boolean | undefined;
  /** Longest body that is read, in bytes after decompression; 32 MiB when absent. */
  readonly responseBytesMax?: number | undefined;
  /**
   * Whether placements are checked by the trading rules before they are sent; `true` when absent.
   * What a rule forbids that is only assumed is sent, and reported to `onEvent`.
   */
  readonly validate?: boolean | ValidateOptions | undefined;
  /** How long to ask what became of a placement; see the option of a call with this name. */
  readonly resolveMs?: number | undefined;
  /** Remembers this client's placements across a crash; nothing is remembered when absent. */
  readonly journal?: PlacementJournal | undefined;
  /** Receives every request, response, wait, clock change and assumed violation; never a secret. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/** Which checks placements go through. */
export interface ValidateOptions {
  /** The fields that the order type needs and must not have; checked when absent. */
  readonly orderFields?: boolean | undefined;
  /** The filters of the symbol and of the exchange; checked when absent. */
  readonly filters?: boolean | undefined;
  /**
   * How long a placement waits for the trading rules at most, in milliseconds and never more than
   * half of its own time; 5,000 when absent. After that it is sent unchecked.
   */
  readonly waitMs?: number | undefined;
}

/** The options of one call. */
export interface CallOptions {
  /** Ends the call with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of this call in milliseconds; the client's when absent. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long to ask what became of a placement whose response was lost, in milliseconds and beyond
   * the timeout of the call itself. When absent, until its request can no longer be accepted, and
   * 10 seconds more; 0 asks nothing.
   */
  readonly resolveMs?: number | undefined;
  /** Where the fields are sent, for operations that take them in a form body too. */
  readonly sendIn?: "query" | "body" | undefined;
}

/** The options with all defaults filled in. */
export interface Settings
  extends Adapters,
    Readonly<typeof defaults>,
    Omit<SendingOptions, keyof Adapters | keyof typeof defaults | "validate"> {
  readonly validate: boolean | ValidateOptions;
}

/** Fills in the defaults of options that were checked. */
export function settingsFor(options: SendingOptions): Settings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Settings = {
    ...platform,
    ...defaults,
    validate: true,
    ...Object.fromEntries(given),
    baseUrl: new URL(options.baseUrl).href.replace(/\/$/, ""),
  };
  // Someone who allows a longer wait gives the call the time for it.
  const patientMs = (options.waitMsMax ?? 0) + defaults.attemptTimeoutMs;
  return { ...settings, timeoutMs: options.timeoutMs ?? Math.max(patientMs, defaults.timeoutMs) };
}

/** Timeout of a call in milliseconds, where none is given. */
export const usualTimeoutMs = 30_000;

const defaults = {
  timeoutMs: usualTimeoutMs,
  attemptTimeoutMs: 10_000,
  maxAttempts: 3,
  waitMsMax: 60_000,
  clockRefreshMs: 600_000,
  responseBytesMax: 32 * 1024 * 1024,
};

export function callRules(): OptionRules {
  return { signal, timeoutMs: ms(1), resolveMs: ms(0), sendIn: oneOf("query", "body") };
}

/** Each throws an InvalidRequestError that lists all issues and shows no value. */
export interface OptionChecks {
  readonly client: (options: unknown, signing: SigningDescriptor) => void;
  /** `name`: name of the operation. */
  readonly call: (name: string, options: unknown) => void;
  /** `name`: name of the function that resolves a placement. */
  readonly resolve: (name: string, options: unknown) => void;
}

/** A shared store was lost, so that the process counts alone; or it is back. */
export interface StoreEvent {
  readonly kind: "rateLimitStore";
  readonly state: "shared" | "alone";
  readonly reason: string;
}

/**
 * An event inside a call. `call` counts the calls of one client from 1: the attempts of a call
 * share it, and so do a placement and the queries for its outcome.
 */
export type CallEvent =
  | {
      /** The request is passed to `fetch` next, before any other. */
      readonly kind: "request";
      readonly call: number;
      readonly operation: string;
      readonly attempt: number;
    }
  | {
      /** A response arrived, successful or not. */
      readonly kind: "response";
      readonly call: number;
      readonly operation: string;
      readonly attempt: number;
      readonly status: number;
      /** Headers of the response, usage counters among them. */
      readonly headers: Headers;
    }
  | {
      /** An attempt failed; the next is sent after `waitMs`. */
      readonly kind: "retry";
      readonly call: number;
      readonly operation: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    }
  | {
      /** The exchange's time was read: it is the local time plus `offsetMs`. */
      readonly kind: "resync";
      readonly offsetMs: number;
    }
  | {
      /** A request waits for rate-limit capacity before it is sent. */
      readonly kind: "wait";
      readonly call: number;
      readonly operation: string;
      readonly attempt: number;
      readonly waitMs: number;
      /** Id of the window; absent while the exchange has asked all calls to wait. */
      readonly window: string | undefined;
    }
  | StoreEvent
  | {
      /** A placement is sent although it breaks rules that are only assumed. */
      readonly kind: "doubt";
      readonly operation: string;
      readonly issues: readonly RequestIssue[];
    }
  | {
      /** A placement is sent without a check by the filters of its symbol. */
      readonly kind: "unchecked";
      readonly operation: string;
      readonly reason: string;
    };

/** Reports an event; a listener that throws does not change how a call ends. */
export function notify(
  { settings: { onEvent } }: { readonly settings: Pick<SendingOptions, "onEvent"> },
  event: CallEvent,
): void {
  if (onEvent === undefined) return;
  // The listener's error is not the call's, nor is one that its promise rejects with.
  (async () => onEvent(event))().catch(() => undefined);
}
