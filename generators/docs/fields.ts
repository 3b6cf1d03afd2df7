/**
 * The fields of the calculators, also of those parts that a script adds. None has a name, so that
 * no form could send it; each has a place for its issue.
 */

import { type Html, html } from "./html.ts";

export function inputField(id: string, label: string, value: string): Html {
  return field(
    id,
    label,
    html`<input id="${id}" value="${value}" aria-describedby="${id}-issue" autocomplete="off"
autocapitalize="off" spellcheck="false" />`,
  );
}

export function areaField(id: string, label: string, value: string): Html {
  // The first line end of a text area is not part of its value.
  return field(
    id,
    label,
    html`<textarea id="${id}" rows="8" aria-describedby="${id}-issue" autocomplete="off"
autocapitalize="off" spellcheck="false">\n${value}</textarea>`,
  );
}

/** A choice of values with their words. */
export function selectField(
  id: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  chosen = "",
): Html {
  const items = options.map(([value, words]) => {
    const selected = value === chosen ? html` selected` : undefined;
    return html`<option value="${value}"${selected}>${words}</option>`;
  });
  return field(
    id,
    label,
    html`<select id="${id}" autocomplete="off" aria-describedby="${id}-issue">${items}</select>`,
  );
}

function field(id: string, label: string, control: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
${control}
<p class="issue" id="${id}-issue" role="status" hidden></p></div>`;
}
