/** Messages of stream connections, with opens and closes; newest first. */

import { sizeText, timeText } from "../parts/format.ts";
import type { FrameEntry } from "../wire/entries.ts";
import { streamLabel } from "../wire/messages.ts";
import { Row, Rows } from "./rows.tsx";

/** More rows would make the page slow, and nobody scrolls that far. */
const framesShown = 300;

interface FrameListProps {
  readonly frames: readonly FrameEntry[];
  readonly chosen: number | undefined;
}

export function FrameList({ frames, chosen }: FrameListProps) {
  const shown = frames.slice(-framesShown).reverse();
  return (
    <Rows label="Messages, the newest first" empty="No message matches.">
      {shown.map(({ id, atMs, connection, direction, name, title, stream, ...frame }) => (
        <Row
          key={id}
          href={`#inspect/messages/${id}`}
          isChosen={id === chosen}
          kind={frame.isFaulty ? "failed" : undefined}
        >
          <span class="muted">{timeText(atMs)}</span>
          <span class="name">
            <span title={direction === "out" ? "sent" : "received"}>
              {direction === "out" ? "↑" : "↓"}
            </span>{" "}
            <b>{title ?? name}</b> <span class="muted">{stream && streamLabel(stream)}</span>
          </span>
          <span class="result muted">#{connection}</span>
          <span class="muted number">{sizeOf(frame)}</span>
        </Row>
      ))}
    </Rows>
  );
}

function sizeOf({ body, bytes = body?.bytes }: Pick<FrameEntry, "body" | "bytes">): string {
  return bytes === undefined ? "" : sizeText(bytes);
}
