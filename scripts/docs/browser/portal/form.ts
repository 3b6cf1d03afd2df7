/** What the calculators of the docs share: page data, marks, issues at a field. */

import { type Html, html } from "../../../../generators/docs/html.ts";

/** The field or region of the page with this id. */
export function byId<Type extends HTMLElement = HTMLInputElement>(id: string): Type {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element #${id}.`);
  return element as Type;
}

/** Data of the contract that the page carries as JSON. */
export function pageData<Data>(id: string): Data {
  return JSON.parse(byId<HTMLElement>(id).textContent) as Data;
}

/** The mark of what is assumed; it leads to the assumption. */
export function assumedMark(id: string | undefined): Html | undefined {
  return id === undefined
    ? undefined
    : html` <a class="mark assumed" href="assumptions.html#${id}">assumed</a>`;
}

/** Shows an issue beneath its field, or clears it. The page has an element `<id>-issue` for it. */
export function showIssue(field: HTMLElement, issue: string | undefined): void {
  const place = byId<HTMLElement>(`${field.id}-issue`);
  place.textContent = issue ?? "";
  place.hidden = issue === undefined;
  if (issue === undefined) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}

/** Computes now and after each change of the form. Nothing is ever submitted. */
export function whenChanged(form: HTMLFormElement, compute: () => void): void {
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", compute);
  compute();
}
