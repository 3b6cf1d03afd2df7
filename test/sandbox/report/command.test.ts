/** The guide's program in Python under `--report`, as it stands and with a mistake. */

import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import type { FeedEvent } from "../../../sandbox/feed/feed.ts";
import type { Report } from "../../../sandbox/report/report.ts";
import { newFolder } from "../../support/folder.ts";
import { samples } from "../../support/guides.ts";
import { isMissing } from "../../support/parts.ts";

const noPython = isMissing("python3", spawnSync("python3", ["--version"]).status === 0);
const fileOf = (name: string): string => samples.find(({ file }) => file === name)?.code ?? "";

const folder = newFolder();

beforeAll(async () => {
  // As an editor on Windows may write it.
  await writeFile(join(folder, "trouble.json"), `\ufeff${fileOf("trouble.json")}`);
});

const rows: readonly (readonly [
  what: string,
  edit: (program: string) => string,
  failed: readonly string[],
  code: number,
])[] = [
  ["as it stands", (program) => program, [], 0],
  [
    "without the query",
    (program) => program.replace(/found = [^]*?return found\n/u, "pass\n"),
    ["blind-resend"],
    1,
  ],
  [
    "without waiting, and with an exit code of its own",
    (program) =>
      `${program.replace('time.sleep(result["wait"] + 0.1)', "pass")}\nraise SystemExit(4)`,
    ["wait-ignored"],
    4,
  ],
];

test.skipIf(noPython).each(rows)("the guide's program %s", async (_, edit, failed, code) => {
  const program = edit(fileOf("bot.py"));
  await writeFile(join(folder, "bot.py"), program);
  const [report, junit, feed] = ["report.json", "report.xml", "feed.jsonl"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const run = (file: string) =>
    spawnSync(
      process.execPath,
      [
        ...["scripts/sandbox.js", "--port", "0", "--faults", join(folder, "trouble.json")],
        ...["--report", file, "--feed", feed, "--", "python3", join(folder, "bot.py")],
      ],
      { encoding: "utf8" },
    );
  const { status, stdout, stderr } = run(report);
  expect(stdout).toMatch(/^(?:NEW|None)\n1 open\nTrue\n$/u);
  const { checks, faults } = JSON.parse(await readFile(report, "utf8")) as Report;
  expect(checks.flatMap(({ check, passed }) => (passed ? [] : [check]))).toEqual(failed);
  expect(faults.map(({ rule, count }) => [rule, count])).toEqual([
    ["drop 1", 1],
    ["throttle 1", 1],
    ["clockOffset 1", 1],
  ]);
  expect(status).toBe(code);
  for (const check of failed) expect(stderr).toContain(`${check}: `);
  const events = (await readFile(feed, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as FeedEvent);
  expect(events.filter(({ kind }) => kind === "request").length).toBeGreaterThan(5);
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(["request", "fault", "order"]));
  if (failed.length > 0) return;
  expect(run(junit).status).toBe(0);
  expect(await readFile(junit, "utf8")).toContain(`tests="${checks.length}" failures="0"`);
});
