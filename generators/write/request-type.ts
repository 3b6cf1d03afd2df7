import type { Contract, Operation, Parameter } from "../contract/model.ts";
import { doc } from "./doc.ts";
import { propertyKey } from "./names.ts";
import { alias, record, type Statement } from "./statements.ts";
import type { TypeWriter } from "./type-text.ts";

/** The type of what a caller gives to an operation; the client stamps and signs by itself. */
export function requestType(
  operation: Operation,
  { signing }: Contract,
  writer: TypeWriter,
): Statement {
  const name = writer.names.request(operation.id);
  const { assumed, origin } = operation;
  const docs = { text: `Fields of \`${operation.id}\`.`, assumed, see: origin.file };
  const fields = operation.parameters.filter((parameter) => parameter.name !== signing.signature);
  if (fields.length === 0) return alias(name, docs, "Readonly<Record<string, never>>");
  const properties = fields.map((parameter) => {
    const isStamp = operation.security.signed && parameter.name === signing.timestamp;
    const isRequired = parameter.required && !isStamp;
    const stamp = isStamp ? ["The client fills it in when it is not given."] : [];
    const type = writer.request(parameter.schema, 15 + parameter.name.length);
    return {
      name: propertyKey(parameter.name),
      isReadonly: true,
      hasQuestionToken: !isRequired,
      type,
      docs: doc(
        {
          text: parameter.description,
          facts: [...stamp, ...bounds(parameter)],
          assumed: parameter.assumed,
        },
        2,
      ),
    };
  });
  return record(name, docs, { properties });
}

function bounds(parameter: Parameter): readonly string[] {
  const { minimum, maximum, aboveMaximum, onlyWith } = parameter;
  const names = (onlyWith ?? []).map((name) => `\`${name}\``).join(", ");
  const cut = aboveMaximum === "truncate" ? "; the exchange cuts a larger value down to it" : "";
  return [
    ...(parameter.default === undefined ? [] : [`Default: ${parameter.default}.`]),
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}${cut}.`]),
    ...(names === "" ? [] : [`Only together with ${names}.`]),
  ];
}
