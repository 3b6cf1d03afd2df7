/** Colours of code, made while the pages are rendered. */

import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";

const languages = { bash, json, python, typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Other names of the languages, as guides write them. */
const named: Readonly<Record<string, string>> = {
  ...{ sh: "bash", shell: "bash", js: "typescript", ts: "typescript", py: "python" },
  ...Object.fromEntries(Object.keys(languages).map((name) => [name, name])),
};

/** Code as markup with the classes `hljs-…`; escaped text for a language without colours. */
export function highlighted(text: string, language: string): string {
  const name = named[language];
  if (name !== undefined) return hljs.highlight(text, { language: name }).value;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
