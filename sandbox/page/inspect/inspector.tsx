/** What all programs sent and received: a list, and the selected entry beside it. */

import { useState } from "preact/hooks";

import { pageAddress } from "../../defaults.ts";
import type { FeedMessage, FeedRequest } from "../../feed/feed.ts";
import { ownName, senderOf } from "../feed.ts";
import { useLatest } from "../follow.ts";
import type { PanelProps } from "../panel.ts";
import { Choice } from "../parts/choice.tsx";
import { Select } from "../parts/select.tsx";
import { FrameDetail } from "./frame-detail.tsx";
import { FrameList, isSuccess, RequestList } from "./lists.tsx";
import { RequestDetail } from "./request-detail.tsx";

/** What the lists are filtered by; an empty text is no filter. */
const noFilter = { text: "", program: "", operation: "", outcome: "" };

type Filter = typeof noFilter;

type Kept = Pick<PanelProps["feed"], "requests" | "messages">;

export function Inspector(props: PanelProps) {
  const { feed, route, isVisible } = props;
  useLatest(feed, isVisible);
  const [paused, setPaused] = useState<Kept>();
  const [filter, setFilter] = useState(noFilter);
  const { requests, messages } = paused ?? feed;
  const [list = "", id = ""] = route.rest.split("/");
  const isMessages = list === "messages";
  const request = isMessages ? undefined : findRequest(requests, id);
  const message = messages.find((entry) => isMessages && String(entry.id) === id);
  // The entries of now stay while new ones arrive.
  const pause = (): void =>
    setPaused(paused ? undefined : { requests: [...requests], messages: [...messages] });
  const clear = (): void => {
    setPaused(undefined);
    feed.clear();
  };
  return (
    <>
      <search class="tools bar row">
        <Filters
          {...{ requests, messages, isMessages, filter }}
          onChange={(change) => setFilter({ ...filter, ...change })}
        />
        <span class="space" />
        <button type="button" aria-pressed={paused !== undefined} onClick={pause}>
          Pause
        </button>
        <button type="button" onClick={clear}>
          Clear
        </button>
      </search>
      <div class="split" data-chosen={id !== ""}>
        {isMessages ? (
          <FrameList
            entries={messages.filter((entry) => fits(entry, filter))}
            chosen={message?.id}
          />
        ) : (
          <RequestList
            entries={requests.filter((entry) => fits(entry, filter) && fitsRequest(entry, filter))}
            chosen={request?.id}
          />
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

/** Whether an entry is of the chosen program, or of any but this page. */
function isOfProgram(entry: FeedRequest | FeedMessage, { program }: Pick<Filter, "program">) {
  return program === "" ? entry.ip !== pageAddress : senderOf(entry) === program;
}

function fits(entry: FeedRequest | FeedMessage, filter: Filter): boolean {
  const { text } = filter;
  return isOfProgram(entry, filter) && (text === "" || JSON.stringify(entry).includes(text));
}

function fitsRequest(entry: FeedRequest, { operation, outcome }: Filter): boolean {
  if (operation !== "" && entry.operation !== operation) return false;
  return outcome === "" || isSuccess(entry) === (outcome === "accepted");
}

interface FilterProps extends Kept {
  readonly isMessages: boolean;
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

function Filters({ requests, messages, isMessages, filter, onChange }: FilterProps) {
  const counts = [requests, messages].map(
    (entries) => entries.filter((entry) => isOfProgram(entry, filter)).length,
  );
  const select = (label: string, name: keyof Filter, none: string, names: readonly string[]) => (
    <Select
      aria-label={label}
      values={[...new Set(["", filter[name], ...names])].toSorted()}
      value={filter[name]}
      textOf={(one) => one || none}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const operations = requests.map(({ operation = "" }) => operation);
  return (
    <>
      <Choice
        label="What is listed"
        values={[
          ["requests", `Requests ${counts[0]}`],
          ["messages", `Messages ${counts[1]}`],
        ]}
        chosen={isMessages ? "messages" : "requests"}
        onChoose={(name) => location.assign(`#inspect/${name}`)}
      />
      <input
        type="search"
        placeholder="Filter"
        aria-label="Filter"
        value={filter.text}
        onInput={({ currentTarget: { value: text } }) => onChange({ text })}
      />
      {select("Program", "program", "your programs", [
        ownName,
        ...(isMessages ? messages : requests).map(senderOf),
      ])}
      {!isMessages && select("Operation", "operation", "all operations", operations)}
      {!isMessages && select("Outcome", "outcome", "any outcome", ["accepted", "refused or lost"])}
    </>
  );
}

/** By its id, or this page's latest of an operation. */
function findRequest(requests: readonly FeedRequest[], id: string): FeedRequest | undefined {
  const [, operation] = /^latest-(\w+)$/u.exec(id) ?? [];
  if (operation === undefined) return requests.find((entry) => String(entry.id) === id);
  return requests.findLast((entry) => entry.ip === pageAddress && entry.operation === operation);
}
