import MiniSearch, { type SearchResult } from "minisearch";

import { element } from "./element.ts";

/** One thing that can be found: its name, what it is, where it is, and words about it. */
type Entry = readonly [title: string, kind: string, href: string, text: string];

declare global {
  /** Set by search-index.js, a classic script, so that it also loads from disk. */
  var portalIndex: readonly Entry[] | undefined;
}

const root = document.documentElement.dataset["root"] ?? "";
const resultsMax = 12;

/** The search box of the header: `/` or Ctrl-K focuses it, arrows choose, Enter opens. */
export function setUpSearch(): void {
  const input = document.getElementById("portal-search");
  const list = document.getElementById("portal-results");
  const status = document.getElementById("portal-search-status");
  if (!(input instanceof HTMLInputElement) || list === null || status === null) return;
  const { showOptions, close } = createListbox(input, list);
  let index: Promise<MiniSearch> | undefined;
  const search = async (): Promise<void> => {
    const words = input.value.trim();
    if (words === "") return close();
    index ??= loadIndex();
    const results = found(await index, words).slice(0, resultsMax);
    // Meanwhile more may have been typed.
    if (words !== input.value.trim()) return;
    showOptions(results.map(option), `Nothing found for “${words}”.`);
    status.textContent = results.length === 0 ? "Nothing found." : `${results.length} results.`;
  };
  input.addEventListener("focus", () => {
    index ??= loadIndex();
    void search();
  });
  input.addEventListener("input", () => void search());
  addEventListener("keydown", (event) => focusByKey(event, input));
}

/** The list below the box: a click opens an option; with keys one is chosen, then opened. */
function createListbox(input: HTMLInputElement, list: HTMLElement) {
  let active = -1;
  const choose = (at: number): void => {
    active = at;
    for (const [position, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(position === at));
      if (position === at) option.scrollIntoView({ block: "nearest" });
    }
    if (at === -1) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `portal-result-${at}`);
  };
  const setOpen = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    choose(isOpen ? 0 : -1);
  };
  const close = (): void => setOpen(false);
  const open = (option: Element | null | undefined): void => {
    if (!(option instanceof HTMLElement)) return;
    close();
    input.blur();
    location.href = option.dataset["href"] ?? "";
  };
  const keys: Readonly<Record<string, () => void>> = {
    Escape: () => {
      input.value = "";
      close();
    },
    Enter: () => open(list.children[active]),
    ArrowDown: () => choose((active + 1) % list.children.length),
    ArrowUp: () => choose((active - 1 + list.children.length) % list.children.length),
  };
  input.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (act === undefined || (list.hidden && event.key !== "Escape")) return;
    event.preventDefault();
    act();
  });
  input.addEventListener("blur", close);
  // A click would take the focus first, and with it the list.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    open((event.target as Element).closest("[role=option]"));
  });
  const showOptions = (options: readonly HTMLElement[], otherwise: string): void => {
    const isEmpty = options.length === 0;
    list.replaceChildren(...(isEmpty ? [element("p", { className: "none" }, otherwise)] : options));
    setOpen(!isEmpty);
    list.hidden = false;
  };
  return { showOptions, close };
}

/**
 * What holds the words or other forms of them: "cancelling" finds `cancelOrder` and "canceled", as
 * all forms of a word begin with the same letters.
 */
function found(index: MiniSearch, words: string): readonly SearchResult[] {
  const said = words.replace(/\p{L}+/gu, (word) => sameAs[word.toLowerCase()] ?? word);
  const begin = said.replace(inflected, (word) => word.slice(0, 6));
  return index.search({ combineWith: "OR", queries: [...new Set([words, said, begin])] });
}

/** Words of readers for what the interface calls otherwise. */
const sameAs: Readonly<Record<string, string>> = {
  ...{ candle: "klines", candles: "klines", candlestick: "klines", candlesticks: "klines" },
  ...{ fill: "trades", fills: "trades", rate: "limits", throttle: "limits", quota: "limits" },
  ...{
    reconnect: "connection",
    disconnect: "connection",
    websocket: "streams",
    buy: "order",
    sell: "order",
  },
};

/** A long word with an ending, such as "cancelling" or "rejected"; no name of the interface. */
const inflected = /(?<![\p{L}\p{N}_])\p{L}{5,}(?:ing|ed|ation)s?(?![\p{L}\p{N}_])/giu;

/** `/` outside of fields, and Ctrl-K anywhere, lead to the search box. */
function focusByKey(event: KeyboardEvent, input: HTMLInputElement): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const inField = target instanceof Element && target.closest("input, textarea, select") !== null;
  const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !inField;
  if (!isSlash && !(key === "k" && (ctrlKey || metaKey))) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** Reads the index when it is first asked for. */
async function loadIndex(): Promise<MiniSearch> {
  await new Promise((resolve, reject) => {
    const src = `${root}search-index.js`;
    document.head.append(element("script", { src, onload: resolve, onerror: reject }));
  });
  const index = new MiniSearch({
    fields: ["title", "text"],
    storeFields: ["title", "kind", "href", "text"],
    // Names are found by their parts as well: `newClientOrderId` by `order`, `LOT_SIZE` by `lot`.
    tokenize: (text) => text.split(/[^\p{L}\p{N}-]+/u).flatMap(wordsOf),
    searchOptions: {
      boost: { title: 4 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 && !/\d/u.test(term) ? 0.2 : false),
      combineWith: "AND",
      boostDocument: (_, __, stored) => kindBoosts[String(stored?.["kind"])] ?? 1,
    },
  });
  const entries = globalThis.portalIndex ?? [];
  index.addAll(entries.map(([title, kind, href, text], id) => ({ id, title, kind, href, text })));
  return index;
}

/** What a reader most likely wants of several things with one name. */
const kindBoosts: Readonly<Record<string, number>> = {
  ...{
    Operation: 2,
    Error: 1.6,
    Stream: 1.6,
    Filter: 2,
    Header: 2,
    "Order type": 2,
    Guide: 1.2,
    Client: 0.6,
  },
  "Contract file": 0.3,
};

function wordsOf(name: string): readonly string[] {
  const parts = name.split(/(?<=[a-z0-9])(?=[A-Z])|-/u).filter((part) => part !== "");
  return parts.length === 1 && parts[0] === name ? parts : [name, ...parts];
}

function option({ title, kind, href, text }: SearchResult, at: number): HTMLElement {
  const made = element(
    "div",
    { id: `portal-result-${at}`, role: "option" },
    element("strong", {}, title),
    " ",
    element("span", { className: "kind" }, kind),
    element("span", { className: "about" }, text),
  );
  made.dataset["href"] = root + href;
  return made;
}
