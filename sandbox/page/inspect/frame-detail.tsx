/** One stream message: each field with its meaning, and the raw message. */

import { encodeJson } from "../../../runtime/encoding/json.ts";
import { Assumed } from "../parts/assumed.tsx";
import { Copy } from "../parts/copy.tsx";
import { Fact } from "../parts/fact.tsx";
import { sizeText, timeText, utcText } from "../parts/format.ts";
import { Json } from "../parts/json.tsx";
import { Samples } from "../parts/samples.tsx";
import { ValueTable } from "../parts/value-table.tsx";
import type { Body, FrameEntry } from "../wire/entries.ts";
import { describeMessage, type FieldRow, readMessage } from "../wire/messages.ts";
import { streamCode } from "./stream-code.ts";

export function FrameDetail({ entry }: { readonly entry: FrameEntry }) {
  const { name, title, atMs, connection, direction, details = {}, body, bytes } = entry;
  return (
    <>
      <header class="row">
        <h2>{title ?? name}</h2>
        <a class="back" href="#inspect/messages">
          Close
        </a>
      </header>
      <dl class="details">
        <Fact name="At">
          {timeText(atMs)} · connection {connection}
        </Fact>
        {Object.entries(details).map(([fact, text]) => (
          <Fact key={fact} name={fact}>
            {text}
          </Fact>
        ))}
      </dl>
      {body && <Message {...{ body, direction }} />}
      {bytes !== undefined && (
        <p class="empty">
          {sizeText(bytes)} of binary data; the exchange sends text, so the client reads none of it.
        </p>
      )}
    </>
  );
}

type MessageProps = Pick<FrameEntry, "direction"> & { readonly body: Body };

function Message({ body, direction }: MessageProps) {
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
      <ValueTable
        head={["Field", "Value", "Meaning"]}
        rows={rows.map((row) => fieldCells(row, assumed === undefined))}
      />
      <div class="tools row">
        <h3>Raw message</h3>
        <Copy text={body.text} label="Copy the message" />
      </div>
      <Json text={body.text} />
      {code && (
        <>
          <h3>As code</h3>
          <Samples samples={code} />
        </>
      )}
      {body.isCut && <p class="muted">Only its beginning.</p>}
    </>
  );
}

/** The cells of a row; a message that is assumed as a whole is marked only once. */
function fieldCells(row: FieldRow, isMarked: boolean) {
  const { path, value, text, assumed, meaning } = row;
  const said = typeof value === "string" ? value : value === undefined ? "" : encodeJson(value);
  const isTime = /Unix milliseconds/u.test(text) && typeof value === "number";
  const shown = (
    <div class="value">
      {said}
      {isTime && <div class="muted">{utcText(value)}</div>}
    </div>
  );
  const about = (
    <>
      {text === "" ? <span class="muted">not in the contract</span> : text}{" "}
      {meaning !== undefined && <span class="muted">{meaning} </span>}
      {assumed !== undefined && isMarked && <Assumed id={assumed} />}
    </>
  );
  return [path.join("."), shown, about] as const;
}
