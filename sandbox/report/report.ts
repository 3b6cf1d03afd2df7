/** The report on the programs that use a sandbox, from the events of its feed. */

import { limits as windows } from "../../generated/limits.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { userDataRules } from "../../generated/streams.ts";
import { pageAddress } from "../defaults.ts";
import type { Feed, FeedEvent, FeedMessage, FeedRequest } from "../feed/feed.ts";
import { summaryOf } from "../feed/summary.ts";
import { type Check, checks } from "./checks.ts";
import { watchPlacements } from "./placements.ts";
import { watchReactions } from "./reactions.ts";
import { isOutcomeOpen, show } from "./requests.ts";
import { xmlText } from "./xml.ts";

export type Report = SandboxSchemas["Report"];

type Finding = Report["checks"][number]["findings"][number];

/** Most findings of a check that a report shows. */
const findingsMax = 20;

/** Makes a report without events; the sandbox's own page is no program. */
export function createReporter() {
  const running = Object.entries<Check>(checks).map(([check, { title, advice, watch }]) => {
    const findings: Finding[] = [];
    let count = 0;
    const watcher = watch(({ id: event, time }, text) => {
      count += 1;
      if (findings.length < findingsMax) findings.push({ time, event, text });
    });
    return { check, title, advice, watcher, findings, count: () => count };
  });
  const counters = createCounters();
  const reactions = watchReactions();
  return {
    /** Takes the events of the feed, in order. */
    see: (event: FeedEvent): void => {
      if ("ip" in event && event.ip === pageAddress) return;
      counters.see(event);
      reactions.see(event);
      for (const { watcher } of running) show(event, watcher);
    },
    /** The report on what was seen so far. */
    report: (): Report => {
      const { end } = counters.parts();
      const results = running.map(({ check, title, advice, watcher, findings, count }) => {
        const open: Finding[] = [];
        watcher.atEnd?.(end, ({ id, time }, text) => {
          open.push({ time, ...(id > 0 && { event: id }), text });
        });
        const all = [...findings, ...open].slice(0, findingsMax);
        const total = count() + open.length;
        return { check, title, advice, passed: total === 0, count: total, findings: all };
      });
      const passed = results.every((result) => result.passed);
      return { passed, ...counters.parts(), faults: reactions.list(), checks: results };
    },
  };
}

/** Everything of a report that only counts. */
function createCounters() {
  let [begin, end, lost] = [Number.POSITIVE_INFINITY, 0, 0];
  const requests = new Map<string, Report["requests"][number]>();
  const refusals = new Map<string, Report["refusals"][number]>();
  const limits = new Map<string, Report["limits"][number]>();
  const streams = countStreams();
  const placements = watchPlacements();
  return {
    see: (event: FeedEvent): void => {
      if (event.kind === "lost") {
        lost += Object.values(event.lost).reduce((sum, many) => sum + many, 0);
        return;
      }
      begin = Math.min(begin, event.time);
      end = Math.max(end, event.time);
      show(event, streams);
      show(event, placements);
      if (event.kind !== "request") return;
      countRequest(requests, event);
      countRefusal(refusals, event);
      countLimits(limits, event);
    },
    parts: (): Omit<Report, "passed" | "faults" | "checks"> => ({
      begin: Math.min(begin, end),
      end,
      lost,
      requests: [...requests.values()],
      refusals: [...refusals.values()].sort((one, other) => other.count - one.count),
      limits: [...limits.values()],
      placements: placements.counts(),
      streams: streams.counts(),
    }),
  };
}

/** A hostile client could send any number of different requests. */
const rowsMax = 1000;

function countRequest(rows: Map<string, Report["requests"][number]>, event: FeedRequest): void {
  const { operation = "other", verdict, response } = event;
  const none = { operation, accepted: 0, refused: 0, failed: 0, unanswered: 0 };
  const row = rows.get(operation) ?? none;
  const outcome = isOutcomeOpen(event) ? "failed" : (verdict?.outcome ?? "failed");
  const what = response.broken === undefined ? outcome : "unanswered";
  rows.set(operation, { ...row, [what]: row[what] + 1 });
}

