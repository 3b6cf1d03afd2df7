/** Runs the steps of a row. */

import { createStreams, type Subscription } from "../../generated/stream-client.ts";
import {
  connectionLimits,
  connectionQuery,
  type StreamId,
  streamName,
  streams as streamTables,
} from "../../generated/streams.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { fieldsIn, listIn } from "../../runtime/encoding/json-value.ts";
import { platform } from "../../runtime/platform.ts";
import { streamOfEvent } from "../../runtime/streams/decode.ts";
import { createNameReader, type StreamPattern } from "../../runtime/streams/names.ts";
import { messagesPerWindow } from "../../runtime/streams/planner.ts";
import type { StreamDescriptor, StreamSocketClass } from "../../runtime/streams/types.ts";
import { findMessage, rawPath, type StreamMessage, unwrap } from "../documents/asyncapi.ts";
import { payloadWithRoles, withRoles } from "../documents/roles.ts";
import type {
  FieldReference,
  FieldValue,
  Scenario,
  Step,
  StreamReference,
} from "../scenarios/scenario.ts";
import { walkAnswers } from "./answers.ts";
import { type CallResult, checkExpectation } from "./expectation.ts";
import { withParameterNames } from "./field-names.ts";
import type { Run, RunningRow } from "./run.ts";
import { createWireLog, logSockets } from "./wire-log.ts";

/** Steps of others than the client; in a replay, their effects may come before its next step. */
const otherSteps: ReadonlySet<Step["kind"]> = new Set(["admin", "advanceClock", "receive"]);

type CallStep = Extract<Step, { readonly kind: "call" }>;
type AnswersStep = Extract<Step, { readonly kind: "answers" }>;

/** Runs one step; returns its failures. */
export async function runStep(row: RunningRow, step: Step): Promise<readonly string[]> {
  if (!otherSteps.has(step.kind)) row.actedAt = row.log.events.length;
  try {
    if (step.kind === "call") return await call(row, step);
    if (step.kind === "answers") return await walkAnswers(row, step.operation);
    await perform(row, step);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Starts a row, whose traffic the run logs from now on. */
export function startRow(run: Run, scenario: Scenario): RunningRow {
  run.log = createWireLog(run.now);
  return { run, scenario, log: run.log, invalid: new Set(), actedAt: 0, opened: new Map() };
}

/** Closes the connection, if still open. */
export async function closeRow(row: RunningRow): Promise<void> {
  row.close?.();
  if (row.scenario.steps !== undefined) await advanceClock(row.run, 0);
}

async function perform(
  row: RunningRow,
  step: Exclude<Step, CallStep | AnswersStep>,
): Promise<void> {
  const { run, log } = row;
  switch (step.kind) {
    case "subscribe":
      return subscribe(row, namesOf(row, step.streams));
    case "connect":
      return connect(row, step.form, namesOf(row, step.streams));
    case "send": {
      const { message, invalid } = step;
      const text = typeof message === "string" ? message : JSON.stringify(message);
      for (const name of listIn(fieldsIn(message)["params"])) {
        row.opened.set(String(name), { stream: { name: String(name) } });
      }
      if (invalid === true) row.invalid.add(text);
      await paceMessages(row);
      row.socket?.send(text);
      return advanceClock(run, 0);
    }
    case "admin":
      await run.options.target.admin?.(step.command);
      return advanceClock(run, 0);
    case "advanceClock":
      return advanceClock(run, step.ms);
    case "receive": {
      const { message, count = 1, shows = {} } = step;
      if (await waitFor(run, () => countReceived(row, step) >= count)) return;
      const found = `${countReceived(row, step)} of ${count} came`;
      throw new Error(`${message} with ${JSON.stringify(shows)}: ${found}`);
    }
    case "close":
      row.close?.();
      await advanceClock(run, 0);
      if (!log.events.some(({ kind }) => kind === "ends")) throw new Error("it did not end");
  }
}

/** Calls until the result is as expected, or the tries are used up. */
async function call(row: RunningRow, given: CallStep): Promise<readonly string[]> {
  const { run, scenario, log } = row;
  const step = withParameterNames(given);
  const sentBefore = log.intended.length;
  run.change = step.change;
  let problems: readonly string[] = [];
  for (let left = step.timesMax ?? 1; left > 0; left -= 1) {
    const result = await callOnce(run, step);
    const requests = log.intended.length - sentBefore;
    problems = checkExpectation(step.expect ?? { kind: "success" }, result, requests);
    if (problems.length === 0) break;
  }
  run.change = undefined;
  if (scenario.steps !== undefined) await advanceClock(run, 0);
  return problems;
}

async function callOnce(run: Run, step: CallStep): Promise<CallResult> {
  const { operation, fields = {}, sendIn, as } = step;
  const method: unknown = Reflect.get(run.client, operation);
  if (typeof method !== "function") {
    throw new Error(`the client has no operation ${operation}; correct the row`);
  }
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    withSuffix(
      run,
      fillValue(run, value),
      /ClientOrderId$/.test(name) && typeof value === "string",
    ),
  ]);
  try {
    const options = sendIn === undefined ? {} : { sendIn };
    const response: unknown = await method(Object.fromEntries(entries), options);
    const value = payloadWithRoles(run.rest, operation, response);
    if (as !== undefined) run.responses.set(as, value);
    return { kind: "value", value };
  } catch (error) {
    return { kind: "error", error };
  }
}

