import type { PagedList } from "../../runtime/pagination/list.ts";
import type { Contract } from "../contract/model.ts";
import { propertyOf } from "../contract/schemas/meaning.ts";
import { doc, sentence } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";
import {
  camelCase,
  iteratorNames,
  type PagedOperation,
  quoted,
  requestName,
} from "../write/names.ts";
import { type TypeWriter, typeWriter, union } from "../write/type-text.ts";

/** A table and an iterating function for each paged list. */
export const iterators: Emitter = {
  name: "iterators",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const names = [...iteratorNames(contract)];
    const text = `
import { checkOptions, clientWith } from "../runtime/check-options.ts";
import {
  eachRow, type PagedList, type RowOptions, type Rows, type SpanRowOptions,
} from "../runtime/pagination/pages.ts";
import type { Client } from "./client.ts";
${writer.imports}

${names.map(([operation, name]) => iteratorCode(operation, name, { writer, contract })).join("\n")}
export { PageGapError } from "../runtime/pagination/pages.ts";
export type {
  PageCursor, PagedList, RowOptions, Rows, SpanRowOptions,
} from "../runtime/pagination/pages.ts";
`;
    const origins = new Map(names.map(([{ origin }, name]) => [name, origin]));
    return [{ path: "iterators.ts", text, origins }];
  },
};

interface Parts {
  readonly writer: TypeWriter;
  readonly contract: Contract;
}

function iteratorCode(operation: PagedOperation, name: string, parts: Parts): string {
  const { id, pages, origin } = operation;
  const { writer, contract } = parts;
  const list = camelCase(`${name.replace(/^each/, "")}Pages`);
  const method = camelCase(id);
  const pagesDoc = { text: `How the rows of \`${id}\` are paged.`, see: origin.file };
  const { operation: clock, field } = contract.signing.time;
  const response = contract.operations.find((each) => each.id === clock)?.responses[0]?.schema;
  const spans = pages.span !== undefined;
  // Without a clock of the exchange there is the client's.
  const [timing, readTime] =
    propertyOf(response, field, contract.schemas) === undefined
      ? ["now", "async () => client.now()"]
      : [camelCase(clock), `async (call) => (await client.${camelCase(clock)}({}, call)).${field}`];
  const rowOptions = pages.key === pages.time ? 'Omit<RowOptions, "toId">' : "RowOptions";
  const methods = spans ? [method, timing] : [method];
  const source = spans ? `{ after: client.after, readTime: ${readTime} }` : "client";
  return `${table(list, pagesDoc, pages, "PagedList")}
${functionDoc(operation)}export function ${name}(
  client: Pick<Client, ${union(methods.map(quoted))}> & Partial<Pick<Client, "after">>,
  request: ${requestName(id)},
  options?: ${spans ? "SpanRowOptions" : rowOptions},
): Rows<${rowType(operation, writer)}> {
  checkOptions("${name}", { client }, { client: clientWith(${methods.map(quoted).join()}) }, "client");
  return eachRow(${list}, (page, call) => client.${method}(page, call), request, options, ${source});
}
`;
}

function rowType({ responses }: PagedOperation, writer: TypeWriter): string {
  const schema = responses[0]?.schema;
  return writer.response(schema?.kind === "list" ? schema.items : { kind: "unstated" });
}

function functionDoc({ id, summary, pages, pagesAssumed, origin }: PagedOperation): string {
  return doc({
    text:
      `${sentence(summary)} Returns all rows one by one, oldest first, with as many calls of ` +
      `\`${id}\` as needed.`,
    statements: [
      startSentence(pages),
      "It ends after the last row, or waits for more with `follow`. `cursor()` gives the place to " +
        "`resume` from; no row is lost or repeated there.",
      ...(pages.span === undefined ? [] : [spanSentence]),
    ],
    assumed: pagesAssumed,
    throws: ["PageGapError when rows are no longer available; whatever the calls throw."],
    see: origin.file,
  });
}

const spanSentence =
  "A row is returned once its span has ended, by the exchange's time; `open` returns the row " +
  "before that as well.";

function startSentence({ from, start, end }: PagedList): string {
  const ends = end === undefined ? "" : ` and end with \`${end}\``;
  if (from !== undefined) {
    const time = start === undefined ? "" : ` or \`${start}\``;
    return `Rows start from \`${from}\`${time}, else with the latest page,${ends} or \`toId\`.`;
  }
  if (start !== undefined) return `Rows start from \`${start}\`${ends}.`;
  return (
    "Only the latest rows are available: it starts with those, and a gap between two requests " +
    "is an error."
  );
}
