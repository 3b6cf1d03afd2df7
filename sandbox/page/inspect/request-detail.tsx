/** One request with everything recorded about it. */

import { useState } from "preact/hooks";

import { operationDescriptions } from "../../../generated/descriptions.ts";
import { signing } from "../../../generated/signing.ts";
import type { Pair } from "../../../runtime/encoding/percent.ts";
import type { FieldDescription } from "../../../runtime/tables.ts";
import type { PanelProps } from "../panel.ts";
import { Choice } from "../parts/choice.tsx";
import { Copy } from "../parts/copy.tsx";
import { Fact } from "../parts/fact.tsx";
import { durationText, sizeText, timeText } from "../parts/format.ts";
import { Json } from "../parts/json.tsx";
import { RequestSamples } from "../parts/samples.tsx";
import { ValueTable } from "../parts/value-table.tsx";
import type { RequestEntry } from "../wire/entries.ts";
import {
  hasFailed,
  ownFields,
  type RequestView,
  statusText,
  usageAfter,
  viewRequest,
} from "../wire/request-view.ts";
import { Replay } from "./replay.tsx";

type Tab = "response" | "request" | "signing" | "code";

interface DetailProps extends PanelProps {
  readonly entry: RequestEntry;
}

export function RequestDetail({ entry, ...props }: DetailProps) {
  const view = viewRequest(entry);
  const { operation, signed, path, query, body } = view;
  const [tab, setTab] = useState<Tab>("response");
  const tabs: readonly (readonly [Tab, string])[] = [
    ["response", "Response"],
    ["request", "Request"],
    ...(signed ? [["signing", "Signature"] as const] : []),
    ...(operation ? [["code", "Code"] as const] : []),
  ];
  return (
    <>
      <header class="row">
        <h2>
          {entry.method} {path}
        </h2>
        <span class={hasFailed(entry) ? "sell" : "buy"}>{statusText(entry)}</span>
        <a class="back" href="#inspect/requests">
          Close
        </a>
      </header>
      <Details entry={entry} />
      <div class="tools row">
        <Choice
          label="Part of the entry"
          values={tabs}
          isChosen={(one) => one === tab}
          onChoose={setTab}
        />
        {operation && <Replay operation={operation} view={view} entry={entry} {...props} />}
      </div>
      {tab === "response" && <Response entry={entry} />}
      {tab === "request" && <Request entry={entry} view={view} />}
      {tab === "signing" && signed && <Signature view={view} signed={signed} />}
      {tab === "code" && operation && (
        <RequestSamples request={{ operation, query: ownFields(query), body: ownFields(body) }} />
      )}
    </>
  );
}

/** Time, duration, account and result. */
function Details({ entry }: { readonly entry: RequestEntry }) {
  const { sender, startedMs, headMs, endedMs, failure, wait, retry, response } = entry;
  const spans = [
    headMs !== undefined && `${durationText(headMs - startedMs)} until the response began`,
    endedMs !== undefined && `${durationText(endedMs - startedMs)} in all`,
    response !== undefined && sizeText(response.bytes),
  ].filter((part) => part !== false);
  return (
    <dl class="details">
      <Fact name="Sent">{[timeText(startedMs), ...spans].join(" · ")}</Fact>
      {sender && (
        <Fact name="Call">
          {sender.operation}, attempt {sender.attempt} · call {sender.call} of {sender.account}
        </Fact>
      )}
      {wait && (
        <Fact name="Waited">
          {durationText(wait.waitMs)} for capacity{wait.window && ` in the window ${wait.window}`}
        </Fact>
      )}
      {failure && <Fact name="Failed">{failure}</Fact>}
      {retry && (
        <Fact name="Retry">
          Sent again after {durationText(retry.waitMs)}: {retry.reason}
        </Fact>
      )}
      {usageAfter(entry).map(({ limit, used }) => (
        <Fact key={limit.id} name={limit.header}>
          {used}
          {limit.amount === null ? "" : ` of ${limit.amount}`} · {limit.counts} per {limit.per}
          <meter min={0} max={limit.amount ?? 0} value={Number(used)} aria-label={limit.id} />
        </Fact>
      ))}
    </dl>
  );
}

function Response({ entry: { response, responseHeaders } }: { readonly entry: RequestEntry }) {
  return (
    <>
      {response === undefined || response.text === "" ? (
        <p class="empty">No body.</p>
      ) : (
        <>
          <Json text={response.text} />
          <Copy text={response.text} label="Copy the body" />
        </>
      )}
      {response?.isCut && <p class="muted">Only the first {sizeText(response.text.length)}.</p>}
      {responseHeaders && <ValueTable caption="Headers" rows={responseHeaders} />}
    </>
  );
}

interface RequestProps {
  readonly entry: RequestEntry;
  readonly view: RequestView;
}

function Request({ entry, view: { operation, query, body } }: RequestProps) {
  return (
    <>
      <pre class="code">
        {entry.method} {entry.url}
        {entry.body && `\n\n${entry.body}`}
      </pre>
      <Fields title="Query" pairs={query} operation={operation?.id} />
      <Fields title="Form in the body" pairs={body} operation={operation?.id} />
      <ValueTable caption="Headers" rows={entry.headers} />
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
  const about: Readonly<
    Record<string, { parameters: Readonly<Record<string, FieldDescription>> }>
  > = operationDescriptions;
  const { parameters = {} } = about[operation ?? ""] ?? {};
  return (
    <ValueTable
      caption={title}
      rows={pairs.map(([name, value]) => [name, value, muted(parameters[name]?.text)])}
    />
  );
}

/** A remark on a value. */
function muted(text = "") {
  return <span class="muted">{text}</span>;
}

interface SignatureProps {
  readonly view: RequestView;
  readonly signed: NonNullable<RequestView["signed"]>;
}

/** The signed text, and the source of each part. */
function Signature({ view: { query, body }, signed: { text, signature } }: SignatureProps) {
  const parts = [
    ...query.map(([name, value]) => [name, value, muted("query")] as const),
    ...body.map(([name, value]) => [name, value, muted("body")] as const),
  ].filter(([name]) => name !== signing.signature);
  return (
    <>
      <p>
        {signing.algorithm} under the secret of the account, over the values of query and body as
        they were before they were encoded:
      </p>
      <pre class="code">{text}</pre>
      <ValueTable caption="Parts, in the order sent" rows={parts} />
      <p>Sent as {signing.signature}, which is not signed itself:</p>
      <pre class="code">{signature}</pre>
    </>
  );
}
