import type { PagedList } from "../../runtime/pagination/list.ts";
import { contractTypes, type Module } from "../write/imports.ts";
import { camelCase, methodName } from "../write/names.ts";
import { sentence } from "../write/operation-docs.ts";
import { type PagedOperation, rowFunctions } from "../write/row-functions.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, reexport, table } from "../write/statements.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** For each list of pages its table, and a function that walks through its rows. */
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
        `const ask: Client["${method}"] = (page, call) => client.${method}(page, call);`,
        `return eachRow(${list}, ask, request, options);`,
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
      `${sentence(summary)} All rows one by one, oldest first, by as many calls of \`${id}\` ` +
      "as it takes.",
    facts: [
      startWords(pages),
      "It ends behind the last row, or waits for more with `follow`. `cursor()` tells a place to " +
        "`resume` from; none is lost or repeated there.",
      ...(pages.span === undefined ? [] : [spanWords]),
    ],
    assumed: pagesAssumed,
    throws: ["PageGapError where rows can no longer be had; what the calls throw."],
    see: origin.file,
  };
}

const spanWords =
  "A row of a span that has not ended yet comes as it is then, and does not come again.";

function startWords({ from, start, end }: PagedList): string {
  const ends = end === undefined ? "" : ` and end with \`${end}\``;
  if (from !== undefined) {
    const time = start === undefined ? "" : ` or \`${start}\``;
    return `Rows start from \`${from}\`${time}, else with the latest page,${ends} or \`toId\`.`;
  }
  if (start !== undefined) return `Rows start from \`${start}\`${ends}.`;
  return (
    "Only the latest rows can be had: the walk starts with those, and a hole between two " +
    "questions is an error."
  );
}
