import { adviceSentences } from "../../../runtime/errors.ts";
import type { RetryRule } from "../../../runtime/tables.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { operationLink } from "../links.ts";
import { anchor, code, joined, link, type Md, md, prose, soft, table } from "../markdown.ts";
import { markOf } from "../marks.ts";
import { retryText } from "../words.ts";

/** Error codes and HTTP statuses, with what to do next. */
export function errors(contract: Contract): Md {
  const node = read.object(contract.documents.openapi, "x-errors");
  const retried = read.objects(contract.documents.openapi, "x-retry", "rules");
  const codes = read.objects(node, "codes").map((row) => {
    const name = String(row["code"]);
    const isRetried = contract.retry.rules.some((rule) => rule.code === row["code"]);
    return [
      md`${anchor(`error${name}`, code(name))}${markOf(row)}<br>${soft(read.text(row, "name"))}`,
      md`${prose(read.text(row, "condition"))}${causes(row)}`,
      md`${advice(row, isRetried && `retry${name}`)}${outcome(row)}`,
      givenBy(contract, Number(name)),
      md`${code(String(read.unwrapped(row, "status") ?? ""))}${markOf(row["status"])}`,
    ];
  });
  const statuses = read.objects(node, "statuses").map((row) => {
    const status = String(row["status"]);
    const header = read.text(row, "header");
    const carried = header && md` ${link(`limits.html#header-${header}`, code(header))}`;
    const isRetried = retried.some((row) => String(read.at(row, "on", "status")) === status);
    return [
      md`${anchor(`status-${status}`, code(status))}${markOf(row)}`,
      md`${prose(read.text(row, "condition"))}${carried}`,
      md`${advice(row, isRetried && `retry-${status}`)}${outcome(row)}`,
    ];
  });
  return md`${table(["Code", "Meaning", "What to do", "Returned by", "HTTP status"], codes)}
### {#statuses} HTTP statuses

${table(["Status", "Meaning", "What to do"], statuses)}`;
}

/** The operations that can return an error. */
function givenBy(contract: Contract, number: number): Md {
  const { givenBy: source } = contract.errors.find(({ code: one }) => one === number) ?? {};
  if (source === undefined) return md`any operation`;
  const { security, parameters, operations } = source;
  const types = security.map((type) => link(`signing.html#security-${type}`, code(type)));
  const fields = parameters === "any" ? md`any field` : joined(parameters.map(code), " or ");
  return joined([
    types.length > 0 && md`${joined(types, " and ")} operations`,
    parameters.length > 0 && md`operations with ${fields}`,
    ...operations.map((id) => operationLink({ id })),
  ]);
}

function causes(row: JsonObject) {
  const all = read.texts(row, "causes").join(", ");
  return all && md` Usual causes: ${all}. ${link("signing.html#refusals", "Find the cause")}.`;
}

function advice(row: JsonObject, retry: string | false): Md {
  const sentence = adviceSentences[read.text(row, "advice") as keyof typeof adviceSentences];
  const rule = retry && md` ${link(`#${retry}`, "Retry rule")}`;
  return md`${sentence ?? read.text(row, "advice")}${rule}`;
}

function outcome({ outcome: open }: JsonObject) {
  return open !== undefined && md` The request may have been executed.${markOf(open)}`;
}

export function retries(contract: Contract): Md {
  const rows = read.objects(contract.documents.openapi, "x-retry", "rules").map((row) => {
    const { status, code: number } = read.object(row, "on");
    const name = String(status ?? number);
    const [id, error] =
      status === undefined ? [`retry${name}`, `error${name}`] : [`retry-${name}`, `status-${name}`];
    return [
      md`${anchor(id, md`${status === undefined ? "code" : "status"} ${code(name)}`)}${markOf(row)}`,
      md`${prose(retryText(read.text(row, "action") as RetryRule["action"], contract))}. ${prose(read.text(row, "description"))}`,
      link(`#${error}`, "meaning"),
    ];
  });
  return table(["After", "Retry", "Error"], rows);
}
