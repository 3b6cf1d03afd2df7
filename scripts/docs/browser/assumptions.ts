/** The filter of the list of assumptions: by words, kind and confidence. */

const fields = ["find", "kind", "confidence"].map(
  (id) => document.getElementById(id) as HTMLInputElement | HTMLSelectElement,
);
const entries = [...document.querySelectorAll<HTMLElement>("main section section")];
const count = document.getElementById("count");

function update(): void {
  const [text = "", kind = "", confidence = ""] = fields.map(({ value }) => value.trim());
  const words = text.toLowerCase().split(/\s+/u);
  const exact = withWords(words);
  // Another form of a word is better than nothing: "cancelling" finds "canceled".
  const found = exact.length > 0 ? exact : withWords(words.map((word) => word.slice(0, 6)));
  for (const entry of entries) {
    // Kind and confidence stand in its first line.
    const state = entry.querySelector("li")?.textContent ?? "";
    const fits = state.startsWith(`Status: ${kind}`) && state.endsWith(confidence);
    entry.hidden = !(fits && found.includes(entry));
  }
  for (const group of document.querySelectorAll<HTMLElement>("main > section")) {
    group.hidden = group.querySelector("section:not([hidden])") === null;
  }
  const shown = entries.filter(({ hidden }) => !hidden).length;
  if (count !== null) count.textContent = `${shown} ${shown === 1 ? "entry" : "entries"}`;
}

function withWords(words: readonly string[]): readonly HTMLElement[] {
  return entries.filter(({ textContent }) => {
    const text = textContent.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

for (const field of fields) field.addEventListener("input", update);
// A link, such as one of the search, leads to an entry that the filter hides.
addEventListener("hashchange", () => {
  const wanted = entries.find(({ id }) => id === location.hash.slice(1));
  if (wanted?.hidden !== true) return;
  for (const field of fields) field.value = "";
  update();
  wanted.scrollIntoView();
});
