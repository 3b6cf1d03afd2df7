/**
 * Links to the page on which an operation can be called. They lead to the usual address of a
 * sandbox; where a sandbox serves this page, to that one.
 */
export function setUpTryLinks(): void {
  if (!location.pathname.startsWith("/docs/")) return;
  for (const event of ["pointerover", "focusin"]) {
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link?.hash.startsWith("#call/")) link.href = `${location.origin}/${link.hash}`;
    });
  }
}