/** Adds the run's suffix to client order ids of the table. */
function withSuffix({ options }: Run, value: unknown, isClientId: boolean): unknown {
  return isClientId ? `${String(value)}${options.clientIdSuffix ?? ""}` : value;
}

function fillValue({ responses }: Run, value: FieldValue): unknown {
  if (typeof value !== "object") return value;
  const found = findReference(responses, value);
  if (found === undefined) throw new Error(`${value.from} has no ${value.property}`);
  return value.plus === undefined ? found : Number(found) + value.plus;
}

/** The value at a reference's path, or undefined. */
export function findReference(
  responses: ReadonlyMap<string, unknown>,
  { from, property }: Pick<FieldReference, "from" | "property">,
): unknown {
  return property.split(".").reduce<unknown>((node, step) => {
    // A record may come in a list of several.
    const records = [node, ...listIn(node)].map(Object);
    return records.find((record) => record[step] !== undefined)?.[step];
  }, responses.get(from));
}

/** Streams by role, and by id. */
const streamsByRole: ReadonlyMap<string, StreamId> = new Map(
  Object.entries<StreamDescriptor>(streamTables).flatMap(([id, { role = id }]) => {
    return [role, id].map((name) => [name, id as StreamId] as const);
  }),
);

function namesOf(
  { run, opened }: RunningRow,
  references: readonly StreamReference[],
): readonly string[] {
  const names = references.map((reference) => {
    if (!("id" in reference)) return String(fillValue(run, reference));
    const { id, ...parameters } = reference;
    const stream = streamsByRole.get(id);
    if (stream === undefined) throw new Error(`there is no stream ${id}`);
    return streamName(stream, parameters as never);
  });
  for (const name of names) opened.set(name, { stream: { name } });
  return names;
}

async function connect(
  row: RunningRow,
  form: "combined" | "raw",
  names: readonly string[],
): Promise<void> {
  const { streamUrl = "" } = row.run.options.target;
  const [first = ""] = names;
  if (form === "raw") row.rawStream = first;
  const Socket = loggedSocketClass(row);
  const { parameter, separator } = connectionQuery;
  const socket = new Socket(
    form === "combined"
      ? `${streamUrl}?${parameter}=${names.join(separator)}`
      : `${streamUrl.replace(/\/stream$/, "")}${rawPath ?? "/"}${first}`,
  );
  let state = "opening";
  socket.addEventListener("open", () => {
    state = "open";
  });
  socket.addEventListener("error", (event) => {
    state = `refused: ${String((event as { readonly message?: unknown }).message ?? "")}`;
  });
  row.socket = socket;
  row.close = () => socket.close(1000);
  await waitFor(row.run, () => state !== "opening");
  if (state !== "open") throw new Error(`the connection is ${state}`);
}

