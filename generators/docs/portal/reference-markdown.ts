import { listIn, objectIn, objectsIn, resolved, textIn } from "../../contract/documents/json.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { flat } from "../../write/doc.ts";
import { recordHref } from "../links.ts";

/** The REST page as Markdown, from the renderer's input. */
export function restMarkdown(view: JsonObject, { operations }: Contract): string {
  const paths = objectIn(view["paths"]);
  const sections = operations.map(({ id, method, path }) => {
    const node = objectIn(objectIn(paths[path])[method.toLowerCase()]);
    const rows = listIn(node["parameters"]).map((one) => resolved(view, one));
    const fields = rows.map((row) => {
      const isRequired = row["required"] === true ? ", required" : "";
      return `- \`${textIn(row["name"])}\` (${textIn(row["in"])}${isRequired}): ${flat(textIn(row["description"]))}`;
    });
    const samples = objectsIn(node["x-codeSamples"]).map(
      (sample) =>
        `\`\`\`${textIn(sample["lang"]).toLowerCase()}\n${textIn(sample["source"])}\n\`\`\``,
    );
    const text = textIn(node["description"]).trim();
    const head = `## ${id}\n\n\`${method} ${path}\`: ${textIn(node["summary"])}`;
    return [head, text, fields.join("\n"), ...samples].filter(Boolean).join("\n\n");
  });
  return page(view, sections);
}

/** The streams page as Markdown: each channel with its messages. */
export function streamMarkdown(view: JsonObject, { channels }: Contract): string {
  const nodes = objectIn(view["channels"]);
  const sections = channels.map(({ id, address, messages }) => {
    const text = textIn(objectIn(nodes[id])["description"]).trim();
    const rows = messages.map(({ name, description, payload }) => {
      const record = payload.kind === "reference" ? payload.name : name;
      return `- [${name}](${recordHref(record)}): ${flat(description)}`;
    });
    return [`## ${id}`, `\`${address}\``, text, rows.join("\n")].join("\n\n");
  });
  return page(view, sections);
}

function page(view: JsonObject, sections: readonly string[]): string {
  const { title, description } = objectIn(view["info"]);
  const whole = [`# ${textIn(title)}`, textIn(description).trim(), ...sections].join("\n\n");
  const links = whole.replace(/\]\((?!https?:)([^)]*?)\.html(#[^)]*)?\)/gu, "]($1.md$2)");
  return `${links}\n`;
}
