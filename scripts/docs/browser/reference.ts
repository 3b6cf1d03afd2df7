/**
 * Adds what the renderer of the reference pages lacks for screen readers, after each time it has
 * drawn: the landmark of its menu, levels of headings, names of buttons, samples that
 * scroll.
 */

const root = document.getElementById("redoc");

function mend(): void {
  // Whether a sample scrolls changes without a change of the document.
  for (const sample of document.querySelectorAll<HTMLElement>(".reference pre")) {
    sample.tabIndex = 0;
  }
  const menu = document.querySelector(".reference .menu-content");
  menu?.setAttribute("role", "navigation");
  menu?.setAttribute("aria-label", "Reference");
  let level = 1;
  for (const heading of document.querySelectorAll(".reference :is(h1, h2, h3, h4, h5, h6)")) {
    const own = Number(heading.tagName.slice(1));
    level = Math.min(own, level + 1);
    if (own !== level) heading.setAttribute("aria-level", String(level));
    else heading.removeAttribute("aria-level");
  }
  for (const button of document.querySelectorAll<HTMLElement>(".reference button[aria-label]")) {
    const [shown, name] = [button.textContent.trim(), button.getAttribute("aria-label") ?? ""];
    if (!name.toLowerCase().includes(shown.toLowerCase())) {
      button.setAttribute("aria-label", `${name}: ${shown}`);
    }
  }
}

if (root !== null) {
  // Attributes are not watched, so mending causes no further run.
  new MutationObserver(mend).observe(root, { childList: true, subtree: true, characterData: true });
  mend();
}
