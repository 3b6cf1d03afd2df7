/** Calls any operation with an account's client, and finds the recorded request. */

import type { FieldIssue } from "../../../runtime/encoding/field-issue.ts";
import { InvalidRequestError } from "../../../runtime/errors.ts";
import type { PanelProps } from "../panel.ts";
import { errorText } from "../parts/format.ts";

/** The client of an account, and the log of its requests. */
export type Caller = Pick<PanelProps, "connection" | "wire" | "account">;

/** The result of a call. */
export interface CallResult {
  /** Absent for a success. */
  readonly error?: string;
  /** Issues of fields that were found before sending. */
  readonly issues: readonly Pick<FieldIssue, "field" | "message">[];
  /** Id of the call's last request in the log; absent when nothing was sent. */
  readonly request?: number | undefined;
}

type Methods = Readonly<Record<string, (fields: object) => Promise<unknown>>>;

export async function callOperation(
  { connection, wire, account }: Caller,
  id: string,
  values: object,
): Promise<CallResult> {
  const before = wire.requests.entries().at(-1)?.id ?? 0;
  const client = connection.clientOf(account) as unknown as Methods;
  const sent = (): number | undefined => {
    const mine = wire.requests
      .entries()
      .filter((entry) => entry.id > before && entry.sender?.account === account.account);
    const first = mine.find(({ sender }) => sender?.operation === id);
    const call = first?.sender?.call;
    return mine.findLast(({ sender }) => sender?.operation === id && sender.call === call)?.id;
  };
  try {
    await client[id]?.(values);
    return { issues: [], request: sent() };
  } catch (error) {
    const issues = error instanceof InvalidRequestError ? error.issues : [];
    return { error: errorText(error), issues, request: sent() };
  }
}
