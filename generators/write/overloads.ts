import type { Answer, Contract, Operation, Parameter } from "../contract/model.ts";
import { propertyKey } from "./names.ts";
import type { TypeWriter } from "./type-text.ts";

/** One signature of a method. */
export interface Overload {
  /** A sentence on the fields that this signature is for. */
  readonly when: string;
  readonly request: string;
  readonly isOptional: boolean;
  readonly answer: string;
}

/** One signature, or one for each way in which a parameter decides the answer. */
export function overloads(
  operation: Operation,
  contract: Contract,
  writer: TypeWriter,
): readonly Overload[] {
  const request = writer.names.request(operation.id);
  const isOptional = !needsFields(operation, contract);
  const narrowed = operation.answers.flatMap(({ schema, when }): Overload[] => {
    const parameter = operation.parameters.find(({ name }) => name === when?.parameter);
    if (when === undefined || parameter === undefined) return [];
    const isPresent = when.is === "present";
    const field = isPresent ? present(parameter, writer) : absent(parameter);
    return [
      {
        request: `${request} & ${field}`,
        isOptional: isOptional && !isPresent,
        answer: writer.answer(schema),
        when: `This is the answer ${isPresent ? "with" : "without"} \`${parameter.name}\`.`,
      },
    ];
  });
  const general =
    narrowed.length === 0 ? "" : "This is the answer to fields that are not known yet.";
  const answer = answerText(operation.answers, writer);
  return [...narrowed, { request, isOptional, answer, when: general }];
}

function present({ name, schema }: Parameter, writer: TypeWriter): string {
  return `{ readonly ${propertyKey(name)}: ${writer.request(schema)} }`;
}

function absent({ name }: Parameter): string {
  return `{ readonly ${propertyKey(name)}?: never }`;
}

/** One type for all answers, whichever comes; with `&` as the mark, what serves as each. */
export function answerText(answers: readonly Answer[], writer: TypeWriter, mark = " | "): string {
  return [...new Set(answers.map(({ schema }) => writer.answer(schema)))].join(mark);
}

/** Whether a call must bring fields of its own; the client stamps and signs by itself. */
export function needsFields({ parameters, security }: Operation, { signing }: Contract): boolean {
  const own = security.signed ? [signing.timestamp, signing.signature] : [];
  return parameters.some(({ name, required }) => required && !own.includes(name));
}
