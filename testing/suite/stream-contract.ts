/**
 * The contract suite for streams: runs a table of sessions through the generated stream client, or
 * over a bare socket where the client would not go, and holds every message and every REST call
 * against the documents.
 */

import { createClient } from "../../generated/client.ts";
import { createStreams, type Subscription } from "../../generated/stream-client.ts";
import { type StreamId, streamName, streams as tables } from "../../generated/streams.ts";
import { type Adapters, platform } from "../../runtime/defaults.ts";
import { encodeJson, parseJson } from "../../runtime/encoding/json.ts";
import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import { readStreamDocuments, type StreamDocuments, unwrap } from "../documents/asyncapi.ts";
import { checkRequest } from "../documents/check-request.ts";
import { checkAnswer } from "../documents/check-response.ts";
import type { CoverageReport } from "../documents/coverage.ts";
import { type Documents, readDocuments } from "../documents/openapi.ts";
import { createStreamCoverage, type StreamCoverage } from "../documents/stream-coverage.ts";
import { observe } from "../recordings/conversation.ts";
import { isRecord, type Json } from "../recordings/recording.ts";
import { createRedactor } from "../recordings/redactor.ts";
import { jsonIn } from "../recordings/session.ts";
import { listStreamSecrets } from "../recordings/session-recorder.ts";
import { streamScenarios as ownScenarios } from "../scenarios/sessions-index.ts";
import type { ContractTarget } from "./contract.ts";
import type { FieldValue } from "./scenario.ts";
import { createLog, type Happening, observeSockets, type SessionLog } from "./stream-log.ts";
import type { StreamAct, StreamScenario, WantedName } from "./stream-scenario.ts";

/** The server that is asked, its streams, and how time goes by there. */
export interface StreamTarget extends ContractTarget {
  /** Address of the streams, like `ws://127.0.0.1:9700/stream`. */
  readonly streamUrl: string;
  /** The platform's own unless given. */
  readonly WebSocket?: StreamSocketClass;
  /** Timers that go with the target's `now`; the platform's unless given. */
  readonly after?: Adapters["after"];
  /** Lets time pass, on a clock that can be moved; one waits in real time unless given. */
  readonly pass?: (ms: number) => Promise<void>;
  /** Carries out commands of a sandbox's keeper. */
  readonly keeper?: (command: Json) => Promise<unknown>;
}

export interface StreamContractOptions {
  readonly target: StreamTarget;
  /** The bundled documents. */
  readonly openapi: unknown;
  readonly asyncapi: unknown;
  readonly scenarios?: readonly StreamScenario[];
  /** Rows that place and cancel orders or open sessions run too. */
  readonly trade?: boolean;
  /** Ends every client order id, so that a second run on one server does not repeat them. */
  readonly clientIdSuffix?: string;
  /** How long a message is waited for, in milliseconds of the target's time; 20 000 when absent. */
  readonly hearMs?: number;
  /** Told of each row as it ends. */
  readonly report?: (row: StreamRowResult) => void;
}

/** What came of one row. */
export interface StreamRowResult {
  readonly scenario: StreamScenario;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  readonly reasons: readonly string[];
  /** What the documents do not know of the messages; no fault. */
  readonly notes: readonly string[];
  /** The session as it went over the wire. */
  readonly happenings: readonly Happening[];
}

export interface StreamContractResult {
  readonly rows: readonly StreamRowResult[];
  readonly coverage: CoverageReport;
}

/** Runs the rows one after another; throws only on a table or a document that cannot be run. */
export async function runStreamContract(
  options: StreamContractOptions,
): Promise<StreamContractResult> {
  const documents = readStreamDocuments(options.asyncapi);
  const run: Run = {
    options,
    documents,
    rest: readDocuments(options.openapi),
    coverage: createStreamCoverage(documents),
  };
  const rows: StreamRowResult[] = [];
  for (const scenario of options.scenarios ?? ownScenarios) {
    const why = reasonToSkip(options, scenario);
    const row =
      why === undefined
        ? await runRow(run, scenario)
        : { scenario, outcome: "skipped" as const, reasons: [why], notes: [], happenings: [] };
    rows.push(row);
    options.report?.(row);
  }
  return { rows, coverage: run.coverage.report() };
}

