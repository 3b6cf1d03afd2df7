import { type Change, impacts } from "../diff/model.ts";
import { headings, type Report } from "../diff/report.ts";
import { code, heading, type Md, md, prose, raw, table } from "./markdown.ts";

/** Changes of the contract between versions, and the package's changelog. */
export function changes(reports: readonly Report[] | string, changelog = ""): Md {
  const contract = typeof reports === "string" ? md`${reports}` : reports.map(reportSection);
  return md`
# Changes

## {#contract} Changes of the contract

The output of \`npm run diff\`: how each change of the contract affects programs written for an earlier
version.

${contract}

${raw(changelog.replace(/^# .*$/mu, ""))}`;
}

function reportSection({ since, until, bump, changes: all }: Report): Md {
  const span = `${since} to ${until ?? "now"}`;
  return md`${heading(3, span.replaceAll(" ", "-"), span)}
${all.length === 0 ? "Nothing has changed." : `Version bump: ${bump}.`}
${impacts.map((impact) => {
  const own = all.filter((change) => change.impact === impact);
  if (own.length === 0) return undefined;
  const rows = own.map((one) => changeRow(one, until === undefined));
  return md`\n\n#### ${headings[impact]} (${own.length})
${table(["What", "Change", "Why", "Where"], rows)}`;
})}`;
}

/** The line of a change links to the contract if it is the current one. */
function changeRow({ subject, what, why, origin, side }: Change, isNow: boolean): readonly Md[] {
  const { file, line } = origin;
  const place = isNow ? code(`${file}:${line}`) : code(file);
  return [prose(subject), prose(what), md`${why}`, side === "old" ? md`removed` : place];
}
