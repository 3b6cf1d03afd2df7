import type { PagedList } from "../../runtime/pagination/list.ts";
import { contractTypes, type Module } from "../write/imports.ts";
import { camelCase, methodName } from "../write/names.ts";
import { sentence } from "../write/operation-docs.ts";
import { type PagedOperation, rowFunctions } from "../write/row-functions.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, reexport, table } from "../write/statements.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** For each paged list its table, and a function that iterates over its rows. */
export const iterators: Emitter = {
  name: "iterators",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const names = rowFunctions(contract);
    const origins = [...names].map(([{ origin }, name]) => [name, origin] as const);
    return source({
      path: "iterators.ts",
      emitter: iterators,
      modules: [contractTypes(contract), ...modules],
      statements: [
        ...[...names].flatMap(([operation, name]) => listOf(operation, name, writer)),
        reexport("../runtime/pagination/pages.ts", ["PageGapError"]),
        reexport(
          "../runtime/pagination/pages.ts",
          ["PageCursor", "PagedList", "RowOptions", "Rows"],
          {
            onlyTypes: true,
          },
        ),
      ],
      origins: new Map(origins),
    });
  },
};

const modules: readonly Module[] = [
  { from: "./client.ts", names: ["Client"] },
  { from: "../runtime/pagination/pages.ts", names: ["eachRow", "PagedList", "RowOptions", "Rows"] },
];

function listOf(operation: PagedOperation, name: string, writer: TypeWriter) {
  const { id, pages } = operation;
  const list = camelCase(`${name.replace(/^each/, "")}Pages`);
  const method = methodName(id);
  const request = writer.names.request(id);
  return [
    table(
      list,
      { text: `How the rows of \`${id}\` are paged.`, see: operation.origin.file },
      pages,
      {
        satisfies: "PagedList",
      },
    ),
    callable(name, functionDoc(operation), {
      parameters: [
        { name: "client", type: `Pick<Client, "${method}">` },
        { name: "request", type: request },
        { name: "options", type: "RowOptions", hasQuestionToken: true },
      ],
      returnType: `Rows<${rowType(operation, writer)}>`,
      statements: [
        `const requestPage: Client["${method}"] = (page, call) => client.${method}(page, call);`,
        `return eachRow(${list}, requestPage, request, options);`,
      ],
    }),
  ];
}

function rowType({ responses }: PagedOperation, writer: TypeWriter): string {
  const schema = responses[0]?.schema;
  return writer.response(schema?.kind === "list" ? schema.items : { kind: "unstated" });
}

function functionDoc({ id, summary, pages, pagesAssumed, origin }: PagedOperation) {
  return {
    text:
      `${sentence(summary)} Returns all rows one by one, oldest first, with as many calls of ` +
      `\`${id}\` as needed.`,
    facts: [
      startSentence(pages),
      "It ends after the last row, or waits for more with `follow`. `cursor()` gives the place to " +
        "`resume` from; no row is lost or repeated there.",
      ...(pages.span === undefined ? [] : [spanSentence]),
    ],
    assumed: pagesAssumed,
    throws: ["PageGapError when rows are no longer available; whatever the calls throw."],
    see: origin.file,
  };
}

const spanSentence =
  "The row of a span that has not ended yet is returned as it is, and is not returned again.";

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
