/** One stream message: each field with its meaning, and the message as it came. */

import { useState } from "preact/hooks";

import type { StreamSamples } from "../../../runtime/code-samples/streams.ts";
import { encodeJson } from "../../../runtime/encoding/json.ts";
import { Assumed } from "../parts/assumed.tsx";
import { Choice } from "../parts/choice.tsx";
import { Copy } from "../parts/copy.tsx";
import { sizeText, timeText, utcText } from "../parts/format.ts";
import { Json } from "../parts/json.tsx";
import type { FrameEntry } from "../wire/entries.ts";
import { describeMessage, type FieldRow, readMessage } from "../wire/messages.ts";
import { frameTitle } from "./frame-list.tsx";
import { streamCode } from "./stream-code.ts";

export function FrameDetail({ entry }: { readonly entry: FrameEntry }) {
  const { frame, atMs, connection } = entry;
  return (
    <>
      <header>
        <h2>{frameTitle(entry)}</h2>
        <a class="back" href="#inspect/messages">
          Close
        </a>
      </header>
      <dl class="facts">
        <div>
          <dt>At</dt>
          <dd>
            {timeText(atMs)} · connection {connection}
          </dd>
        </div>
        {frame.kind === "opening" && (
          <div>
            <dt>Address</dt>
            <dd>{frame.url}</dd>
          </div>
        )}
        {frame.kind === "closed" && (
          <div>
            <dt>Reason</dt>
            <dd>{frame.reason === "" ? "none was given" : frame.reason}</dd>
          </div>
        )}
      </dl>
      {frame.kind === "text" && <Message frame={frame} />}
      {frame.kind === "binary" && (
        <p class="empty">
          {sizeText(frame.bytes)} of binary data; the exchange sends text, so the client reads none
          of it.
        </p>
      )}
    </>
  );
}

type TextFrame = Extract<FrameEntry["frame"], { readonly kind: "text" }>;

function Message({ frame: { body, direction } }: { readonly frame: TextFrame }) {
  const { name, stream, value } = readMessage(body.text, direction);
  const code = stream === undefined ? undefined : streamCode(stream, location.origin);
  const { text, assumed, rows } = describeMessage(name, value);
  return (
    <>
      {text !== "" && (
        <p>
          {text} {assumed !== undefined && <Assumed id={assumed} />}
        </p>
      )}
      {rows.length > 0 && (
        <table class="fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Value</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Field key={row.path.join(".")} row={row} isInner={assumed !== undefined} />
            ))}
          </tbody>
        </table>
      )}
      <div class="tools">
        <h3>As it came</h3>
        <Copy text={body.text} label="Copy the message" />
      </div>
      <Json text={body.text} />
      {code && <StreamCode code={code} />}
      {body.isCut && <p class="muted">Only its beginning.</p>}
    </>
  );
}

const languages = [
  ["typescript", "TypeScript"],
  ["python", "Python"],
] as const satisfies readonly (readonly [keyof StreamSamples, string])[];

/** Programs that subscribe to the stream of the message. */
function StreamCode({ code }: { readonly code: StreamSamples }) {
  const [language, setLanguage] = useState<keyof StreamSamples>("typescript");
  return (
    <>
      <h3>As code</h3>
      <div class="samples">
        <div class="tools">
          <Choice label="Language" values={languages} chosen={language} onChoose={setLanguage} />
          <Copy text={code[language]} />
        </div>
        <pre class="code">{code[language]}</pre>
      </div>
    </>
  );
}

/** `isInner`: the message is assumed as a whole, so its fields need not say it again. */
function Field({ row, isInner }: { readonly row: FieldRow; readonly isInner: boolean }) {
  const { path, value, text, assumed, meaning } = row;
  const said = typeof value === "string" ? value : value === undefined ? "" : encodeJson(value);
  const isTime = /Unix milliseconds/u.test(text) && typeof value === "number";
  return (
    <tr>
      <th scope="row">{path.join(".")}</th>
      <td class="value">
        {said}
        {isTime && <div class="muted">{utcText(value)}</div>}
      </td>
      <td>
        {text === "" ? <span class="muted">not in the contract</span> : text}{" "}
        {meaning !== undefined && <span class="muted">{meaning} </span>}
        {assumed !== undefined && !isInner && <Assumed id={assumed} />}
      </td>
    </tr>
  );
}
