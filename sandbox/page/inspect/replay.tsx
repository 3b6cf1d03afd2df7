/** Repeats a recorded request with a new timestamp and signature; asks first for orders. */

import { useState } from "preact/hooks";

import type { OperationDescriptor } from "../../../runtime/tables.ts";
import type { FeedRequest } from "../../feed/feed.ts";
import { ownFields } from "../../report/requests.ts";
import { callOperation } from "../call/call.ts";
import { callAddress, readForm } from "../call/form.ts";
import { given } from "../given.ts";
import type { PanelProps } from "../panel.ts";
import { useConfirmation } from "../parts/confirmation.tsx";
import { Problem } from "../parts/problem.tsx";

type ReplayProps = PanelProps & { operation: OperationDescriptor; entry: FeedRequest };

export function Replay({ operation, entry, ...props }: ReplayProps) {
  const [problem, setProblem] = useState("");
  const { id, placement } = operation;
  // A second order with the same client id would be refused.
  const fields = ownFields([...entry.query, ...entry.body]).filter(
    ([name]) => name !== placement?.clientId,
  );
  const texts = Object.fromEntries(fields);
  const send = async (): Promise<void> => {
    const { values, issues } = readForm(operation, texts);
    // Without unreadable fields it would be another request.
    if (issues.length > 0) return setProblem(issues.map(({ message }) => message).join(" "));
    setProblem("");
    const { account, connection } = props;
    const sender = given.accounts.find((one) => one.account === entry.account) ?? account;
    const result = await callOperation({ connection, account: sender }, id, values);
    if (result.issues.length > 0) setProblem(result.error ?? "");
    else location.hash = `#inspect/requests/latest-${id}`;
  };
  const order = Object.values(texts).join(" ");
  const [ask, confirmation] = useConfirmation({
    question: `This places another order: ${order}. It gets a client id of its own.`,
    action: "Place it",
    dismiss: "Do not send",
    onConfirm: () => void send(),
  });
  return (
    <>
      <button type="button" onClick={() => (placement === undefined ? void send() : ask())}>
        Send again
      </button>
      <a href={callAddress(id, texts)}>Change and send</a>
      <Problem text={problem} />
      {confirmation}
    </>
  );
}
