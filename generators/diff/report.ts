import type { Bump, Change, Impact } from "./model.ts";
import { nothingLost } from "./verdicts.ts";

/** What a report is made of: the changes, the version bump, and what the old spec is called. */
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
  minor: "Minor: what was right before still is",
  patch: "Patch: no program does anything else",
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
  // As git names a file of a revision, so that `git show` takes all before the line.
  const place = `${revision === undefined ? "" : `${revision}:`}${origin.file}:${origin.line}`;
  return `${place}  ${subject}: ${what}`;
}

/** Words change often; of each file the first few are told. */
function shortened(changes: readonly Change[], report: Report): readonly string[] {
  const files = new Map<string, Change[]>();
  for (const change of changes) {
    const { file } = change.origin;
    files.set(file, [...(files.get(file) ?? []), change]);
  }
  return [...files].flatMap(([file, own]) => {
    const told = own.slice(0, own.length === toldMax + 1 ? own.length : toldMax);
    const left = own.length - told.length;
    const lines = told.map((one) => head(one, report));
    return left === 0 ? lines : [...lines, `${file}  and ${left} more; --json tells all`];
  });
}

const toldMax = 3;
