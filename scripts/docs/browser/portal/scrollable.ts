/** What scrolls within the page is reached with the keyboard; nothing else is one more stop. */
export function markScrollable(): void {
  for (const element of document.querySelectorAll<HTMLElement>(
    ".layout :is(pre, .table, figure)",
  )) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isScrollable = scrollWidth > clientWidth || scrollHeight > clientHeight;
    if (isScrollable) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}