interface Run {
  readonly options: StreamContractOptions;
  readonly documents: StreamDocuments;
  readonly rest: Documents;
  readonly coverage: StreamCoverage;
}

function reasonToSkip(
  { target, trade = false }: StreamContractOptions,
  { acts, effect = "reads", movesClock }: StreamScenario,
): string | undefined {
  if (!trade && effect !== "reads") return "it changes the account";
  if (movesClock === true && target.pass === undefined) return "it needs a clock that can be moved";
  const needsKeeper = acts.some((act) => act.kind === "keeper" && act.needed === true);
  if (needsKeeper && target.keeper === undefined) return "it needs the keeper of a sandbox";
  if (effect !== "reads" && target.apiKey === undefined) return "it needs a key";
  return undefined;
}

/** One row on its way. */
interface Session {
  readonly run: Run;
  readonly log: SessionLog;
  readonly Socket: StreamSocketClass;
  readonly exchange: unknown;
  readonly answers: Map<string, unknown>;
  /** What the generated client brought, with the stream it is of; `undefined` without it. */
  brought: { readonly stream: string; readonly data: unknown }[] | undefined;
  /** The socket of a row that goes without the client. */
  socket: StreamSocket | undefined;
  /** The stream of a connection in the raw form. */
  rawStream: string | undefined;
  /** Messages that break the documents on purpose. */
  readonly bad: Set<string>;
  /** Waits look no further back than this. */
  mark: number;
  end: () => void;
}

async function runRow(run: Run, scenario: StreamScenario): Promise<StreamRowResult> {
  const session = startSession(run);
  const reasons: string[] = [];
  for (const act of scenario.acts) {
    try {
      // A replay knows nothing of keepers and clocks; what they bring about may come before them.
      if (ownActs.has(act.kind)) session.mark = session.log.happenings.length;
      await carryOut(session, act);
    } catch (error) {
      reasons.push(error instanceof Error ? `${act.kind}: ${error.message}` : String(error));
      break;
    }
  }
  session.end();
  await pass(run, 0);
  const checked = checkSession(session);
  reasons.push(...checked.faults);
  const { happenings } = session.log;
  const { apiKey: key, apiSecret: secret } = run.options.target;
  const take = { name: scenario.id, summary: scenario.summary, happenings };
  // What goes wrong may be told with the name of a stream, which may be a listen key.
  const { text: redact } = createRedactor(
    listStreamSecrets([take], { apiKey: key, apiSecret: secret }),
  );
  return {
    scenario,
    outcome: reasons.length === 0 ? "passed" : "failed",
    reasons: [...new Set(reasons.map(redact))],
    notes: [...new Set(checked.notes.map(redact))],
    happenings,
  };
}

/** What the client does. */
const ownActs: ReadonlySet<StreamAct["kind"]> = new Set([
  "follow",
  "open",
  "send",
  "call",
  "close",
]);

function startSession(run: Run): Session {
  const { target } = run.options;
  const now = target.now ?? platform.now;
  const log = createLog(now);
  const ends: ((conversation: Parameters<ReturnType<SessionLog["call"]>>[0]) => void)[] = [];
  const { baseUrl, apiKey: key, apiSecret: secret, fetch = globalThis.fetch } = target;
  const client = createClient({
    baseUrl,
    ...(key !== undefined && { apiKey: key }),
    ...(secret !== undefined && { apiSecret: secret }),
    now,
    fetch: observe(fetch, {
      meant: () => ends.push(log.call()),
      done: (conversation) => ends.shift()?.(conversation),
    }),
    validate: false,
    limits: false,
    clockRefreshMs: Number.POSITIVE_INFINITY,
    maxAttempts: 2,
  });
  return {
    run,
    log,
    Socket: observeSockets(target.WebSocket ?? platformSocket(), log),
    exchange: client,
    answers: new Map(),
    brought: undefined,
    socket: undefined,
    rawStream: undefined,
    bad: new Set(),
    mark: 0,
    end: () => undefined,
  };
}

function platformSocket(): StreamSocketClass {
  const { WebSocket } = globalThis as { readonly WebSocket?: StreamSocketClass };
  if (WebSocket === undefined) throw new Error("This platform has no WebSocket; give one.");
  return WebSocket;
}

