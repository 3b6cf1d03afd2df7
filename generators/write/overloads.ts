import type { Contract, Operation, Parameter, SuccessResponse } from "../contract/model.ts";
import { propertyKey } from "./names.ts";
import type { TypeWriter } from "./type-text.ts";

/** One signature of a method. */
export interface Overload {
  /** A sentence on the fields that this signature is for. */
  readonly when: string;
  readonly request: string;
  readonly isOptional: boolean;
  readonly response: string;
}

/** One signature, or one for each way in which a parameter decides the response. */
export function overloads(
  operation: Operation,
  contract: Contract,
  writer: TypeWriter,
): readonly Overload[] {
  const request = writer.names.request(operation.id);
  const isOptional = !needsFields(operation, contract);
  const narrowed = operation.responses.flatMap(({ schema, when }): Overload[] => {
    const parameter = operation.parameters.find(({ name }) => name === when?.parameter);
    if (when === undefined || parameter === undefined) return [];
    const isPresent = when.is === "present";
    const field = isPresent ? present(parameter, writer) : absent(parameter);
    return [
      {
        request: `${request} & ${field}`,
        isOptional: isOptional && !isPresent,
        response: writer.response(schema),
        when: `This is the response ${isPresent ? "with" : "without"} \`${parameter.name}\`.`,
      },
    ];
  });
  const general =
    narrowed.length === 0 ? "" : "This is the response to fields that are not known yet.";
  const response = responseType(operation.responses, writer);
  return [...narrowed, { request, isOptional, response, when: general }];
}

function present({ name, schema }: Parameter, writer: TypeWriter): string {
  return `{ readonly ${propertyKey(name)}: ${writer.request(schema)} }`;
}

function absent({ name }: Parameter): string {
  return `{ readonly ${propertyKey(name)}?: never }`;
}

/** The type of all responses: their union, or with `&` their intersection. */
export function responseType(
  responses: readonly SuccessResponse[],
  writer: TypeWriter,
  operator = " | ",
): string {
  return [...new Set(responses.map(({ schema }) => writer.response(schema)))].join(operator);
}

/** Whether a call must bring fields of its own; the client stamps and signs by itself. */
function needsFields({ parameters, security }: Operation, { signing }: Contract): boolean {
  const own = security.signed ? [signing.timestamp, signing.signature] : [];
  return parameters.some(({ name, required }) => required && !own.includes(name));
}
