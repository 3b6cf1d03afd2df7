import { type Bump, type Change, type Impact, impacts } from "./model.ts";

/** The changes between two revisions, and their version bump. */
export interface Report {
  readonly changes: readonly Change[];
  readonly bump: Bump;
  readonly since: string;
  /** The new revision; `undefined` for the working tree. */
  readonly until?: string | undefined;
}

/** Formats for people, for programs, for a changelog, and for GitHub annotations. */
export const formats = ["text", "json", "markdown", "github"] as const;

export type Format = (typeof formats)[number];

export function formatReport(report: Report, format: Format): string {
  if (format === "json") return JSON.stringify(jsonReport(report), null, 2);
  const lines = { text: textLines, markdown: markdownLines, github: githubLines }[format](report);
  return lines.join("\n");
}

const headings: Readonly<Record<Impact, string>> = {
  breaking: "Breaking",
  minor: "Minor: programs that worked before still work",
  patch: "Patch: no program behaves differently",
};

/** Breaking changes first, and the version bump last. */
function textLines(report: Report): readonly string[] {
  const { changes } = report;
  if (changes.length === 0) return [summary(report)];
  const sections = sectionsOf(changes, (impact, own) => {
    const lines = own.map((change) => {
      return `${placeOf(change, report)}  ${change.subject}: ${change.what}. ${reasonOf(change)}`;
    });
    const shown = impact === "patch" ? shortened(own, lines, "  ") : lines;
    return [`${headings[impact]} (${own.length})`, ...shown.map((text) => `  ${text}`), ""];
  });
  return [...sections, summary(report)];
}

/** A list per impact, as in a changelog. */
export function markdownLines(report: Report): readonly string[] {
  const { changes } = report;
  if (changes.length === 0) return [summary(report)];
  return sectionsOf(changes, (impact, own) => {
    const lines = own.map((change) => {
      const { subject, what } = change;
      const text = escaped(`${what}. ${reasonOf(change)}`);
      return `- **${escaped(subject)}**: ${text} (\`${placeOf(change, report)}\`)`;
    });
    const shown = impact === "patch" ? shortened(own, lines, ": ", "- ") : lines;
    return [`### ${headings[impact]}`, "", ...shown, ""];
  });
}

/** One annotation per change: an error if breaking, otherwise a notice. */
function githubLines(report: Report): readonly string[] {
  return report.changes.map((change) => {
    const { impact, subject, what, origin, side } = change;
    const { file, line, column } = origin;
    const kind = impact === "breaking" ? "error" : "notice";
    // A removal has no line in the annotated files.
    const place = side === "new" ? `,line=${line},col=${column}` : "";
    const old = side === "new" ? "" : ` It stood at ${placeOf(change, report)}.`;
    const title = inProperty(`${impact}: ${subject}`);
    const message = inMessage(`${what}. ${reasonOf(change)}${old}`);
    return `::${kind} file=${inProperty(file)}${place},title=${title}::${message}`;
  });
}

function jsonReport({ since, until, bump, changes }: Report): object {
  return {
    since,
    until,
    bump,
    changes: changes.map((change) => ({ ...change, why: reasonOf(change) })),
  };
}

function sectionsOf(
  changes: readonly Change[],
  section: (impact: Impact, own: readonly Change[]) => readonly string[],
): readonly string[] {
  return impacts.flatMap((impact) => {
    const own = changes.filter((change) => change.impact === impact);
    return own.length === 0 ? [] : section(impact, own);
  });
}

function summary({ changes, bump, since, until }: Report): string {
  const span = until === undefined ? `since ${since}` : `from ${since} to ${until}`;
  if (changes.length === 0) return `Nothing has changed ${span}; no version bump follows.`;
  const counts = impacts.map(
    (impact) => `${changes.filter((change) => change.impact === impact).length} ${impact}`,
  );
  return `${capital(span)}: ${counts.join(", ")}. Version bump: ${bump}.`;
}

/** The reason for the impact, as a sentence that starts with who is affected. */
function reasonOf({ concerns, why }: Change): string {
  return concerns === "nobody" ? `${capital(why)}.` : `${capital(concerns)}: ${why}.`;
}

/** The position in the form of `git show`, with the line. */
function placeOf({ origin, side }: Change, { since, until }: Report): string {
  const revision = side === "old" ? since : until;
  return `${revision === undefined ? "" : `${revision}:`}${origin.file}:${origin.line}`;
}

/** Wording changes often, so only the first few of each file are listed. */
function shortened(
  changes: readonly Change[],
  lines: readonly string[],
  behindFile: string,
  inFront = "",
): readonly string[] {
  const files = new Map<string, string[]>();
  for (const [at, { origin }] of changes.entries()) {
    files.set(origin.file, [...(files.get(origin.file) ?? []), lines[at] ?? ""]);
  }
  return [...files].flatMap(([file, own]) => {
    const shown = own.slice(0, own.length === shownMax + 1 ? own.length : shownMax);
    const left = own.length - shown.length;
    const more = `${inFront}${file}${behindFile}and ${left} more; --format json lists all`;
    return left === 0 ? shown : [...shown, more];
  });
}

const shownMax = 3;

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/gu, "\\$&");
}

/** Escapes a message for GitHub's workflow commands. */
function inMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