async function carryOut(session: Session, act: StreamAct): Promise<void> {
  const { run, log } = session;
  switch (act.kind) {
    case "follow":
      return follow(
        session,
        act.streams.map((wanted) => nameOf(session, wanted)),
      );
    case "open":
      return open(
        session,
        act.form,
        act.streams.map((wanted) => nameOf(session, wanted)),
      );
    case "send": {
      const text = typeof act.message === "string" ? act.message : JSON.stringify(act.message);
      if (act.bad === true) session.bad.add(text);
      session.socket?.send(text);
      return pass(run, 0);
    }
    case "call":
      return call(session, act);
    case "keeper":
      await run.options.target.keeper?.(act.command);
      return pass(run, 0);
    case "pass":
      return pass(run, act.ms);
    case "hear": {
      const isHeard = (): boolean => heard(session, act) >= (act.count ?? 1);
      if (await waitFor(run, isHeard)) return;
      const found = `${heard(session, act)} of ${act.count ?? 1} came`;
      throw new Error(`${act.message} with ${JSON.stringify(act.shows ?? {})}: ${found}`);
    }
    case "close":
      session.end();
      await pass(run, 0);
      if (log.happenings.some(({ kind }) => kind === "ends")) return;
      throw new Error("the connection did not end");
  }
}

async function open(
  session: Session,
  form: "combined" | "raw",
  names: readonly string[],
): Promise<void> {
  const { streamUrl } = session.run.options.target;
  const url =
    form === "combined"
      ? `${streamUrl}?streams=${names.join("/")}`
      : `${streamUrl.replace(/\/stream$/, "")}/ws/${names[0] ?? ""}`;
  if (form === "raw") [session.rawStream] = names;
  const socket = new session.Socket(url);
  let state = "opening";
  socket.addEventListener("open", () => {
    state = "open";
  });
  socket.addEventListener("error", (event) => {
    state = `refused: ${String((event as { readonly message?: unknown }).message ?? "")}`;
  });
  session.socket = socket;
  session.end = () => socket.close(1000);
  await waitFor(session.run, () => state !== "opening");
  if (state !== "open") throw new Error(`the connection is ${state}`);
}

async function follow(session: Session, names: readonly string[]): Promise<void> {
  const { options } = session.run;
  const { streamUrl, now, after } = options.target;
  const faults: string[] = [];
  const client = createStreams({
    url: streamUrl,
    WebSocket: session.Socket,
    ...(now !== undefined && { now }),
    ...(after !== undefined && { after }),
    random: () => 0.5,
    onEvent: (notice) => {
      if (notice.kind === "refused") faults.push(notice.error.message);
      if (notice.kind === "invalidMessage") faults.push(`a message was not read: ${notice.reason}`);
    },
  });
  session.end = client.close;
  const methods = client as unknown as Readonly<Record<string, Method | undefined>>;
  // Nothing may be left out: the row compares what comes here with what went over the wire.
  const usual = { backlog: "dropOldest" } as const;
  const brought: { readonly stream: string; readonly data: unknown }[] = [];
  session.brought = brought;
  const subscriptions = names.map((name) => {
    const [symbol = "", id = ""] = name.split("@");
    const method = id === "" ? undefined : methods[id];
    const subscription = method?.(symbol, usual) ?? client.open(name, usual);
    return subscription.each((data) => brought.push({ stream: name, data }));
  });
  await waitFor(
    session.run,
    () => faults.length > 0 || subscriptions.every((each) => each.state() === "live"),
  );
  if (faults.length > 0) throw new Error(faults.join("; "));
  const [state] = subscriptions.map((each) => each.state()).filter((each) => each !== "live");
  if (state !== undefined) throw new Error(`the streams are ${state}, not live`);
}

type Method = (symbol: string, options: object) => Subscription<unknown>;

async function call(session: Session, act: Extract<StreamAct, { kind: "call" }>): Promise<void> {
  const { run, exchange, answers } = session;
  const method = isRecord(exchange) ? exchange[act.operation] : undefined;
  if (typeof method !== "function") throw new Error(`the client has no ${act.operation}`);
  const { clientIdSuffix = "" } = run.options;
  const fields = Object.entries(act.fields ?? {}).map(([name, value]) => {
    const isOwnId = typeof value === "string" && name === "newClientOrderId";
    return [name, isOwnId ? `${value}${clientIdSuffix}` : valueOf(session, value)];
  });
  const answer: unknown = await method(Object.fromEntries(fields));
  if (act.as !== undefined) answers.set(act.as, answer);
  await pass(run, 0);
}

