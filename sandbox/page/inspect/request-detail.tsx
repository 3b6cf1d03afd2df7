/** One request with everything that the feed says about it. */

import { useState } from "preact/hooks";

import { retry } from "../../../generated/errors.ts";
import { signing } from "../../../generated/signing.ts";
import type { Pair } from "../../../runtime/encoding/percent.ts";
import type { FeedRequest } from "../../feed/feed.ts";
import { outcomeText } from "../../feed/summary.ts";
import {
  durationText,
  offsetText,
  operationOf,
  ownFields,
  pairsOf,
} from "../../report/requests.ts";
import { formOf } from "../call/form.ts";
import { addressText } from "../feed.ts";
import type { PanelProps } from "../panel.ts";
import { Choice } from "../parts/choice.tsx";
import { Copy } from "../parts/copy.tsx";
import { sizeText, timeText } from "../parts/format.ts";
import { Json } from "../parts/json.tsx";
import { RequestSamples } from "../parts/samples.tsx";
import { Terms } from "../parts/terms.tsx";
import { ValueTable } from "../parts/value-table.tsx";
import { isSuccess } from "./lists.tsx";
import { Replay } from "./replay.tsx";

type Tab = "response" | "request" | "signing" | "code";

interface EntryProps {
  readonly entry: FeedRequest;
}

export function RequestDetail({ entry, ...props }: PanelProps & EntryProps) {
  const { method, path, query, body, signed } = entry;
  const operation = operationOf(entry);
  const [tab, setTab] = useState<Tab>("response");
  const tabs: readonly (readonly [Tab, string])[] = [
    ["response", "Response"],
    ["request", "Request"],
    ...(signed ? [["signing", "Signature"] as const] : []),
    ...(operation ? [["code", "Code"] as const] : []),
  ];
  const sample = { query: ownFields(query), body: ownFields(body) };
  return (
    <>
      <header class="row">
        <h2>
          {method} {path}
        </h2>
        <span class={isSuccess(entry) ? "buy" : "sell"}>{entry.response.status}</span>
        <a class="back" href="#inspect/requests">
          Close
        </a>
      </header>
      <Details entry={entry} />
      <div class="tools row">
        <Choice label="Part of the entry" values={tabs} chosen={tab} onChoose={setTab} />
        {operation && <Replay operation={operation} entry={entry} {...props} />}
      </div>
      {tab === "response" && <Response entry={entry} />}
      {tab === "request" && (
        <>
          <Fields title="Query" pairs={pairsOf(query)} operation={operation?.id} />
          <Fields title="Form in the body" pairs={pairsOf(body)} operation={operation?.id} />
        </>
      )}
      {tab === "signing" && signed && <Signature entry={entry} signed={signed} />}
      {tab === "code" && operation && <RequestSamples request={{ operation, ...sample }} />}
    </>
  );
}

/** Time, duration, sender and what decided. */
function Details({ entry }: EntryProps) {
  const { time, ms, ip, agent, account, faults, verdict, windows = [], weight, response } = entry;
  return (
    <Terms
      of={[
        ["Received", `${timeText(time)} · ${durationText(ms)} · ${sizeText(response.bytes)}`],
        ["From", [account ?? "no account", addressText(ip), agent].filter(Boolean).join(" · ")],
        ["Outcome", outcomeText(entry)],
        ["Faults", faults.join(", ")],
        ...(verdict?.issues ?? []).map(({ rule, message, nearest }) => {
          const below = nearest && ` The nearest valid value below is ${nearest}.`;
          return [rule, [message, below]] as const;
        }),
        ["Weight", weight],
        ...windows.map(({ limit, used, amount }) => {
          const meter = <meter min={0} max={amount ?? 0} value={used} aria-label={limit} />;
          return [limit, [used, amount === undefined ? "" : ` of ${amount}`, meter]] as const;
        }),
      ]}
    />
  );
}

function Response({ entry: { response } }: EntryProps) {
  const { body, bytes, retryAfter } = response;
  return (
    <>
      {retryAfter && (
        <p>
          {retry.header}: {retryAfter}
        </p>
      )}
      {body === "" ? (
        <p class="empty">No body.</p>
      ) : (
        <>
          <Json text={body} />
          <Copy text={body} label="Copy the body" />
        </>
      )}
      {body.length < bytes && body !== "" && <p class="muted">Only its beginning.</p>}
    </>
  );
}

interface FieldsProps {
  readonly title: string;
  readonly pairs: readonly Pair[];
  readonly operation: string | undefined;
}

/** Decoded fields with their descriptions in the contract. */
function Fields({ title, pairs, operation }: FieldsProps) {
  const { parameters = {} } = formOf(operation ?? "")?.about ?? {};
  return (
    <ValueTable
      caption={title}
      rows={pairs.map(([name, value]) => [name, value, muted(parameters[name]?.text)])}
    />
  );
}

function muted(text = "") {
  return <span class="muted">{text}</span>;
}

type Signed = NonNullable<FeedRequest["signed"]>;

/** The text to sign, the source of each part, and what is wrong with the signature. */
function Signature({ entry: { query, body }, signed }: EntryProps & { signed: Signed }) {
  const { text, problem, about, clockMs } = signed;
  const parts = [
    ...pairsOf(query).map(([name, value]) => [name, value, muted("query")] as const),
    ...pairsOf(body).map(([name, value]) => [name, value, muted("body")] as const),
  ].filter(([name]) => name !== signing.signature);
  return (
    <>
      {problem && <p class="sell">The signature is wrong. {about}</p>}
      <p>{signing.algorithm} under the secret of the account, over this text:</p>
      <pre class="code">{text}</pre>
      <ValueTable caption="Parts, in the order sent" rows={parts} />
      {clockMs !== undefined && <p>The clock of its sender is {offsetText(clockMs)}.</p>}
    </>
  );
}
