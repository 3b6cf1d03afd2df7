/** The report on the programs that use the sandbox, and the gauges of their rate limits. */

import type { Report } from "../../report/report.ts";
import type { FeedLog } from "../feed.ts";
import { useLatest } from "../follow.ts";
import type { PanelProps } from "../panel.ts";
import { timeText } from "../parts/format.ts";
import { ValueTable } from "../parts/value-table.tsx";

export function ReportPanel({ feed, isVisible }: PanelProps) {
  useLatest(feed, isVisible);
  const report = feed.report();
  const { passed, requests, faults, checks, lost } = report;
  const failed = checks.filter((check) => !check.passed);
  return (
    <>
      <div class="column">
        <section class="card" aria-label="Checks">
          <h2>{passed ? "Every check passes" : `Failed checks: ${failed.length}`}</h2>
          <p class="muted">
            Of all programs but this page. <a href="control/report">As JSON</a>
            {lost > 0 && `, without ${lost} older events`}
          </p>
          {requests.length === 0 && <p>No program has sent a request yet.</p>}
          {failed.map((check) => (
            <Failure key={check.check} {...check} />
          ))}
          <ValueTable
            caption="Passed"
            rows={checks.flatMap(({ check, title, passed: isPassed }) =>
              isPassed ? [[check, <span class="muted">none: {title.toLowerCase()}</span>]] : [],
            )}
          />
        </section>
        <section class="card" aria-label="Faults met">
          <h2>Faults</h2>
          {faults.length === 0 && <p class="muted">None was injected.</p>}
          {faults.map(({ fault, rule = fault, count, robust, reactions }) => (
            <div key={rule}>
              <h3>
                {rule}, {count} times
              </h3>
              <p class="muted">A robust client {robust}</p>
              <p>
                {reactions.length === 0 && "No program has met it, or none has reacted yet."}
                {reactions.map(({ what, count: many }) => `${what} (${many})`).join("; ")}
              </p>
            </div>
          ))}
        </section>
      </div>
      <div class="column">
        <Counts {...report} />
      </div>
    </>
  );
}

function Counts({ requests, refusals, limits, placements, streams }: Report) {
  return (
    <section class="card" aria-label="Requests by outcome">
      <h2>Requests</h2>
      <ValueTable
        head={["Operation", "Accepted", "Refused", "Failed", "Unanswered"]}
        rows={requests.map(({ operation, ...counts }) => [operation, ...texts(counts)])}
      />
      <ValueTable
        caption="Refusals"
        rows={refusals.map(({ operation, count, example }) => [operation, String(count), example])}
      />
      <ValueTable caption="Placements" rows={Object.entries(placements).map(countRow)} />
      <ValueTable caption="Streams" rows={Object.entries(streams).map(countRow)} />
      <ValueTable
        caption="Rate limits"
        head={["Limit", "Of", "Now", "Most", "Amount"]}
        rows={limits.map(({ limit, of, used, most, amount }) => [
          limit,
          ...texts([of, used, most, amount ?? "none"]),
        ])}
      />
    </section>
  );
}

function Failure({ check, title, advice, count, findings }: Report["checks"][number]) {
  return (
    <div data-check={check}>
      <h3 class="sell">
        {title}: {count}
      </h3>
      <p>{advice}</p>
      <ul>
        {findings.slice(0, 5).map(({ time, event, text }) => (
          <li key={`${event} ${text}`}>
            <a href={event === undefined ? "#inspect" : `#inspect/requests/${event}`}>
              {timeText(time)}
            </a>{" "}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function texts(values: object): readonly string[] {
  return Object.values(values).map(String);
}

function countRow([name, count]: readonly [string, number]): readonly [string, string] {
  return [name.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`), String(count)];
}

/** How far the busiest programs have used each rate limit, on every screen. */
export function Gauges({ feed }: { readonly feed: FeedLog }) {
  useLatest(feed, true);
  const fullest = new Map<string, Report["limits"][number]>();
  for (const each of feed.report().limits) {
    const { amount = 0, used, limit } = each;
    const other = fullest.get(limit);
    if (amount > 0 && used >= (other?.used ?? 0)) fullest.set(limit, each);
  }
  return (
    <fieldset class="row gauges" aria-label="Rate limits of your programs">
      {[...fullest.values()].map(({ limit, of, used, amount = 0 }) => (
        <label
          key={limit}
          class="muted"
          title={`${limit} of ${of}: ${used} of ${amount} after its latest request`}
        >
          {limit}
          <meter max={amount} high={amount * 0.8} value={used} />
        </label>
      ))}
    </fieldset>
  );
}