function valueOf(session: Session, value: FieldValue): unknown {
  if (typeof value !== "object") return value;
  const answer = session.answers.get(value.from);
  const found = isRecord(answer) ? answer[value.property] : undefined;
  if (found === undefined) throw new Error(`${value.from} brought no ${value.property}`);
  return found;
}

function nameOf(session: Session, wanted: WantedName): string {
  if ("from" in wanted) return String(valueOf(session, wanted));
  if (!(wanted.id in tables)) throw new Error(`there is no stream ${wanted.id}`);
  return streamName(wanted.id as StreamId, { symbol: wanted.symbol } as never);
}

/** How many messages came that a wait is for. */
function heard(session: Session, act: Extract<StreamAct, { kind: "hear" }>): number {
  const { clientIdSuffix = "" } = session.run.options;
  return session.log.happenings.slice(session.mark).filter((each) => {
    if (each.kind !== "receives") return false;
    const said = unwrap(jsonIn(each.text), session.rawStream);
    const { message } = session.run.documents.check(said);
    if (message?.name !== act.message || !isRecord(said.content)) return false;
    const { content } = said;
    return Object.entries(act.shows ?? {}).every(([name, value]) => {
      const isOwnId = typeof value === "string" && value.startsWith("contract-");
      const wanted = isOwnId ? `${value}${clientIdSuffix}` : value;
      return JSON.stringify(content[name]) === JSON.stringify(wanted);
    });
  }).length;
}

/** Steps of time in which something is waited for, in milliseconds. */
const stepMs = 250;

async function waitFor(run: Run, holds: () => boolean): Promise<boolean> {
  const { hearMs = 20_000 } = run.options;
  for (let waitedMs = 0; !holds(); waitedMs += stepMs) {
    if (waitedMs >= hearMs) return false;
    await pass(run, waitedMs === 0 ? 0 : stepMs);
  }
  return true;
}

async function pass({ options }: Run, ms: number): Promise<void> {
  const { target } = options;
  if (target.pass !== undefined) return target.pass(ms);
  // Without a clock to move, even nothing takes a moment on a network.
  await new Promise<void>((resolve) => platform.after(Math.max(ms, 20), resolve));
}

/** Holds a whole session against the documents, and the client's events against the wire. */
function checkSession(session: Session): { faults: string[]; notes: string[] } {
  const { run, log, rawStream, bad } = session;
  const faults: string[] = [];
  const notes: string[] = [];
  for (const each of log.happenings) {
    if (each.kind === "calls" && each.conversation !== undefined) {
      const { conversation } = each;
      const { method, path } = conversation.request;
      const operation = run.rest.find(method, path);
      faults.push(...checkRequest(run.rest, conversation.request));
      if (operation === undefined) continue;
      const checked = checkAnswer(run.rest, operation, conversation);
      faults.push(...checked.faults);
      notes.push(...checked.notes);
    } else if (each.kind === "receives" || (each.kind === "sends" && !bad.has(each.text))) {
      const value = jsonIn(each.text);
      const said =
        each.kind === "receives"
          ? unwrap(value, rawStream)
          : ({ direction: "client", stream: undefined, content: value } as const);
      const checked = run.documents.check(said);
      faults.push(...checked.faults);
      notes.push(...checked.notes);
      run.coverage.touch(checked);
    }
  }
  faults.push(...compareBrought(session));
  return { faults, notes };
}

/** Every event that went over the wire has come out of the client, with nothing lost on the way. */
function compareBrought({ brought, log, rawStream }: Session): readonly string[] {
  if (brought === undefined) return [];
  const sent = log.happenings.flatMap((each) => {
    if (each.kind !== "receives") return [];
    const { stream, content } = unwrap(parseJson(each.text), rawStream);
    return stream === undefined ? [] : [encodeJson([stream, content])];
  });
  // Order is kept in each stream; streams are read side by side.
  const taken = brought.map(({ stream, data }) => encodeJson([stream, data]));
  const isSame = sent.length === taken.length && same(sent, taken);
  return isSame ? [] : ["the client brought other events than went over the wire"];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  const [sorted, others] = [one.toSorted(), other.toSorted()];
  return sorted.every((text, index) => text === others[index]);
}
