/** What all programs sent and received: a list, and the selected entry beside it. */

import { useState } from "preact/hooks";

import { pageAddress } from "../../defaults.ts";
import type { FeedMessage, FeedRequest } from "../../feed/feed.ts";
import { ownName, senderOf } from "../feed.ts";
import { useLog } from "../follow.ts";
import type { PanelProps } from "../panel.ts";
import { Choice } from "../parts/choice.tsx";
import { Search } from "../parts/search.tsx";
import { Select } from "../parts/select.tsx";
import { FrameDetail } from "./frame-detail.tsx";
import { FrameList } from "./frame-list.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { isSuccess, RequestList } from "./request-list.tsx";

const lists = ["requests", "messages"] as const;

const outcomes = ["any outcome", "accepted", "refused or lost"] as const;

type Kept = Pick<PanelProps["feed"], "requests" | "messages">;

type Outcome = (typeof outcomes)[number];

export function Inspector(props: PanelProps) {
  const { feed, route, isVisible } = props;
  useLog(feed, isVisible);
  const [paused, setPaused] = useState<Kept>();
  const [filter, setFilter] = useState("");
  const [account, setAccount] = useState("");
  const [operation, setOperation] = useState("");
  const [outcome, setOutcome] = useState<Outcome>("any outcome");
  const { requests, messages } = paused ?? feed;
  const isOfProgram = (entry: FeedRequest | FeedMessage): boolean =>
    account === "" ? entry.ip !== pageAddress : senderOf(entry) === account;
  const [wanted, id = ""] = route.rest.split("/");
  const list = lists.find((name) => name === wanted) ?? "requests";
  const request = list === "requests" ? findRequest(requests, id) : undefined;
  const message = messages.find((entry) => list === "messages" && String(entry.id) === id);
  const fits = (entry: FeedRequest | FeedMessage): boolean =>
    isOfProgram(entry) && (filter === "" || JSON.stringify(entry).includes(filter));
  const fitsRequest = (entry: FeedRequest): boolean =>
    (operation === "" || entry.operation === operation) &&
    (outcome === "any outcome" || isSuccess(entry) === (outcome === "accepted"));
  return (
    <>
      <search class="tools bar row">
        <Lists
          shown={list}
          requests={requests.filter(isOfProgram).length}
          messages={messages.filter(isOfProgram).length}
        />
        <Search label="Filter" text={filter} onChange={setFilter} />
        <Names
          label="Program"
          none="your programs"
          names={[ownName, ...(list === "requests" ? requests : messages).map(senderOf)]}
          value={account}
          onChange={setAccount}
        />
        {list === "requests" && (
          <Filters {...{ requests, operation, setOperation, outcome, setOutcome }} />
        )}
        <span class="space" />
        <Pause {...{ feed, paused, setPaused }} />
      </search>
      <div class="split" data-chosen={id !== ""}>
        {list === "requests" ? (
          <RequestList
            requests={requests.filter((entry) => fitsRequest(entry) && fits(entry))}
            chosen={request?.id}
          />
        ) : (
          <FrameList frames={messages.filter(fits)} chosen={message?.id} />
        )}
        <Detail {...{ request, message, isGone: id !== "" }} panel={props} />
      </div>
    </>
  );
}

/** The entries of now, which stay while new ones arrive. */
function kept({ requests, messages }: PanelProps["feed"]): Kept {
  return { requests: [...requests], messages: [...messages] };
}

interface PauseProps {
  readonly feed: PanelProps["feed"];
  readonly paused: Kept | undefined;
  readonly setPaused: (entries: Kept | undefined) => void;
}

function Pause({ feed, paused, setPaused }: PauseProps) {
  const clear = (): void => {
    setPaused(undefined);
    feed.clear();
  };
  return (
    <>
      <button
        type="button"
        aria-pressed={paused !== undefined}
        onClick={() => setPaused(paused ? undefined : kept(feed))}
      >
        Pause
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
    </>
  );
}

interface ListsProps {
  readonly shown: (typeof lists)[number];
  readonly requests: number;
  readonly messages: number;
}

function Lists({ shown, requests, messages }: ListsProps) {
  return (
    <Choice
      label="What is listed"
      values={[
        ["requests", `Requests ${requests}`],
        ["messages", `Messages ${messages}`],
      ]}
      isChosen={(name) => name === shown}
      onChoose={(name) => {
        location.hash = `#inspect/${name}`;
      }}
    />
  );
}

interface FilterProps {
  readonly requests: readonly FeedRequest[];
  readonly operation: string;
  readonly setOperation: (operation: string) => void;
  readonly outcome: Outcome;
  readonly setOutcome: (outcome: Outcome) => void;
}

function Filters({ requests, operation, setOperation, outcome, setOutcome }: FilterProps) {
  return (
    <>
      <Names
        label="Operation"
        none="all operations"
        names={requests.map((entry) => entry.operation ?? "")}
        value={operation}
        onChange={setOperation}
      />
      <Select aria-label="Outcome" values={outcomes} value={outcome} onChange={setOutcome} />
    </>
  );
}

interface Chosen {
  readonly request: FeedRequest | undefined;
  readonly message: FeedMessage | undefined;
  readonly isGone: boolean;
  readonly panel: PanelProps;
}

function Detail({ request, message, isGone, panel }: Chosen) {
  return (
    <section class="detail" aria-label="Chosen entry">
      {request && <RequestDetail key={request.id} entry={request} {...panel} />}
      {message && <FrameDetail key={message.id} entry={message} />}
      {!request && !message && (
        <p class="empty">{isGone ? "It is no longer kept." : "Choose a line to see all of it."}</p>
      )}
    </section>
  );
}

/** By its id, or this page's latest of an operation. */
function findRequest(requests: readonly FeedRequest[], id: string): FeedRequest | undefined {
  const [, operation] = /^latest-(\w+)$/u.exec(id) ?? [];
  if (operation === undefined) return requests.find((entry) => String(entry.id) === id);
  return requests.findLast((entry) => entry.ip === pageAddress && entry.operation === operation);
}

interface NamesProps {
  readonly label: string;
  /** The choice of all. */
  readonly none: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function Names({ label, none, names, value, onChange }: NamesProps) {
  const values = [...new Set(["", value, ...names])].toSorted();
  return (
    <Select
      aria-label={label}
      values={values}
      value={value}
      textOf={(name) => name || none}
      onChange={onChange}
    />
  );
}
