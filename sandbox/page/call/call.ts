/** Calls any operation with the client of an account, and finds what was sent for it. */

import type { FieldFault } from "../../../runtime/encoding/field-fault.ts";
import { InvalidRequestError } from "../../../runtime/errors.ts";
import type { KeyRecord } from "../../config/accounts.ts";
import type { Connection } from "../connection.ts";
import { errorText } from "../parts/format.ts";
import type { Wire } from "../wire/wire.ts";

/** Who calls, and where it is recorded. */
export interface Caller {
  readonly connection: Connection;
  readonly wire: Wire;
  readonly account: KeyRecord;
}

/** How a call ended. */
export interface CallResult {
  /** Absent for a success. */
  readonly error?: string;
  /** What was wrong with fields, where it was found before anything was sent. */
  readonly faults: readonly Pick<FieldFault, "field" | "message">[];
  /** The entry of the last request of this call; absent when nothing was sent. */
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
    return { faults: [], request: sent() };
  } catch (error) {
    const faults = error instanceof InvalidRequestError ? error.faults : [];
    return { error: errorText(error), faults, request: sent() };
  }
}
