/** Pages of operations and streams: samples by language, order types alone, former addresses. */

import { element } from "./portal/element.ts";

const storageKey = "tradespec-language";

leadOn();
document.addEventListener("DOMContentLoaded", () => {
  for (const tabs of document.querySelectorAll<HTMLElement>(".tabs")) setUpTabs(tabs);
  for (const matrix of document.querySelectorAll<HTMLElement>(".matrix")) setUpTypes(matrix);
});

/** `rest.html#placeOrder`, and addresses with a path, lead to the page of what they name. */
function leadOn(): void {
  const name = decodeURIComponent(location.hash.slice(1)).split("/").at(-1)?.toLowerCase() ?? "";
  const pages = document.getElementById("reference-pages")?.textContent;
  if (name === "" || pages === undefined) return;
  const target = (JSON.parse(pages) as Readonly<Record<string, string>>)[name];
  if (target !== undefined) location.replace(target);
}

/** One language is shown; the choice holds on every page. */
function setUpTabs(tabs: HTMLElement): void {
  const panels = [...tabs.querySelectorAll<HTMLElement>(".panel")];
  const titles = panels.map((panel) => panel.dataset["title"] ?? "");
  const buttons = titles.map((title, at) => {
    const panel = panels[at];
    if (panel !== undefined) {
      panel.id = `sample-${title.toLowerCase()}`;
      panel.role = "tabpanel";
      panel.setAttribute("aria-label", title);
    }
    const controls = { type: "button", role: "tab", ariaSelected: "false" } as const;
    return element("button", controls, title);
  });
  const choose = (at: number, isKept = true): void => {
    for (const [each, button] of buttons.entries()) {
      button.ariaSelected = String(each === at);
      button.tabIndex = each === at ? 0 : -1;
      panels[each]?.classList.toggle("unchosen", each !== at);
    }
    if (isKept) remember(titles[at] ?? "");
  };
  const list = element("div", { role: "tablist", ariaLabel: "Language" }, ...buttons);
  list.addEventListener("click", ({ target }) => {
    const at = buttons.indexOf(target as HTMLButtonElement);
    if (at >= 0) choose(at);
  });
  list.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const at = (from + step + buttons.length) % buttons.length;
    choose(at);
    buttons[at]?.focus();
  });
  tabs.prepend(list);
  choose(Math.max(0, titles.indexOf(remembered())), false);
}

/** A choice of one order type hides the columns of the others. */
function setUpTypes(matrix: HTMLElement): void {
  const cells = [...matrix.querySelectorAll<HTMLElement>("[data-type]")];
  const types = [...new Set(cells.map((cell) => cell.dataset["type"] ?? ""))];
  const options = ["All order types", ...types].map((type, at) => {
    return element("option", { value: at === 0 ? "" : type }, type);
  });
  const select = element("select", { ariaLabel: "Order type" }, ...options);
  select.addEventListener("change", () => {
    for (const cell of cells) {
      cell.hidden = select.value !== "" && cell.dataset["type"] !== select.value;
    }
  });
  matrix.before(element("p", { className: "filterbar" }, select));
}

function remembered(): string {
  // Storage is refused where cookies are.
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

function remember(language: string): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The choice holds for this page.
  }
}
