/** The few helpers that the page needs to reach its document. */

type Constructor<Kind> = new () => Kind;

/** The element with this id, or in a form the field with this name; throws when there is none. */
export function element<Kind extends HTMLElement = HTMLElement>(
  name: string,
  kind?: Constructor<Kind>,
  form?: HTMLFormElement,
): Kind {
  const found = form === undefined ? document.getElementById(name) : form.elements.namedItem(name);
  if (found instanceof (kind ?? HTMLElement)) return found as Kind;
  throw new Error(`The page has no element ${name}; see sandbox/page/index.html.`);
}

/** One table row of text cells; decimals are shown without the zeros at their end. */
export function row(cells: readonly string[]): HTMLTableRowElement {
  const line = document.createElement("tr");
  for (const text of cells) line.insertCell().textContent = short(text);
  return line;
}

/** A new element, with text in it. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** A table cell with something in it. */
export function cell(content: HTMLElement): HTMLTableCellElement {
  const made = make("td");
  made.append(content);
  return made;
}

/** The same decimal with no more digits than it needs. */
export function short(decimal: string): string {
  return /^\d+\.\d+$/u.test(decimal) ? decimal.replace(/\.?0+$/u, "") : decimal;
}

/** Writes text into an element. */
export function show(name: string, text: string): void {
  element(name).textContent = text;
}
