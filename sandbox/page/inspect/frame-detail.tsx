/** One stream message: each field with its meaning, and the raw message. */

import { encodeJson } from "../../../runtime/encoding/json.ts";
import type { FeedMessage } from "../../feed/feed.ts";
import { addressText } from "../feed.ts";
import { Assumed } from "../parts/assumed.tsx";
import { Copy } from "../parts/copy.tsx";
import { timeText, utcText } from "../parts/format.ts";
import { Json } from "../parts/json.tsx";
import { Samples } from "../parts/samples.tsx";
import { Terms } from "../parts/terms.tsx";
import { ValueTable } from "../parts/value-table.tsx";
import { frameName } from "./lists.tsx";
import { describeMessage, type FieldRow, readMessage } from "./messages.ts";
import { streamCode } from "./stream-code.ts";

export function FrameDetail({ entry }: { readonly entry: FeedMessage }) {
  const { time, connection, account, ip, text = "", what, streams, code } = entry;
  return (
    <>
      <header class="row">
        <h2>{frameName(entry)}</h2>
        <a class="back" href="#inspect/messages">
          Close
        </a>
      </header>
      <Terms
        of={[
          ["At", `${timeText(time)} · connection ${connection} of ${addressText(ip)}`],
          ["Account", account],
          ["Streams", streams?.join(", ")],
          ["Code", code],
        ]}
      />
      {text !== "" && <Message text={text} direction={what === "received" ? "out" : "in"} />}
    </>
  );
}

function Message({ text: raw, direction }: { text: string; direction: "in" | "out" }) {
  const { name, stream, value } = readMessage(raw, direction);
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
        <Copy text={raw} label="Copy the message" />
      </div>
      <Json text={raw} />
      {code && (
        <>
          <h3>As code</h3>
          <Samples samples={code} />
        </>
      )}
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
