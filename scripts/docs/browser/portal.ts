/** What every page of the portal runs: the theme, the menu of small screens, the search. */

import { setUpCopyButtons } from "./portal/copy.ts";
import { link } from "./portal/element.ts";
import { markScrollable } from "./portal/scrollable.ts";
import { setUpSearch } from "./portal/search.ts";
import { applyTheme, setUpTheme } from "./portal/theme.ts";
import { setUpTryLinks } from "./portal/try-links.ts";

// Before the page is drawn, so that it does not flash in the other theme.
applyTheme();
document.addEventListener("DOMContentLoaded", () => {
  setUpTheme();
  setUpMenu();
  linkExchange();
  setUpSearch();
  setUpTryLinks();
  setUpCopyButtons();
  markScrollable();
  addEventListener("resize", markScrollable);
});

function setUpMenu(): void {
  const button = document.getElementById("portal-menu");
  button?.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
  });
}

/** A sandbox that serves these pages has one to trade on. */
function linkExchange(): void {
  if (!location.pathname.startsWith("/docs/")) return;
  document.getElementById("portal-links")?.append(link("/", "Exchange"));
}
