import type { Expression } from "../contract/filters/expression-tree.ts";
import type { BookSequence, Contract } from "../contract/model.ts";
import { type Code, codeText, object } from "../write/code.ts";
import { doc } from "../write/doc.ts";
import { exactMath, isCertain } from "../write/expression-code.ts";
import { methodName, propertyKey, quoted } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, constant, record, reexport, table } from "../write/statements.ts";

/** The local order book: its table, its sequence rules, and the functions that make one. */
export const orderBook: Emitter = {
  name: "order-book",
  sources: ["spec/{asyncapi,events/*,rules/*}.yaml"],
  emit: (contract) =>
    source({
      path: "order-book.ts",
      emitter: orderBook,
      modules: [
        ...exactMath,
        { from: "../runtime/order-book/local-order-book.ts", names: ["LocalOrderBook"] },
        {
          from: "../runtime/order-book/types.ts",
          names: ["BookOptions", "BookTable", "SequenceRules"],
        },
        {
          from: "../runtime/order-book/watch.ts",
          names: ["WatchedOrderBook", "WatchOptions", "watchBook"],
        },
        { from: "./errors.ts", names: ["retry"] },
        { from: "./stream-client.ts", names: ["Streams"] },
        { from: "./streams.ts", names: ["streamName"] },
      ],
      statements: [
        bookTable(contract),
        bookSequences(contract),
        alias(
          "BookSequence",
          { text: "How events follow each other.", see },
          "keyof typeof bookSequences",
        ),
        createOrderBook,
        watchOptions(contract),
        watchOrderBook(contract),
        reexport("../runtime/order-book/local-order-book.ts", ["LocalOrderBook", "StaleBookError"]),
        reexport("../runtime/order-book/types.ts", [], { onlyTypes: true }),
        reexport("../runtime/order-book/watch.ts", ["WatchedOrderBook", "WatchOptions"], {
          onlyTypes: true,
        }),
      ],
    }),
};

const see = "spec/rules/bookSync.yaml";

function bookTable({ streamRules: { bookKeeping } }: Contract) {
  const { limit, message, snapshot } = bookKeeping;
  return table(
    "bookTable",
    { text: "The snapshot that a local order book needs, and the fields of its messages.", see },
    { limit, message, snapshot },
    { satisfies: "BookTable" },
  );
}

function bookSequences({ streamRules: { bookKeeping } }: Contract) {
  const { sequences, snapshot, message } = bookKeeping;
  const fieldOf = new Map(Object.entries(message.fields).map(([field, name]) => [name, field]));
  const nameOf = (name: string): string => {
    if (name === snapshot.last) return "snapshotId";
    const own = name.replace("previous.", "");
    return `${own === name ? "event" : "previous"}.${fieldOf.get(own) ?? own}`;
  };
  const rules = sequences.map((each) => {
    return [propertyKey(each.name), sequenceCode(each, nameOf)] as const;
  });
  const tail = " satisfies Record<string, SequenceRules>";
  return constant(
    "bookSequences",
    {
      text:
        "The rules by which depth events are dropped or applied; an event that fits none needs a " +
        "new snapshot. `documented` is what the exchange documents, other sequences are assumed.",
      see,
    },
    codeText(object(rules), "export const bookSequences = ".length, 0, tail.length + 1) + tail,
  );
}

function sequenceCode(
  { drop, first, late, next }: BookSequence,
  nameOf: (name: string) => string,
): Code {
  const rule = (tree: Expression | undefined): Code | undefined => tree && ruleCode(tree, nameOf);
  return object([
    ["drop", rule(drop)],
    ["first", rule(first)],
    ["late", rule(late)],
    ["next", rule(next)],
  ]);
}

/** A condition as a function of the event, the one before it and the snapshot's update id. */
function ruleCode(tree: Expression, nameOf: (name: string) => string): Code {
  const sides = tree.kind === "logic" ? [tree.left, tree.right] : [tree];
  const [text = "", ...more] = sides.map((side) => {
    const code = isCertain(side, { nameOf: ({ name }) => nameOf(name), mayLack: () => false });
    return side.kind === "logic" && sides.length > 1 ? `(${code})` : code;
  });
  const [operator] = tree.kind === "logic" ? [tree.operator] : [];
  const parameters = parametersOf([text, ...more].join(" "));
  // A condition of two parts has a line for each: such lines stay short.
  return more.length === 0
    ? `${parameters} => ${text}`
    : `${parameters} =>${[text, ...more].map((side) => `\n      ${side}`).join(` ${operator}`)}`;
}

/** Those that a condition uses, and what stands before them. */
function parametersOf(text: string): string {
  const [previous, snapshot] = [text.includes("previous."), text.includes("snapshotId")];
  const before = previous ? "previous" : "_";
  return `(event${snapshot ? `, ${before}, snapshotId` : previous ? `, ${before}` : ""})`;
}

const createOrderBook = callable(
  "createOrderBook",
  {
    text:
      "Creates a local order book that takes snapshots and depth events from its owner. It does " +
      "no I/O: `snapshotNeeded` says when a snapshot has to be fetched.",
    throws: ["RangeError for a sequence that the spec does not name."],
    see,
  },
  {
    parameters: [
      { name: "symbol", type: "string" },
      { name: "options", type: "BookOptions<BookSequence>", initializer: "{}" },
    ],
    returnType: "LocalOrderBook",
    statements: [
      "const contract = { table: bookTable, sequences: bookSequences };",
      "return new LocalOrderBook(symbol, contract, options);",
    ],
  },
);

function watchOptions({ streamRules: { bookSync } }: Contract) {
  const { operation } = bookSync.snapshot;
  return record(
    "WatchOrderBookOptions",
    { text: "Where the book gets its events and snapshots from, and its callbacks." },
    {
      extends: ["WatchOptions<BookSequence>"],
      properties: [
        {
          name: "streams",
          isReadonly: true,
          type: 'Pick<Streams, "client">',
          docs: doc({ text: "Made by `createStreams`; delivers the depth events." }, 2),
        },
        {
          name: "client",
          isReadonly: true,
          type: `{
  ${methodName(operation)}(
    request: { symbol: string; limit: number },
    options: { signal: AbortSignal },
  ): Promise<unknown>;
}`,
          docs: doc({ text: "Made by `createClient`; fetches the snapshots." }, 2),
        },
      ],
    },
  );
}

function watchOrderBook({ streamRules: { bookSync } }: Contract) {
  const { channel, snapshot } = bookSync;
  return callable(
    "watchOrderBook",
    {
      text:
        "Keeps the order book of a symbol live: subscribes to its depth stream, and fetches a " +
        "snapshot at the start, after a gap and after a reconnect. Close it when it is no longer " +
        "needed.",
      throws: [
        "RangeError for a symbol that no stream can have, or a sequence that the spec does not name.",
      ],
      see,
    },
    {
      parameters: [
        { name: "symbol", type: "string" },
        { name: "settings", type: "WatchOrderBookOptions" },
      ],
      returnType: "WatchedOrderBook",
      statements: [
        "const { streams, client, ...options } = settings;",
        "const contract = { table: bookTable, sequences: bookSequences };",
        `const source = {
  streams: streams.client,
  symbol,
  stream: { name: streamName(${quoted(channel)}, { symbol }), id: ${quoted(channel)} },
  fetchSnapshot: ({ limit }: { limit: number }, signal: AbortSignal) =>
    client.${methodName(snapshot.operation)}({ symbol, limit }, { signal }),
  retry,
};`,
        "return watchBook(contract, source, options);",
      ],
    },
  );
}
