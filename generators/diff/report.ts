import type { Bump, Change, Impact } from "./model.ts";
import { nothingLost } from "./rules.ts";

/** The changes between two revisions, and the version bump that follows. */
export interface Report {
  readonly changes: readonly Change[];
  readonly bump: Bump;
  /** The revision that the spec is compared with. */
  readonly since: string;
  /** The revision of the new spec; `undefined` where that is what lies on the disk. */
  readonly until?: string | undefined;
}

const headings: Readonly<Record<Impact, string>> = {
  breaking: "Breaking",
  minor: "Minor: programs that worked before still work",
  patch: "Patch: no program behaves differently",
};

/** The changes as lines of text, breaking ones first, and the version bump last. */
export function reportLines(report: Report): readonly string[] {
  const { changes, bump, since, until } = report;
  const span = until === undefined ? `since ${since}` : `from ${since} to ${until}`;
  if (changes.length === 0) return [`Nothing has changed ${span}; no version bump follows.`];
  const sections = (["breaking", "minor", "patch"] as const).flatMap((impact) => {
    const own = changes.filter((change) => change.impact === impact);
    if (own.length === 0) return [];
    const lines = impact === "patch" ? shortened(own, report) : own.map((one) => line(one, report));
    return [`${headings[impact]} (${own.length})`, ...lines.map((text) => `  ${text}`), ""];
  });
  const counts = (["breaking", "minor", "patch"] as const).map(
    (impact) => `${changes.filter((change) => change.impact === impact).length} ${impact}`,
  );
  const summary = `${capital(span)}: ${counts.join(", ")}. Version bump: ${bump}.`;
  return [...sections, summary];
}

function line(change: Change, report: Report): string {
  const { concerns, why } = change;
  if (why === nothingLost) return `${head(change, report)}. For ${concerns}.`;
  const whom = concerns === "nobody" ? "" : `${capital(concerns)}: `;
  return `${head(change, report)}. ${whom}${why}.`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function head(change: Change, { since, until }: Report): string {
  const { subject, what, origin, side } = change;
  const revision = side === "old" ? since : until;
  // The form that `git show` accepts, followed by the line.
  const place = `${revision === undefined ? "" : `${revision}:`}${origin.file}:${origin.line}`;
  return `${place}  ${subject}: ${what}`;
}

/** Wording changes often, so only the first few of each file are listed. */
function shortened(changes: readonly Change[], report: Report): readonly string[] {
  const files = new Map<string, Change[]>();
  for (const change of changes) {
    const { file } = change.origin;
    files.set(file, [...(files.get(file) ?? []), change]);
  }
  return [...files].flatMap(([file, own]) => {
    const shown = own.slice(0, own.length === shownMax + 1 ? own.length : shownMax);
    const left = own.length - shown.length;
    const lines = shown.map((one) => head(one, report));
    return left === 0 ? lines : [...lines, `${file}  and ${left} more; --json lists all`];
  });
}

const shownMax = 3;
