import MiniSearch, { type SearchResult } from "minisearch";

import { type Html, html } from "../../../../generators/docs/html.ts";
import type { Entry } from "../../../../generators/docs/portal/search.ts";
import { element } from "./element.ts";

declare global {
  /** Set by search-index.js, a classic script, so that it also loads from disk. */
  var portalIndex: readonly Entry[] | undefined;
}

const root = document.documentElement.dataset["root"] ?? "";
const resultsMax = 12;

/** The search box of the header: `/` or Ctrl-K focuses it, arrows choose, Enter opens. */
export function setUpSearch(): void {
  const input = document.getElementById("portal-search") as HTMLInputElement;
  const list = document.getElementById("portal-results") as HTMLElement;
  const status = document.getElementById("portal-search-status") as HTMLElement;
  let index: Promise<MiniSearch> | undefined;
  let active = 0;
  const choose = (at: number): void => {
    const options = [...list.querySelectorAll<HTMLElement>("[role=option]")];
    active = (at + options.length) % options.length;
    for (const [place, one] of options.entries()) one.ariaSelected = String(place === active);
    options[active]?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[active]?.id ?? "");
  };
  const search = async (): Promise<void> => {
    const words = input.value.trim();
    index ??= loadIndex();
    const results = words === "" ? [] : found(await index, words).slice(0, resultsMax);
    // Meanwhile more may have been typed.
    if (words !== input.value.trim()) return;
    const isEmpty = results.length === 0;
    const nothing = html`<p class="none">Nothing found for “${words}”.</p>`;
    list.innerHTML = (isEmpty ? nothing : html`${results.map(option)}`).markup;
    list.hidden = words === "";
    input.ariaExpanded = String(!isEmpty);
    const said = isEmpty ? "Nothing found." : `${results.length} results.`;
    status.textContent = words === "" ? "" : said;
    choose(0);
  };
  const close = (): void => {
    list.hidden = true;
    input.ariaExpanded = "false";
  };
  const keys: Readonly<Record<string, () => void>> = {
    Escape: () => {
      input.value = "";
      close();
    },
    Enter: () => document.getElementById(`portal-result-${active}`)?.click(),
    ArrowDown: () => choose(active + 1),
    ArrowUp: () => choose(active - 1),
  };
  input.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (act === undefined || (list.hidden && event.key !== "Escape")) return;
    event.preventDefault();
    act();
  });
  input.addEventListener("focus", () => void search());
  input.addEventListener("input", () => void search());
  input.addEventListener("blur", close);
  // A click would take the focus first, and with it the list.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", () => input.blur());
  addEventListener("keydown", (event) => focusByKey(event, input));
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
const sameAs = Object.fromEntries(
  [
    ["klines", "candle candles candlestick candlesticks"],
    ["trades", "fill fills"],
    ["limits", "rate throttle quota"],
    ["connection", "reconnect disconnect"],
    ["streams", "websocket"],
    ["order", "buy sell"],
    ["account", "balance balances"],
    ["sandbox", "testnet demo"],
    ["signing", "authentication login"],
    ["exactly once", "idempotent idempotency"],
    ["retries", "retry"],
    ["418", "ban banned"],
  ].flatMap(([name, words = ""]) => words.split(" ").map((word) => [word, name] as const)),
);

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
  ...{ Operation: 3, Filter: 2, Header: 2, "Order type": 2, Error: 1.6, Stream: 1.6 },
  ...{ Guide: 2, Client: 0.4, Field: 0.6, Comparison: 0.6, Assumptions: 0.4, Decision: 0.3 },
  ...{ Changelog: 0.3, "Contract file": 0.3 },
};

function wordsOf(name: string): readonly string[] {
  const parts = name.split(/(?<=[a-z0-9])(?=[A-Z])|-/u).filter((part) => part !== "");
  return parts.length === 1 && parts[0] === name ? parts : [name, ...parts];
}

function option({ title, kind, href, text }: SearchResult, at: number): Html {
  return html`<a role="option" id="portal-result-${at}" href="${root}${href}" tabindex="-1">
<strong>${title}</strong> <span class="kind">${kind}</span><span class="about">${text}</span></a>`;
}
