import { element } from "./element.ts";

/** Puts a button on each sample that copies its text. */
export function setUpCopyButtons(): void {
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
