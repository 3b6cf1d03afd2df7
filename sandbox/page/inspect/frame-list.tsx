/** Messages of stream connections, with their beginnings and ends; the newest comes first. */

import { sizeText, timeText } from "../parts/format.ts";
import type { FrameEntry } from "../wire/entries.ts";
import { streamLabel } from "../wire/messages.ts";
import { Row, Rows } from "./rows.tsx";

/** More lines would make the page slow, and nobody scrolls that far. */
const framesShown = 300;

interface FrameListProps {
  readonly frames: readonly FrameEntry[];
  readonly chosen: number | undefined;
}

export function FrameList({ frames, chosen }: FrameListProps) {
  const shown = frames.slice(-framesShown).reverse();
  return (
    <Rows label="Messages, the newest first" empty="No message fits.">
      {shown.map((entry) => (
        <Row
          key={entry.id}
          href={`#inspect/messages/${entry.id}`}
          isChosen={entry.id === chosen}
          kind={isFaulty(entry) ? "failed" : undefined}
        >
          <span class="muted">{timeText(entry.atMs)}</span>
          <span class="name">
            <span title={isSent(entry) ? "sent" : "received"}>{isSent(entry) ? "↑" : "↓"}</span>{" "}
            <b>{frameTitle(entry)}</b> <span class="muted">{streamOf(entry)}</span>
          </span>
          <span class="result muted">#{entry.connection}</span>
          <span class="muted number">{sizeOf(entry)}</span>
        </Row>
      ))}
    </Rows>
  );
}

/** The kind that messages are filtered by. */
export function frameName({ frame }: FrameEntry): string {
  if (frame.kind === "text") return frame.name;
  return frame.kind === "binary" ? "binary" : "connection";
}

/** What happened, in a word or two. */
export function frameTitle({ frame }: FrameEntry): string {
  switch (frame.kind) {
    case "text":
      return frame.name;
    case "binary":
      return "binary";
    case "closed":
      return `connection closed (${frame.code})`;
    default:
      return `connection ${frame.kind}`;
  }
}

function isSent({ frame }: FrameEntry): boolean {
  return frame.kind === "opening" || (frame.kind === "text" && frame.direction === "out");
}

function isFaulty(entry: FrameEntry): boolean {
  return (
    ["not JSON", "unknown", "binary"].includes(frameName(entry)) || entry.frame.kind === "failed"
  );
}

function streamOf({ frame }: FrameEntry): string {
  return frame.kind === "text" && frame.stream !== undefined ? streamLabel(frame.stream) : "";
}

function sizeOf({ frame }: FrameEntry): string {
  if (frame.kind === "text") return sizeText(frame.body.bytes);
  return frame.kind === "binary" ? sizeText(frame.bytes) : "";
}
