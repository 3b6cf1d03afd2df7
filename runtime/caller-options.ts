/** What a client is made with and what one call may change, checked once and filled up. */

import { platform } from "./defaults.ts";
import type { Adapters, Fetch } from "./defaults.ts";
import { InvalidRequestError } from "./api-error.ts";
import { fieldFault, isWellFormed } from "./field-fault.ts";
import type { FieldFault, RequestFault } from "./field-fault.ts";
import type { PlacementTables } from "./placement-guard.ts";
import type {
  ErrorDescriptor,
  OperationDescriptor,
  RetryDescriptor,
  SigningDescriptor,
  StatusDescriptor,
} from "./types.ts";

/** The generated data that a client works by. */
export interface CallerTables {
  /** Keyed by operation id. */
  readonly operations: Readonly<Record<string, OperationDescriptor>>;
  readonly signing: SigningDescriptor;
  readonly errors: readonly ErrorDescriptor[];
  readonly statuses: readonly StatusDescriptor[];
  readonly retry: RetryDescriptor;
  /** Operation that tells the server's time in its field `serverTime`; `getTime` when absent. */
  readonly timeOperation?: string;
  /** What placements are checked by before they are sent; they are not when it is absent. */
  readonly placements?: PlacementTables;
}

/** How a client is made. All but the address can be left out; times are in milliseconds. */
export interface CallerOptions {
  /** Address in front of every path, like `https://api.example.com`. */
  readonly baseUrl: string;
  /** API key; needed by operations that send it. */
  readonly key?: string | undefined;
  /** Secret of the key; needed by signed operations. It never leaves the process. */
  readonly secret?: string | undefined;
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
  /** Sent as the timing window of signed calls that do not set their own. */
  readonly recvWindow?: number | undefined;
  /** Longest answer that is read, in bytes after decompression; 32 MiB when absent. */
  readonly answerBytesMax?: number | undefined;
  /**
   * Whether placements are checked by the trading rules before they are sent; they are when it is
   * absent. What only an assumption forbids is sent, and `onEvent` is told.
   */
  readonly validate?: boolean | ValidateOptions | undefined;
  /** Is told of every request, answer, wait, clock change and doubt; never of a secret. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/** What happened inside a call. */
export type CallEvent =
  | { readonly kind: "request"; readonly operation: string; readonly attempt: number }
  | {
      readonly kind: "answer";
      readonly operation: string;
      readonly attempt: number;
      readonly status: number;
      /** Headers of the answer, usage counters among them. */
      readonly headers: Headers;
    }
  | {
      readonly kind: "retry";
      readonly operation: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    }
  | { readonly kind: "resync"; readonly offsetMs: number }
  | {
      /** A placement is sent although rules that are only assumed would forbid it. */
      readonly kind: "doubt";
      readonly operation: string;
      readonly faults: readonly RequestFault[];
    }
  | {
      /** A placement is sent without having been checked by the symbol's filters. */
      readonly kind: "unchecked";
      readonly operation: string;
      readonly reason: string;
    };

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
  /** Where the fields travel, for operations that take them in a form body too. */
  readonly sendIn?: "query" | "body" | undefined;
}

/** The options with everything filled in. */
export interface Settings extends Adapters {
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly secret: string | undefined;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly waitMsMax: number;
  readonly recvWindow: number | undefined;
  readonly answerBytesMax: number;
  readonly validate: Validation;
  readonly onEvent: (event: CallEvent) => void;
}

/** `validate` with everything filled in. */
export interface Validation {
  readonly orderFields: boolean;
  readonly filters: boolean;
  readonly waitMs: number;
}

/**
 * Checks the options and fills in what is absent.
 * @throws InvalidRequestError that lists all that is wrong, and shows no key and no secret.
 */
export function settle(options: CallerOptions): Settings {
  const faults = [...addressFaults(options.baseUrl), ...credentialFaults(options)];
  if (faults.length > 0) {
    throw new InvalidRequestError(faults, { operation: "createExchange" });
  }
  return {
    baseUrl: options.baseUrl.replace(/\/$/, ""),
    key: options.key,
    secret: options.secret,
    fetch: options.fetch ?? platform.fetch,
    now: options.now ?? platform.now,
    random: options.random ?? platform.random,
    randomBytes: options.randomBytes ?? platform.randomBytes,
    after: options.after ?? platform.after,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxAttempts: options.maxAttempts ?? 3,
    waitMsMax: options.waitMsMax ?? 60_000,
    recvWindow: options.recvWindow,
    answerBytesMax: options.answerBytesMax ?? 32 * 1024 * 1024,
    validate: settleValidation(options.validate ?? true),
    onEvent: options.onEvent ?? (() => undefined),
  };
}

function settleValidation(validate: boolean | ValidateOptions): Validation {
  const given = typeof validate === "boolean" ? {} : validate;
  const { orderFields = validate !== false, filters = validate !== false, waitMs = 5000 } = given;
  return { orderFields, filters, waitMs };
}

function addressFaults(baseUrl: unknown): FieldFault[] {
  const address = typeof baseUrl === "string" && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isPlain =
    (address?.protocol === "https:" || address?.protocol === "http:") &&
    address.username === "" &&
    address.password === "" &&
    address.search === "" &&
    address.hash === "";
  const mend = "give one like https://api.example.com";
  return isPlain ? [] : [fieldFault("baseUrl", "notation", "is not a plain HTTP address", mend)];
}

function credentialFaults({ key, secret }: CallerOptions): FieldFault[] {
  const faults: FieldFault[] = [];
  // Another key would make the transport fail with an error that quotes it.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const what = "is blank or holds what a header cannot carry";
    faults.push(fieldFault("key", "credentials", what, "give it as it was issued"));
  }
  if (secret !== undefined && (secret.trim() === "" || !isWellFormed(secret))) {
    const mend = "give it as it was issued";
    faults.push(fieldFault("secret", "credentials", "is blank or not well-formed", mend));
  }
  return faults;
}
