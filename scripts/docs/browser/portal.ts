/** What every page of the portal runs: the theme, the menu of small screens, the search. */

import { element } from "./portal/element.ts";
import { setUpSearch } from "./portal/search.ts";
import { applyTheme, setUpTheme } from "./portal/theme.ts";

// Before the page is drawn, so that it does not flash in the other theme.
applyTheme();
document.addEventListener("DOMContentLoaded", () => {
  setUpTheme();
  setUpMenu();
  setUpSearch();
  if (location.pathname.startsWith("/docs/")) leadToSandbox();
  setUpCopyButtons();
  markScrollable();
  addEventListener("resize", markScrollable);
});

function setUpMenu(): void {
  const button = document.getElementById("portal-menu");
  button?.addEventListener("click", () => {
    button.ariaExpanded = String(button.ariaExpanded !== "true");
  });
}

/**
 * A sandbox that serves these pages has one to trade on. There, links to try an operation lead to
 * it, and not to the usual address of a sandbox.
 */
function leadToSandbox(): void {
  document.getElementById("portal-links")?.append(element("a", { href: "/" }, "Exchange"));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="/#call/"]')) {
    link.href = `${location.origin}/${link.hash}`;
  }
}

/** Puts a button on each sample that copies its text. */
function setUpCopyButtons(): void {
  for (const sample of document.querySelectorAll<HTMLElement>("figure.sample pre")) {
    const button = element("button", { type: "button", className: "copy" }, "Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(sample.textContent);
      button.textContent = "Copied";
    });
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
    });
    sample.before(button);
  }
}

/** What scrolls within the page is reached with the keyboard; nothing else is one more stop. */
function markScrollable(): void {
  for (const one of document.querySelectorAll<HTMLElement>(".layout :is(pre, .table, figure)")) {
    const isScrollable = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
    if (isScrollable) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  }
}
