/** All traffic of the page: a list, and the selected entry beside it. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import type { PanelProps } from "../panel.ts";
import { Choice } from "../parts/choice.tsx";
import { Search } from "../parts/search.tsx";
import type { FrameEntry, RequestEntry } from "../wire/entries.ts";
import { useWire } from "./follow-wire.ts";
import { FrameDetail } from "./frame-detail.tsx";
import { FrameList } from "./frame-list.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { fitsFilter, RequestList } from "./request-list.tsx";

const lists = ["requests", "messages"] as const;

type ListName = (typeof lists)[number];

interface Shown {
  readonly requests: readonly RequestEntry[];
  readonly frames: readonly FrameEntry[];
}

export function Inspector(props: PanelProps) {
  const { wire, route, isVisible } = props;
  useWire(wire, isVisible);
  const [paused, setPaused] = useState<Shown>();
  const [filter, setFilter] = useState("");
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const now = entriesOf(wire);
  const { requests, frames } = paused ?? now;
  const [wanted, id] = route.rest.split("/");
  const list: ListName = lists.find((name) => name === wanted) ?? "requests";
  const isChosen = (entry: { readonly id: number }): boolean => String(entry.id) === id;
  const request = list === "requests" ? requests.find(isChosen) : undefined;
  const frame = list === "messages" ? frames.find(isChosen) : undefined;
  const names = [...new Set(frames.map(({ name }) => name))];
  const shownFrames = frames.filter((entry) => fits(entry, filter) && !hidden.includes(entry.name));
  const toggle = (name: string): void =>
    setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]);
  const clear = (): void => {
    setPaused(undefined);
    (list === "requests" ? wire.requests : wire.frames).clear();
  };
  return (
    <>
      <Tools
        list={list}
        shown={{ requests, frames }}
        isPaused={paused !== undefined}
        onPause={() => setPaused(paused === undefined ? now : undefined)}
        onClear={clear}
        {...{ filter, setFilter }}
      >
        {list === "messages" && (
          <Choice
            class="kinds"
            label="Kinds of messages"
            values={names.map((name) => [name, name])}
            isChosen={(name) => !hidden.includes(name)}
            onChoose={toggle}
          />
        )}
      </Tools>
      <div class="split" data-chosen={id !== undefined}>
        {list === "requests" ? (
          <RequestList requests={requests.filter(fitsFilter(filter))} chosen={request?.id} />
        ) : (
          <FrameList frames={shownFrames} chosen={frame?.id} />
        )}
        <Detail {...props} {...{ request, frame, id }} />
      </div>
    </>
  );
}

interface ToolsProps {
  readonly list: ListName;
  readonly shown: Shown;
  readonly filter: string;
  readonly setFilter: (text: string) => void;
  readonly isPaused: boolean;
  readonly onPause: () => void;
  readonly onClear: () => void;
  readonly children: ComponentChildren;
}

function Tools(props: ToolsProps) {
  const { list, shown, filter, setFilter, isPaused, onPause, onClear, children } = props;
  return (
    <search class="tools bar row">
      <Choice
        label="What is listed"
        values={[
          ["requests", `Requests ${shown.requests.length}`],
          ["messages", `Messages ${shown.frames.length}`],
        ]}
        isChosen={(name) => name === list}
        onChoose={(name) => {
          location.hash = `#inspect/${name}`;
        }}
      />
      <Search label="Filter" text={filter} onChange={setFilter} />
      <span class="space" />
      <button type="button" aria-pressed={isPaused} onClick={onPause}>
        Pause
      </button>
      <button type="button" onClick={onClear}>
        Clear
      </button>
      {children}
    </search>
  );
}

function fits({ name, title, details, stream, body }: FrameEntry, filter: string): boolean {
  return JSON.stringify([name, title, details, stream, body]).includes(filter);
}

function entriesOf({ requests, frames }: PanelProps["wire"]): Shown {
  return { requests: requests.entries(), frames: frames.entries() };
}

interface DetailProps extends PanelProps {
  readonly request: RequestEntry | undefined;
  readonly frame: FrameEntry | undefined;
  /** Id in the address; its entry may be gone. */
  readonly id: string | undefined;
}

function Detail({ request, frame, id, ...props }: DetailProps) {
  return (
    <section class="detail" aria-label="Chosen entry">
      {request && <RequestDetail key={request.id} entry={request} {...props} />}
      {frame && <FrameDetail key={frame.id} entry={frame} />}
      {!request && !frame && (
        <p class="empty">
          {id === undefined ? "Choose a line to see all of it." : "It is no longer kept."}
        </p>
      )}
    </section>
  );
}
