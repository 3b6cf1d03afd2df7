/** Messages of stream connections, with opens and closes; newest first. */

import type { FeedMessage } from "../../feed/feed.ts";
import { sizeText, timeText } from "../parts/format.ts";
import { Row, Rows } from "./rows.tsx";

/** More rows would make the page slow, and nobody scrolls that far. */
const framesShown = 300;

interface FrameListProps {
  readonly frames: readonly FeedMessage[];
  readonly chosen: number | undefined;
}

export function FrameList({ frames, chosen }: FrameListProps) {
  return (
    <Rows label="Messages, the newest first" empty="No message matches.">
      {frames
        .slice(-framesShown)
        .reverse()
        .map((frame) => (
          <Row key={frame.id} href={`#inspect/messages/${frame.id}`} isChosen={frame.id === chosen}>
            <span class="muted">{timeText(frame.time)}</span>
            <span class="name">
              <b>{frameName(frame)}</b> <span class="muted">{frame.streams?.join(", ")}</span>
            </span>
            <span class="result muted">
              {frame.account} #{frame.connection}
            </span>
            <span class="muted number">{frame.text && sizeText(frame.text.length)}</span>
          </Row>
        ))}
    </Rows>
  );
}

/** What a message is: its event, or what happened to the connection. */
export function frameName({ what, event }: FeedMessage): string {
  return event ?? what;
}
