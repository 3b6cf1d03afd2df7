/** What the clients and streams reported of their own work; the newest comes first. */

import { durationText, timeText } from "../parts/format.ts";
import type { NoticeEntry } from "../wire/entries.ts";

/** More lines would make the page slow, and nobody scrolls that far. */
const noticesShown = 300;

export function NoticeList({ notices }: { readonly notices: readonly NoticeEntry[] }) {
  if (notices.length === 0) {
    return <p class="empty rows">No client had anything to report but its requests.</p>;
  }
  return (
    <table class="rows">
      <caption>Work of the clients beside plain requests, the newest first</caption>
      <tbody>
        {notices
          .slice(-noticesShown)
          .reverse()
          .map(({ id, atMs, notice }) => (
            <tr key={id}>
              <td class="muted">{timeText(atMs)}</td>
              <th scope="row">{notice.kind}</th>
              <td>{noticeText(notice)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** A notice as a sentence. */
export function noticeText(notice: NoticeEntry["notice"]): string {
  switch (notice.kind) {
    case "request":
    case "response":
      return `${notice.operation}, attempt ${notice.attempt}`;
    case "retry":
      return `${notice.operation} is sent again in ${durationText(notice.waitMs)}: ${notice.reason}.`;
    case "wait":
      return `${notice.operation} waits ${durationText(notice.waitMs)} for capacity.`;
    case "resync":
      return `The exchange's clock is ${Math.round(notice.offsetMs)} ms from the local one.`;
    case "rateLimitStore":
      return `The store of rate limits is ${notice.state}: ${notice.reason}`;
    case "doubt":
      return `${notice.operation} is sent although an assumed rule forbids it.`;
    case "unchecked":
      return `${notice.operation} is sent unchecked: ${notice.reason}`;
    case "refused":
      return notice.error.message;
    case "consumerFailed":
      return notice.error.message;
    case "gap":
      return `Events of ${notice.streams} streams may be missing: ${notice.reason}.`;
    case "connected":
      return `Connection ${notice.connection} carries ${notice.streams} streams.`;
    case "disconnected": {
      const { connection, code, reason, retryMs } = notice;
      const next = retryMs === undefined ? "" : `; the next attempt is in ${durationText(retryMs)}`;
      return `Connection ${connection} ended with ${code}${reason && ` (${reason})`}${next}.`;
    }
    case "renewed":
      return `Connection ${notice.connection} took over from an older one.`;
    case "idle":
      return `Connection ${notice.connection} answers, and brings no event.`;
    case "invalidMessage":
      return `A message of connection ${notice.connection} cannot be read: ${notice.reason}.`;
  }
}
