/** What other tools print, as findings at the places in our files; and how a finding is shown. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { inTemporaryFolder } from "../../runtime/files.node.ts";
import { findingLine, inOrder } from "../../scripts/lint/findings.ts";
import { findByAsyncapi, findByRedocly, runTool } from "../../scripts/lint/tools.ts";
import { runnable } from "../../scripts/shared/runnable.ts";

const { env } = process;

/** What Redocly prints about `d/a.json`, and the findings. */
const redocly: readonly (readonly [output: string, ...findings: readonly string[]])[] = [
  ['note {x}\n{"problems": []}\n'],
  ['validating…\n{\n"problems": []\n}\n'],
  [
    `x\n{"problems":[
      {"ruleId":"a","message":"A.","location":[
        {"source":{"ref":"e/b.json"},"pointer":"#/x/~1y","start":{"line":3,"col":4}},
        {"source":{"ref":"e/c.json"}}]},
      {"ruleId":"b","message":"B.","location":[]}]}\nas said`,
    "e/b.json:3:4 redocly/a A. at x /y",
    "d/a.json:1:1 redocly/b B. at ",
  ],
  [
    `Error:\n  no ${"x".repeat(300)}`,
    `d/a.json:1:1 redocly/report ${noReport(`Error: no ${"x".repeat(290)}`)} at `,
  ],
  [' {"problems":1', `d/a.json:1:1 redocly/report ${noReport('{"problems":1')} at `],
];

/** What the AsyncAPI CLI prints about `d/a.yaml`, and the findings. */
const range = '"range":{"start":{"line":0,"character":1}}';
const asyncapi: typeof redocly = [
  ["File d/a.yaml is valid! It has no issues."],
  [
    `WARNING: A\n[\n{"code":"a","message":"A.","severity":0,"source":"e/b.yaml",${range}},
      {"code":"b","message":"B.","severity":1,${range}},{"code":"c","severity":2,${range}}]\n`,
    "e/b.yaml:1:2 asyncapi/a A.",
    "d/a.yaml:1:2 asyncapi/b B.",
  ],
  ["[WARN] no", `d/a.yaml:1:1 asyncapi/report ${noReport("[WARN] no")}`],
];

test.each(redocly)("Redocly prints %j", async (output, ...want) => {
  const found = await findByRedocly("d/a.json", ["r", "s"], async (tool, args) => {
    expect([tool, ...args].join(" ")).toBe(
      "redocly lint d/a.json --max-problems 1000 --format json " +
        `--config ${resolve("spec/lint/redocly.yaml")} ` +
        "--skip-rule r --skip-rule s",
    );
    return { output, code: 1 };
  });
  expect(found.map((each) => `${findingLine(each)} at ${each.path.join(" ")}`)).toEqual(want);
});

test.each(asyncapi)("the AsyncAPI CLI prints %j", async (output, ...want) => {
  const found = await findByAsyncapi("d/a.yaml", "w", async (tool, args, environment) => {
    const said = [tool, ...args, JSON.stringify(environment)].join(" ");
    expect(said).toBe(
      "asyncapi validate d/a.yaml --diagnostics-format json " +
        '{"ASYNCAPI_METRICS_CONFIG_PATH":"w/asyncapi-metrics"}',
    );
    return { output, code: 1 };
  });
  expect(found.map(findingLine)).toEqual(want);
});

const shown = "[process.env.A, process.env.CI, process.env.REDOCLY_TELEMETRY].join()";
const updates = "[process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE, process.env.NODE_ENV].join()";
const first = `process.env.PATH.split("${process.platform === "win32" ? ";" : ":"}")[0]`;

test.each([
  ["-p", "1", { output: "1\n", code: 0 }],
  ["-e", "console.error(1); process.exit(3)", { output: "1\n", code: 3 }],
  ["-e", "console.error(1); console.log(2)", { output: "2\n", code: 0 }],
  ["-p", shown, { output: "b,true,off\n", code: 0 }],
  ["-p", updates, { output: "true,development\n", code: 0 }],
  ["-p", `${first} === require("path").dirname(process.execPath)`, { output: "true\n", code: 0 }],
  [
    "-p",
    "process.env.PATH.length > require('path').dirname(process.execPath).length + 1",
    { output: "true\n", code: 0 },
  ],
  ["-p", '"x".repeat(2e6).length + "x".repeat(2e6)', { code: 0 }],
])("a tool gets its environment, and gives its output and exit code: %s %s", async (...row) => {
  const [flag, code, want] = row;
  expect(await runTool("node", [flag, code], { A: "b" })).toMatchObject(want);
  expect(process.env).toBe(env);
});

test("on Windows, the shell runs it, with its words in quotes", () => {
  const want = { file: '"C:/my bin/npx" run-a "say ""hi"" & go"', args: [], shell: true };
  expect(runnable("C:/my bin/npx", ["run-a", 'say "hi" & go'], "win32")).toEqual(want);
});

test("a temporary folder is gone when the work in it has failed", async () => {
  let folder = "";
  const work = inTemporaryFolder((made) => readFile(join((folder = made), "none")));
  await expect(work).rejects.toThrow("ENOENT");
  expect([folder.length > 0, existsSync(folder)]).toEqual([true, false]);
});

test("a tool that is not there is an error", async () => {
  await expect(runTool("no-such-tool", [])).rejects.toThrow("ENOENT");
});

test("findings are sorted by place, rule and words, those with the same words on a line are one", () => {
  const lines = [
    "b:1:1 a a",
    "a:2:1 a a",
    "a:1:2 b b",
    "a:1:2 a b",
    "a:1:2 a x  y\n",
    "a:1:3 a x y",
  ];
  const findings = lines.map((text) => {
    const [, file = "", line, column, rule = "", message = ""] =
      /^(.):(.):(.) (.) ([^]*)$/.exec(text) ?? [];
    return { file, line: Number(line), column: Number(column), rule, message };
  });
  expect(inOrder(findings).map(findingLine)).toEqual([
    "a:1:2 a b",
    "a:1:2 b b",
    "a:1:3 a x y",
    "a:2:1 a a",
    "b:1:1 a a",
  ]);
});

function noReport(said: string): string {
  return `The tool gave no report on this document; it said: ${said}`;
}
