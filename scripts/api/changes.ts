/** What a change of the public API means for programs in TypeScript. */

import type { Change } from "../../generators/diff/model.ts";

/** The pages of docs/api/ at one time: file name and text. */
export type ApiRecord = Readonly<Record<string, string>>;

/** A declaration without comments, and its line on its page. */
interface Declaration {
  readonly code: string;
  readonly file: string;
  readonly line: number;
}

/** The changes of the declarations; those of comments are none. */
export function apiChanges(before: ApiRecord, after: ApiRecord): readonly Change[] {
  const [old, now] = [declarationsOf(before), declarationsOf(after)];
  const changes: Change[] = [];
  for (const [name, declared] of old) {
    const next = now.get(name);
    if (next === undefined) changes.push(changeOf(name, "removed", declared));
    else if (next.code !== declared.code) {
      const isWider = onlyAddsOptional(declared.code, next.code);
      changes.push(changeOf(name, isWider ? "extended" : "changed", next));
    }
  }
  for (const [name, declared] of now) {
    if (!old.has(name)) changes.push(changeOf(name, "added", declared));
  }
  return changes;
}

const verdicts = {
  removed: ["breaking", "programs that import or call it do not compile"],
  changed: ["breaking", "programs may not compile with the new declaration"],
  extended: ["minor", "programs that compiled still compile"],
  added: ["minor", "programs that compiled still compile"],
} as const;

function changeOf(name: string, how: keyof typeof verdicts, { file, line }: Declaration): Change {
  const [impact, why] = verdicts[how];
  return {
    move: how === "extended" ? "added" : how,
    impact,
    concerns: impact === "breaking" ? "callers and readers" : "nobody",
    why,
    subject: `export ${name}`,
    what: how === "extended" ? "optional members added" : how,
    origin: { file: `docs/api/${file}`, line, column: 1 },
    side: how === "removed" ? "old" : "new",
  };
}

/** Whether each line of a declaration is still there, in order, beside optional members. */
function onlyAddsOptional(before: string, after: string): boolean {
  const left = before.split("\n");
  const added = after.split("\n").filter((line) => {
    if (line !== left[0]) return true;
    left.shift();
    return false;
  });
  return left.length === 0 && added.every((line) => /^ {2}(?:readonly )?\w+\?: .*;$/u.test(line));
}

/** The declarations by subpath, export and method. */
function declarationsOf(record: ApiRecord): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>();
  for (const [file, page] of Object.entries(record)) {
    const [, subpath = file] = /^# (.*)$/mu.exec(page) ?? [];
    for (const [, name = ""] of page.matchAll(/^\[`(\w+)`\]\(.*\)[,.]$/gmu)) {
      found.set(`${name} of ${subpath}`, { code: "", file, line: 1 });
    }
    let owner = "";
    for (const section of page.matchAll(/^(###|####) (.+)\n\n```ts\n([^]*?)\n```$/gmu)) {
      const [, level, name = "", text = ""] = section;
      if (level === "###") owner = name;
      const whole = level === "###" ? name : `${owner}.${name}`;
      const line = page.slice(0, section.index).split("\n").length;
      found.set(`${whole} of ${subpath}`, { code: withoutComments(text), file, line });
    }
  }
  return found;
}

function withoutComments(code: string): string {
  return code
    .replace(/\/\*\*[^]*?\*\//gu, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");
}
