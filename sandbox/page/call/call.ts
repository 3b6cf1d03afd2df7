/** Calls any operation with an account's client. */

import type { FieldIssue } from "../../../runtime/encoding/field-issue.ts";
import { encodeJson } from "../../../runtime/encoding/json.ts";
import { InvalidRequestError } from "../../../runtime/errors.ts";
import type { PanelProps } from "../panel.ts";
import { errorText } from "../parts/format.ts";

export type Caller = Pick<PanelProps, "connection" | "account">;

export interface CallResult {
  /** Absent for a success. */
  readonly error?: string;
  /** The value of a success, as JSON. */
  readonly text?: string;
  /** Issues of fields that were found before sending; then nothing was sent. */
  readonly issues: readonly Pick<FieldIssue, "field" | "message">[];
}

type Methods = Readonly<Record<string, (fields: object) => Promise<unknown>>>;

export async function callOperation(
  { connection, account }: Caller,
  id: string,
  values: object,
): Promise<CallResult> {
  const client = connection.clientOf(account) as unknown as Methods;
  try {
    return { issues: [], text: encodeJson(await client[id]?.(values)) };
  } catch (error) {
    const issues = error instanceof InvalidRequestError ? error.issues : [];
    return { error: errorText(error), issues };
  }
}
