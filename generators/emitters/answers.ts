import type { Contract, NamedSchema, Operation, Property, Schema } from "../contract/model.ts";
import { type Emitter, source } from "../write/source.ts";
import { table } from "../write/structures.ts";

/** The shapes of all answers as short texts: what is exact, what is needed, what is assumed. */
export const answers: Emitter = {
  name: "answers",
  sources: ["spec/{paths,schemas,filters}/**/*.yaml"],
  emit: (contract) => {
    const shapes = shapeWriter(contract);
    const types = contract.operations.map((operation) => [operation.id, shapes.answer(operation)]);
    const known = types.filter(([, type]) => type !== "x" && type !== "?x");
    return source({
      path: "answers.ts",
      emitter: answers,
      modules: [{ from: "../runtime/client/answer-shapes.ts", names: ["AnswerTable"] }],
      statements: [
        table(
          "answerTable",
          {
            text:
              "What answers are made of, by operation and by the name of a shape. The notation " +
              "is told in `runtime/client/answer-shapes.ts`.",
          },
          { answers: Object.fromEntries(known), shapes: shapes.written() },
          { satisfies: "AnswerTable" },
        ),
      ],
    });
  },
};

interface ShapeWriter {
  readonly answer: (operation: Operation) => string;
  /** The shapes that were needed so far, by name. */
  readonly written: () => Readonly<Record<string, string>>;
}

function shapeWriter({ schemas }: Contract): ShapeWriter {
  const named = new Map(schemas.map((schema) => [schema.name, schema]));
  const shapes = new Map<string, string>();
  const claim = (name: string, write: () => string): string => {
    if (!shapes.has(name)) {
      // Held first: a shape may hold itself.
      shapes.set(name, "");
      shapes.set(name, write());
    }
    return name;
  };
  const inner = (schema: Schema, owner: string): string => {
    switch (schema.kind) {
      case "reference":
        return reference(named.get(schema.name));
      case "list":
        return listed(inner(schema.items, owner));
      case "union":
        return either(schema.members.map((member, at) => inner(member, `${owner}${at + 1}`)));
      case "record":
        if (schema.properties.length === 0) return "x";
        return claim(owner, () => record(schema.properties, owner, false));
      case "tuple":
        return claim(owner, () => {
          const items = schema.items.map((item, at) => inner(item.schema, `${owner}${at + 1}`));
          return `[ ${items.join(" ")}`;
        });
      default:
        return letters[schema.kind];
    }
  };
  const reference = (target: NamedSchema | undefined): string => {
    if (target === undefined) return "x";
    const { name, schema, assumed } = target;
    switch (schema.kind) {
      case "record":
        if (schema.properties.length === 0) return "x";
        return claim(name, () => record(schema.properties, name, assumed !== undefined));
      case "union":
        return claim(name, () => `| ${inner(schema, name).replaceAll("|", " ")}`);
      default:
        return inner(schema, name);
    }
  };
  const record = (properties: readonly Property[], owner: string, isAssumed: boolean): string => {
    const groups = new Map<string, string[]>();
    for (const property of properties) {
      const { name, schema } = property;
      const mark = isAssumed ? "?" : markOf(property);
      const isWord = schema.kind === "literal" && mark === "!";
      const type = isWord ? name : inner(schema, `${owner}.${name}`);
      const member = isWord ? String(schema.value) : name;
      // What may be absent and may be anything says nothing.
      if (type === "x" && mark !== "!") continue;
      const head = `${isWord ? "=" : mark}${type}`;
      groups.set(head, [...(groups.get(head) ?? []), member]);
    }
    return [...groups].map(([head, names]) => `${head}:${names.join(" ")}`).join("; ");
  };
  const assumedName = (schema: Schema): string | undefined =>
    schema.kind === "reference" ? named.get(schema.name)?.assumed : undefined;
  return {
    answer: ({ id, answers: given, assumed }) => {
      const types = given.map((each) => {
        const type = inner(each.schema, id);
        return (each.assumed ?? assumed ?? assumedName(each.schema)) === undefined
          ? type
          : soft(type);
      });
      return either(types);
    },
    written: () => Object.fromEntries(shapes),
  };
}

const letters = {
  decimal: "d",
  int64: "i",
  integer: "n",
  number: "x",
  text: "t",
  flag: "b",
  nothing: "z",
  literal: "t",
  choice: "t",
  unstated: "x",
} as const;

function markOf({ required, assumed, alsoNamed = false }: Property): string {
  if (assumed !== undefined) return "?";
  return required && !alsoNamed ? "!" : ":";
}

function soft(type: string): string {
  const members = type.split("|");
  return members.map((each) => `?${each.replace("?", "")}`).join("|");
}

/** A list of alternatives that have no name has no notation: anything is taken. */
function listed(type: string): string {
  return type.includes("|") ? "x" : `${type}[]`;
}

function either(types: readonly string[]): string {
  const all = [...new Set(types)];
  return all.includes("x") || all.includes("?x") ? "x" : all.join("|");
}
