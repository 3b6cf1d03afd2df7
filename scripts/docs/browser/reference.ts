/** Pages of operations and streams: samples by language, order types alone, former addresses. */

import { store, stored } from "../../../sandbox/page/stored.ts";
import { element } from "./portal/element.ts";

const storageKey = "tradespec-language";

leadOn();
document.addEventListener("DOMContentLoaded", () => {
  setUpTabs(document.getElementById("samples"));
  setUpTypes(document.getElementById("order-types")?.querySelector("table"));
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
function setUpTabs(samples: HTMLElement | null): void {
  const panels = [...(samples?.querySelectorAll<HTMLElement>(":scope > section") ?? [])];
  const titles = panels.map((panel) => panel.querySelector("h3")?.textContent ?? "");
  const buttons = titles.map((title) => {
    return element("button", { type: "button", role: "tab" }, title);
  });
  for (const [at, panel] of panels.entries()) {
    Object.assign(panel, { role: "tabpanel", ariaLabel: titles[at] });
  }
  const choose = (at: number, isKept = true): void => {
    for (const [each, button] of buttons.entries()) {
      button.ariaSelected = String(each === at);
      button.tabIndex = each === at ? 0 : -1;
      panels[each]?.classList.toggle("unchosen", each !== at);
    }
    if (isKept) store(storageKey, titles[at] ?? "");
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
  panels[0]?.before(list);
  choose(Math.max(0, titles.indexOf(stored(storageKey))), false);
}

/** A choice of one order type hides the rows of the others. */
function setUpTypes(table: HTMLTableElement | null | undefined): void {
  const [, ...rows] = table?.rows ?? [];
  const types = rows.map((row) => row.querySelector("a")?.textContent ?? "");
  const options = ["All order types", ...types].map((type) => element("option", {}, type));
  const select = element("select", { ariaLabel: "Order type" }, ...options);
  select.addEventListener("change", () => {
    for (const [at, row] of rows.entries()) {
      row.hidden = select.selectedIndex > 0 && select.selectedIndex !== at + 1;
    }
  });
  table?.parentElement?.before(element("p", { className: "filterbar" }, select));
}