async function subscribe(row: RunningRow, names: readonly string[]): Promise<void> {
  const { streamUrl = "", now, after } = row.run.options.target;
  const problems: string[] = [];
  const client = createStreams({
    url: streamUrl,
    WebSocket: loggedSocketClass(row),
    now,
    after,
    random: () => 0.5,
    onEvent: (notice) => {
      if (notice.kind === "refused") problems.push(notice.error.message);
      if (notice.kind === "invalidMessage")
        problems.push(`a message was not read: ${notice.reason}`);
    },
  });
  row.close = client.close;
  // Drop no event: deliveries are compared with the wire.
  const options = { backlog: "dropOldest" } as const;
  const delivered: { readonly stream: string; readonly data: unknown }[] = [];
  row.delivered = delivered;
  const subscriptions = names.map((name) => {
    const { pattern, values = {} } = readStreamName(name) ?? {};
    const [id = ""] = Object.entries(streamTables).find(([, one]) => one === pattern) ?? [];
    const method = Reflect.get(client, id) as SubscribeMethod | undefined;
    const subscription = method?.(...Object.values(values), options) ?? client.open(name, options);
    return subscription.each((data) => delivered.push({ stream: name, data }));
  });
  const isLive = (): boolean => subscriptions.every((each) => each.state() === "live");
  await waitFor(row.run, () => problems.length > 0 || isLive());
  if (problems.length > 0) throw new Error(problems.join("; "));
  if (!isLive()) throw new Error("the streams are not live");
}

/** Waits until the connection may send another message. */
async function paceMessages({ run, log }: RunningRow): Promise<void> {
  const sent = log.events.filter(({ kind }) => kind === "sends");
  const earlier = sent.at(-messagesPerWindow(connectionLimits));
  if (earlier === undefined) return;
  const waitMs = earlier.at + connectionLimits.inboundWindowMs - run.now();
  if (waitMs > 0) await advanceClock(run, waitMs);
}

/** The method of a public stream; takes the parameters of its name, then options. */
type SubscribeMethod = (...input: readonly unknown[]) => Subscription<unknown>;

const readStreamName = createNameReader(Object.values<StreamPattern>(streamTables));

function loggedSocketClass({ run, log }: RunningRow): StreamSocketClass {
  const { WebSocket: platformClass } = globalThis as { readonly WebSocket?: StreamSocketClass };
  const Socket = run.options.target.WebSocket ?? platformClass;
  if (Socket === undefined) throw new Error("This platform has no WebSocket; pass one.");
  return logSockets(Socket, log);
}

/** Number of messages so far that a `receive` step waits for. */
function countReceived(row: RunningRow, step: Extract<Step, { kind: "receive" }>): number {
  const { run, log, actedAt } = row;
  return log.events.slice(actedAt).filter((event) => {
    if (event.kind !== "receives" || run.streams === undefined) return false;
    const message = readReceived(row, parseJsonOr(event.text, undefined));
    const found = findMessage(run.streams, message);
    if (found?.name !== step.message) return false;
    const content = fieldsIn(withRoles(run.streams.root, found.pointer, message.content));
    return Object.entries(step.shows ?? {}).every(([name, value]) => {
      const isClientId = typeof value === "string" && value.startsWith("contract-");
      const wanted = withSuffix(run, value, isClientId);
      return JSON.stringify(content[name]) === JSON.stringify(wanted);
    });
  }).length;
}

/** A message of the exchange and its stream, also if it comes without wrapper. */
export function readReceived({ rawStream, opened }: RunningRow, value: unknown): StreamMessage {
  return unwrap(value, rawStream ?? streamOfEvent(fieldsIn(value), streamTables, opened));
}

/** Polling interval, in milliseconds. */
const pollMs = 250;

async function waitFor(run: Run, holds: () => boolean): Promise<boolean> {
  const { messageTimeoutMs = 20_000 } = run.options;
  for (let waitedMs = 0; !holds(); waitedMs += pollMs) {
    if (waitedMs >= messageTimeoutMs) return false;
    await advanceClock(run, waitedMs === 0 ? 0 : pollMs);
  }
  return true;
}

async function advanceClock({ options }: Run, ms: number): Promise<void> {
  const { target } = options;
  if (target.advanceClock !== undefined) return target.advanceClock(ms);
  // On a network even the shortest wait takes a moment.
  await new Promise<void>((resolve) => platform.after(Math.max(ms, 20), resolve));
}
