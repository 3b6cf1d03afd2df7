/** The error of a request, with an error code of the contract. */

import { errorCodes } from "../../generated/errors.ts";
import { errorAdvice } from "../../generated/tables.ts";
import type { RequestIssue } from "../../runtime/encoding/field-issue.ts";

/** The contract's name of an error code. */
export type ErrorName = (typeof errorCodes)[number]["name"];

/**
 * Thrown anywhere in the sandbox; the request handler sends it in the envelope. It is no `Error`: a
 * refusal is a usual response, and its stack, which nobody reads, would take longer than the rest.
 */
export class RequestError {
  readonly code: number;
  readonly message: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The fields and trading rules that decided, for the feed. */
  readonly issues: readonly RequestIssue[];

  /** `error` is a code that another fact of the contract states, or else the name of one. */
  constructor(
    error: ErrorName | number,
    message: string,
    { status, headers = {}, issues = [] }: ErrorDetails = {},
  ) {
    const known = errors.get(error) ?? unnamed;
    this.code = known.code;
    this.message = message;
    this.status = status ?? known.status ?? statusDefault;
    this.headers = headers;
    this.issues = issues;
  }
}

export function messageOf(error: unknown): string {
  const isNamed = error instanceof Error || error instanceof RequestError;
  return isNamed ? error.message : String(error);
}

interface ErrorDetails {
  /** Overrides the contract's status for the code. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: readonly RequestIssue[];
}

const statusDefault = 400;

interface ErrorCode {
  readonly code: number;
  readonly status?: number;
}

/** Where another contract has no such error, the message alone says what is wrong. */
const unnamed: ErrorCode = {
  code:
    errorCodes.find(({ code }) => errorAdvice[code] === "fixRequest")?.code ??
    errorCodes.at(0)?.code ??
    -1,
};

const errors = new Map<string | number, ErrorCode>(
  errorCodes.flatMap((error) => [
    [error.name, error],
    [error.code, error],
  ]),
);
