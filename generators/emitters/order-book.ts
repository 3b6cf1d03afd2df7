import type { Expression } from "../contract/filters/expression-tree.ts";
import type { BookSequence, Contract } from "../contract/model.ts";
import { type Code, call, codeText, list, object } from "../write/code.ts";
import { int64Code, int64Math } from "../write/int64-code.ts";
import { literal } from "../write/literal.ts";
import { propertyKey, quoted } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, constant, reexport } from "../write/structures.ts";

/** The local order book: how its messages are read, and the rules that events follow. */
export const orderBook: Emitter = {
  name: "order-book",
  sources: ["spec/{asyncapi,events/*,rules/*}.yaml"],
  emit: (contract) =>
    source({
      path: "order-book.ts",
      emitter: orderBook,
      modules: [
        int64Math,
        {
          from: "../runtime/order-book/driver.ts",
          names: ["KeptBook", "KeptBookOptions", "keepBook"],
        },
        { from: "../runtime/order-book/local.ts", names: ["LocalBook"] },
        { from: "../runtime/order-book/rules.ts", names: ["bookRules"] },
        { from: "../runtime/order-book/types.ts", names: ["BookOptions"] },
        { from: "../runtime/defaults.ts", names: ["platform"] },
        { from: "./errors.ts", names: ["retry"] },
      ],
      statements: [
        reexport("../runtime/order-book/driver.ts", ["KeptBook", "KeptBookOptions"], {
          onlyTypes: true,
        }),
        reexport("../runtime/order-book/error.ts", ["StaleBookError"]),
        reexport("../runtime/order-book/local.ts", ["LocalBook"]),
        reexport("../runtime/order-book/types.ts", [], { onlyTypes: true }),
        constant("bookSteps", stepsDoc, steps(contract)),
        alias("BookSequence", sequenceDoc, "keyof typeof bookSteps.sequences"),
        createOrderBook,
        createOrderBookDriver,
      ],
    }),
};

const see = "spec/rules/bookSync.yaml";

const stepsDoc = {
  text:
    "How a local order book is kept: the snapshot it needs, the fields of its messages, and the " +
    "rules by which events are dropped or applied. An event that fits none means a new snapshot.",
  see,
};

const sequenceDoc = {
  text: "How events follow each other: as it is documented, or in another way that is assumed.",
  see,
};

const createOrderBook = callable(
  "createOrderBook",
  {
    text:
      "A local order book that takes events and snapshots from whoever holds it, and says in " +
      "`need` when a snapshot is due.",
    see,
  },
  {
    parameters: [
      { name: "symbol", type: "string" },
      { name: "options", type: "BookOptions<BookSequence>", initializer: "{}" },
    ],
    returnType: "LocalBook",
    statements: ["return new LocalBook(symbol, bookSteps, options);"],
  },
);

const createOrderBookDriver = callable(
  "createOrderBookDriver",
  {
    text:
      "A local order book that fetches its snapshots itself, from any function: again after each " +
      "gap, and after a while when it could not be had or was too old.",
    see,
  },
  {
    parameters: [{ name: "options", type: "KeptBookOptions<BookSequence>" }],
    returnType: "KeptBook",
    statements: ["return keepBook(bookSteps, { ...platform, retry }, options);"],
  },
);

function steps({ streamRules: { bookKeeping } }: Contract): string {
  const { limit, form, snapshot, sequences } = bookKeeping;
  const rules = sequences.map((each) => {
    return [propertyKey(each.name), rulesCode(each, snapshot.last, form.fields)] as const;
  });
  const code = object([
    ["limit", String(limit)],
    [
      "form",
      object([
        ["type", quoted(form.type)],
        ["fields", list(form.fields.map((field) => literal(field)))],
        ["wrapper", form.wrapper && literal(form.wrapper)],
      ]),
    ],
    ["snapshot", literal(snapshot)],
    ["sequences", object(rules)],
  ]);
  return codeText(call("bookRules", [code]), "export const bookSteps = ".length);
}

type Fields = Contract["streamRules"]["bookKeeping"]["form"]["fields"];

function rulesCode({ drop, first, late, next }: BookSequence, id: string, fields: Fields): Code {
  const rule = (tree: Expression | undefined): Code | undefined =>
    tree && ruleCode(tree, id, fields);
  return object([
    ["drop", rule(drop)],
    ["first", rule(first)],
    ["late", rule(late)],
    ["next", rule(next)],
  ]);
}

/** A condition as a function of the event, the one before it and the snapshot's update id. */
function ruleCode(tree: Expression, id: string, fields: Fields): Code {
  const nameOf = (name: string): string => {
    if (name === id) return "snapshotId";
    const own = name.replace("previous.", "");
    const role = fields.find((field) => field.name === own)?.role ?? own;
    return `${own === name ? "event" : "previous"}.${role}`;
  };
  const sides = tree.kind === "logic" ? [tree.left, tree.right] : [tree];
  const [text = "", ...more] = sides.map((side) => {
    const code = int64Code(side, nameOf);
    return side.kind === "logic" && sides.length > 1 ? `(${code})` : code;
  });
  const [operator] = tree.kind === "logic" ? [tree.operator] : [];
  const parameters = parametersOf([text, ...more].join(" "));
  // A condition of two parts has a line for each: such lines stay short.
  return more.length === 0
    ? `${parameters} => ${text}`
    : `${parameters} =>${[text, ...more].map((side) => `\n        ${side}`).join(` ${operator}`)}`;
}

/** Those that a condition uses, and what stands before them. */
function parametersOf(text: string): string {
  const [previous, snapshot] = [text.includes("previous."), text.includes("snapshotId")];
  const before = previous ? "previous" : "_";
  return `(event${snapshot ? `, ${before}, snapshotId` : previous ? `, ${before}` : ""})`;
}
