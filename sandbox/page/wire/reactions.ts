/** How the page's own client reacted to a fault, from its recorded traffic and notices. */

import { userSession } from "../../../generated/streams.ts";
import { pageAddress } from "../../defaults.ts";
import type { FeedMessage } from "../../feed/feed.ts";
import {
  bookOperation,
  durationText,
  offsetText,
  operationOf,
  rangeText,
} from "../../report/requests.ts";
import type { NoticeEntry, RequestEntry } from "./entries.ts";
import { type CallGroup, fieldsOf, groupCalls, hasFailed } from "./request-view.ts";

/** The entries since some moment. */
export interface Recorded {
  readonly requests: readonly RequestEntry[];
  readonly messages: readonly Pick<FeedMessage, "ip" | "text">[];
  readonly notices: readonly NoticeEntry[];
}

/** Sentences about the client's reaction, the most important first; none if nothing happened. */
export function reactions({ requests, messages, notices }: Recorded): readonly string[] {
  const groups = groupCalls(requests).filter((group) => !isAbandoned(group));
  return [
    ...callReactions(groups, messages),
    ...noticeReactions(notices),
    ...streamReactions(notices, groups),
  ];
}

function callReactions(
  groups: readonly CallGroup[],
  messages: Recorded["messages"],
): readonly string[] {
  const failed = groups.flatMap((requests) => requests.filter(hasFailed));
  const waits = groups.flatMap((requests) => requests.flatMap(({ retry }) => retry?.waitMs ?? []));
  const questions = groups.filter(hasQuestion);
  const reported = groups.filter((group) => isReported(group, messages));
  const lost = groups.filter(isGivenUp);
  return [
    failed.length > 0 && `${times(failed.length, "request")} failed: ${causes(failed)}.`,
    waits.length > 0 && `Sent ${times(waits.length, "request")} again, after ${range(waits)}.`,
    questions.length > 0 &&
      `Asked the exchange what became of ${times(questions.length, "order")}, and sent none blindly again.`,
    reported.length > 0 &&
      `Found ${times(reported.length, "order")} in the messages of its own stream, and sent none again.`,
    lost.length > 0 && `Gave up ${times(lost.length, "call")} and reported the error to the page.`,
  ].filter(isSaid);
}

/** The caller no longer wanted the response: nothing failed. */
function isAbandoned([first, ...others]: CallGroup): boolean {
  return others.length === 0 && first?.isAborted === true && first.retry === undefined;
}

/** Whether the last attempt of a read failed. Placements are resolved differently. */
function isGivenUp(requests: CallGroup): boolean {
  const last = requests.at(-1);
  const { placement } = operationOf(requests[0]?.sender ?? {}) ?? {};
  return last !== undefined && !placement && hasFailed(last) && last.retry === undefined;
}

/** Whether a placement was followed by a query for its outcome. */
function hasQuestion(requests: CallGroup): boolean {
  const resolvers = requests.flatMap(({ sender }) => {
    const { placement } = operationOf(sender ?? {}) ?? {};
    return placement === undefined ? [] : [placement.resolvedBy.operation];
  });
  return requests.some(({ sender }) => resolvers.includes(sender?.operation ?? ""));
}

/** Whether only a stream message, and no response, reported a placed order. */
function isReported(requests: CallGroup, messages: Recorded["messages"]): boolean {
  const [first] = requests;
  const { clientId } = operationOf(first?.sender ?? {})?.placement ?? {};
  if (first === undefined || clientId === undefined) return false;
  if (hasQuestion(requests) || !requests.every(hasFailed)) return false;
  const [, id = ""] = fieldsOf(first).find(([name]) => name === clientId) ?? [];
  return messages.some(({ ip, text }) => ip === pageAddress && text?.includes(`"${id}"`));
}

function noticeReactions(notices: readonly NoticeEntry[]): readonly string[] {
  const said = notices.map(({ notice }) => notice);
  const resyncs = said.filter((notice) => notice.kind === "resync");
  const waits = said.filter((notice) => notice.kind === "wait");
  const [last] = resyncs.slice(-1);
  return [
    last !== undefined &&
      `Read the exchange's time ${times(resyncs.length, "time")}; its clock is ${offsetText(last.offsetMs)}.`,
    waits.length > 0 &&
      `Held ${times(waits.length, "request")} back, up to ${durationText(Math.max(...waits.map(({ waitMs }) => waitMs)))}.`,
  ].filter(isSaid);
}

function streamReactions(
  notices: readonly NoticeEntry[],
  groups: readonly CallGroup[],
): readonly string[] {
  const count = (kind: NoticeEntry["notice"]["kind"]): number =>
    notices.filter(({ notice }) => notice.kind === kind).length;
  const calls = (operation: string): number =>
    groups.filter(([first]) => first?.sender?.operation === operation).length;
  const sentences: readonly (readonly [number, (many: number) => string])[] = [
    [count("invalidMessage"), (many) => `Found ${times(many, "message")} that it cannot read.`],
    [count("idle"), (many) => `Replaced ${times(many, "connection")} that sent no events.`],
    [count("disconnected"), (many) => `Lost or left ${times(many, "stream connection")}.`],
    [count("connected"), (many) => `Opened ${times(many, "stream connection")}.`],
    [count("gap"), (many) => `Noted ${times(many, "time")} that events may be missing.`],
    [calls(bookOperation), (many) => `Fetched a new order book ${times(many, "time")}.`],
    [
      calls(userSession.create),
      (many) => `Made ${times(many, "new listenKey", "new listenKeys")}.`,
    ],
  ];
  return sentences.flatMap(([many, sentence]) => (many > 0 ? [sentence(many)] : []));
}

/** Counts of the causes: `503 three times, lost connection once`, most frequent first. */
function causes(failed: readonly RequestEntry[]): string {
  const counts = new Map<string, number>();
  for (const entry of failed) counts.set(causeOf(entry), (counts.get(causeOf(entry)) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted
    .map(([cause, many]) => (many === 1 ? cause : `${cause} (${many} times)`))
    .join(", ");
}

function causeOf({ status, failure, isAborted }: RequestEntry): string {
  if (isAborted) return "no response in time";
  if (status === undefined) return "no response";
  if (failure !== undefined) return "a part of a response";
  return status >= 200 && status < 300 ? `${status} without a success in it` : String(status);
}

function range(waits: readonly number[]): string {
  return rangeText(Math.min(...waits), Math.max(...waits));
}

function times(many: number, one: string, several = `${one}s`): string {
  return `${many} ${many === 1 ? one : several}`;
}

function isSaid(sentence: string | false): sentence is string {
  return sentence !== false;
}
