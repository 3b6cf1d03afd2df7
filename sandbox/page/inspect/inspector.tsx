/** What all programs sent and received: a list, and the selected entry beside it. */

import { useState } from "preact/hooks";

import type { FeedMessage, FeedRequest } from "../../feed/feed.ts";
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

export function Inspector(props: PanelProps) {
  const { feed, route, isVisible } = props;
  useLog(feed, isVisible);
  const [paused, setPaused] = useState<Pick<PanelProps["feed"], "requests" | "messages">>();
  const [filter, setFilter] = useState("");
  const [account, setAccount] = useState("");
  const [operation, setOperation] = useState("");
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>("any outcome");
  const { requests, messages } = paused ?? feed;
  const [wanted, id = ""] = route.rest.split("/");
  const list = lists.find((name) => name === wanted) ?? "requests";
  const request = list === "requests" ? findRequest(requests, id) : undefined;
  const message = messages.find((entry) => list === "messages" && String(entry.id) === id);
  const fits = (entry: FeedRequest | FeedMessage): boolean =>
    (account === "" || senderOf(entry) === account) && JSON.stringify(entry).includes(filter);
  const fitsRequest = (entry: FeedRequest): boolean =>
    (operation === "" || entry.operation === operation) &&
    (outcome === "any outcome" || isSuccess(entry) === (outcome === "accepted"));
  const all = list === "requests" ? requests : messages;
  return (
    <>
      <search class="tools bar row">
        <Choice
          label="What is listed"
          values={[
            ["requests", `Requests ${requests.length}`],
            ["messages", `Messages ${messages.length}`],
          ]}
          isChosen={(name) => name === list}
          onChoose={(name) => {
            location.hash = `#inspect/${name}`;
          }}
        />
        <Search label="Filter" text={filter} onChange={setFilter} />
        <Names
          label="Program"
          none="all"
          names={all.map(senderOf)}
          {...{ value: account, onChange: setAccount }}
        />
        {list === "requests" && (
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
        )}
        <span class="space" />
        <button
          type="button"
          aria-pressed={paused !== undefined}
          onClick={() =>
            setPaused(paused ? undefined : { requests: [...requests], messages: [...messages] })
          }
        >
          Pause
        </button>
        <button type="button" onClick={feed.clear}>
          Clear
        </button>
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
        <section class="detail" aria-label="Chosen entry">
          {request && <RequestDetail key={request.id} entry={request} {...props} />}
          {message && <FrameDetail key={message.id} entry={message} />}
          {!request && !message && (
            <p class="empty">
              {id === "" ? "Choose a line to see all of it." : "It is no longer kept."}
            </p>
          )}
        </section>
      </div>
    </>
  );
}

/** A program by its account; this page by itself. */
function senderOf({ account, ip }: FeedRequest | FeedMessage): string {
  return ip === "page" ? "this page" : (account ?? "no key");
}

/** By its id, or this page's latest of an operation. */
function findRequest(requests: readonly FeedRequest[], id: string): FeedRequest | undefined {
  const [, operation] = /^latest-(\w+)$/u.exec(id) ?? [];
  if (operation === undefined) return requests.find((entry) => String(entry.id) === id);
  return requests.findLast((entry) => entry.ip === "page" && entry.operation === operation);
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
