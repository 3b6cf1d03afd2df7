/** The filter of the list of assumptions: by words, kind and confidence. */

const fields = ["find", "kind", "confidence"].map(
  (id) => document.getElementById(id) as HTMLInputElement | HTMLSelectElement,
);
const entries = [...document.querySelectorAll<HTMLElement>(".entry")];
const count = document.getElementById("count");

function update(): void {
  const [text = "", kind = "", confidence = ""] = fields.map(({ value }) =>
    value.trim().toLowerCase(),
  );
  for (const entry of entries) {
    const { dataset, textContent } = entry;
    entry.hidden = !(
      textContent.toLowerCase().includes(text) &&
      (kind === "" || dataset["kind"]?.toLowerCase() === kind) &&
      (confidence === "" || dataset["confidence"]?.toLowerCase() === confidence)
    );
  }
  for (const group of document.querySelectorAll<HTMLElement>(".group")) {
    group.hidden = group.querySelector(".entry:not([hidden])") === null;
  }
  const shown = entries.filter(({ hidden }) => !hidden).length;
  if (count !== null) count.textContent = `${shown} ${shown === 1 ? "entry" : "entries"}`;
}

for (const field of fields) field.addEventListener("input", update);
