/** Puts a button on each sample that copies its text. */
export function setUpCopyButtons(): void {
  for (const sample of document.querySelectorAll<HTMLElement>("figure.sample pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
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
