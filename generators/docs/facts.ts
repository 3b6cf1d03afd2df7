import { isList, isObject, textIn } from "../contract/documents/json.ts";
import type { Json, JsonObject } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { code, html, joined, prose, soft } from "./html.ts";
import { assumedIn, type Mark } from "./marks.ts";
import { spanInWords } from "./words.ts";

/**
 * Any block of the spec as a list of terms and values, so that a fact that is added to the spec
 * appears on the page. `skip` names members that are shown elsewhere.
 */
export function facts(block: JsonObject, mark: Mark, skip: readonly string[] = []): Html {
  return terms(block, mark, { skip, asWritten: false });
}

/** `asWritten` shows the keys as they are on the wire. */
function terms(
  block: JsonObject,
  mark: Mark,
  { skip, asWritten }: { readonly skip: readonly string[]; readonly asWritten: boolean },
): Html {
  const hidden = new Set([...skip, "x-assumed", "x-unstated", "description"]);
  const entries = Object.entries(block).filter(([key]) => !hidden.has(key));
  return html`<dl class="facts">
    ${entries.map(([key, value]) => {
      const name = asWritten ? code(key) : html`${inWords(key)}`;
      const inner =
        key === "fields" && isObject(value)
          ? terms(value, mark, { skip: [], asWritten: true })
          : fact(value, mark);
      return html`<dt>${name}</dt>
        <dd>${inner}</dd> `;
    })}
  </dl>`;
}

function fact(value: Json, mark: Mark): Html {
  if (isList(value)) return list(value, mark);
  if (!isObject(value)) return scalar(value);
  const own = mark(assumedIn(value));
  const rest = Object.keys(value).filter((key) => !["x-assumed", "x-unstated"].includes(key));
  if (rest.length === 0) return html`${own}`;
  if (rest.length === 1 && "value" in value) return html`${fact(value["value"] ?? "", mark)}${own}`;
  const span = spanInWords(value);
  if (span !== undefined) return html`${span}${own}`;
  if (isShort(value)) return html`${inline(value, mark)}${own}`;
  const words = textIn(value["description"]);
  return html`${words === "" ? undefined : html`${prose(words)} `}${own}${
    rest.length === 1 && words !== "" ? undefined : facts(value, mark)
  }`;
}

/** Whether a block is short enough for one line. */
function isShort(value: JsonObject): boolean {
  const entries = Object.entries(value).filter(([key]) => !key.startsWith("x-"));
  const plain = (one: Json): boolean => isPlain(one) || (isList(one) && one.every(isPlain));
  return entries.length <= 4 && entries.every(([, one]) => plain(one)) && !("description" in value);
}

function isPlain(value: Json): boolean {
  return !isObject(value) && !isList(value) && !/[.!?]$/u.test(String(value));
}

function inline(value: JsonObject, mark: Mark): Html {
  const entries = Object.entries(value).filter(([key]) => !key.startsWith("x-"));
  const parts = entries.map(
    ([key, one]) => html`${soft(inWords(key).toLowerCase())} ${fact(one, mark)}`,
  );
  return joined(parts, "; ");
}

function list(values: readonly Json[], mark: Mark): Html {
  if (values.length === 0) return soft("nothing");
  if (values.every((value) => !isObject(value) && !isList(value))) {
    return joined(values.map(scalar));
  }
  return html`<ul>
    ${values.map((value) => html`<li>${fact(value, mark)}</li>`)}
  </ul>`;
}

function scalar(value: Json): Html {
  if (value === true) return html`yes`;
  if (value === false) return html`no`;
  if (value === "") return soft("nothing");
  const text = String(value);
  return /\s[a-z]+\s/u.test(text) ? prose(text) : code(text);
}

/** `ordersCountedPerIp` becomes `Orders counted per ip`. */
export function inWords(name: string): string {
  if (!/^[a-z][a-zA-Z]*$/u.test(name)) return name;
  const words = name.replace(/([a-z])([A-Z])/gu, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