function countRefusal(rows: Map<string, Report["refusals"][number]>, event: FeedRequest): void {
  const { operation = "other", verdict } = event;
  if (verdict?.code === undefined) return;
  const { filter, rule } = verdict.issues.find((issue) => issue.filter !== undefined) ?? {};
  const broken = filter === undefined ? {} : { filter, ...(rule !== undefined && { rule }) };
  const key = [operation, verdict.code, filter, rule].join(" ");
  const { count = 0, example = summaryOf(event) } = rows.get(key) ?? {};
  if (count === 0 && rows.size >= rowsMax) return;
  rows.set(key, { operation, code: verdict.code, ...broken, count: count + 1, example });
}

function countLimits(rows: Map<string, Report["limits"][number]>, event: FeedRequest): void {
  const { ip, account = ip, time } = event;
  for (const { limit, used, amount } of event.windows ?? []) {
    const of = windows.find(({ id }) => id === limit)?.per === "account" ? account : ip;
    const key = `${limit} ${of}`;
    const most = Math.max(rows.get(key)?.most ?? 0, used);
    if (!rows.has(key) && rows.size >= rowsMax) continue;
    const part = amount === undefined ? {} : { amount, share: amount === 0 ? 1 : most / amount };
    rows.set(key, { limit, of, used, most, ...part, time });
  }
}

function countStreams() {
  const counts = {
    ...{ opened: 0, refused: 0, closed: 0, pings: 0, pongs: 0 },
    ...{ keysCreated: 0, keysKeptAlive: 0, keysExpired: 0 },
  };
  const names: Readonly<Record<string, keyof typeof counts>> = {
    opened: "opened",
    refused: "refused",
    closed: "closed",
    cut: "closed",
    ping: "pings",
    pong: "pongs",
    listenKeyExpired: "keysExpired",
    [userDataRules.create]: "keysCreated",
    [userDataRules.keepAlive]: "keysKeptAlive",
  };
  const count = (what: string): void => {
    // A program may write any event.
    const name = Object.hasOwn(names, what) ? names[what] : undefined;
    if (name !== undefined) counts[name] += 1;
  };
  return {
    message: ({ what, event = "" }: FeedMessage): void => {
      count(what);
      count(event);
    },
    request: ({ operation = "", verdict }: FeedRequest): void => {
      if (verdict?.outcome === "accepted") count(operation);
    },
    counts: () => ({ ...counts }),
  };
}

/** The report on all events that a feed keeps. */
export function reportOn(feed: Feed): Report {
  const reporter = createReporter();
  for (const event of feed.reader().next(Number.POSITIVE_INFINITY)) reporter.see(event);
  return reporter.report();
}

/** The checks of a report as JUnit XML, one test case each. */
export function junitOf({ checks: results }: Report): string {
  const cases = results.map(({ check, title, advice, passed, count, findings }) => {
    const name = `<testcase classname="tradespec.sandbox" name="${xmlText(`${check}: ${title}`)}"`;
    if (passed) return `  ${name}/>`;
    const lines = [advice, ...findings.map(({ text }) => text)].map(xmlText).join("\n");
    const many = xmlText(`${title}: ${count}`);
    return `  ${name}>\n    <failure message="${many}">${lines}</failure>\n  </testcase>`;
  });
  const failures = results.filter(({ passed }) => !passed).length;
  const suite = `<testsuite name="resilience" tests="${results.length}" failures="${failures}">`;
  const head = `<?xml version="1.0" encoding="UTF-8"?>`;
  return `${head}\n<testsuites>\n${suite}\n${cases.join("\n")}\n</testsuite>\n</testsuites>\n`;
}
