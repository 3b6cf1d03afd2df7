import type { Contract, Operation } from "../contract/model.ts";
import { doc } from "./doc.ts";
import { methodName } from "./names.ts";
import { responseType } from "./overloads.ts";
import type { TypeWriter } from "./type-text.ts";

/** Placements with a typed outcome, for each operation that places an order. */
export function placementMethods(contract: Contract, writer: TypeWriter) {
  const placing = contract.operations.flatMap((operation) => {
    const name = placingName(operation);
    return name === undefined ? [] : [{ operation, name }];
  });
  const [first] = placing;
  if (first === undefined) return [];
  const options = { name: "options", hasQuestionToken: true };
  const order = orderType(first.operation, contract, writer);
  const either = [
    ...new Set(placing.map(({ operation }) => outcomeType(operation, contract, writer))),
  ];
  return [
    ...placing.map(({ operation, name }) => ({
      name,
      docs: doc({ text: placingText(operation), see: operation.origin.file }, 2),
      parameters: [
        { name: "request", type: writer.names.request(operation.id) },
        { ...options, type: "CallOptions" },
      ],
      returnType: `Promise<${outcomeType(operation, contract, writer)}>`,
    })),
    {
      name: "observeOrder",
      docs: doc({ text: observeText }, 2),
      parameters: [{ name: "order", type: `Partial<${order}>` }],
      returnType: "void",
    },
    {
      name: "resolvePending",
      docs: doc({ text: pendingText }, 2),
      parameters: [{ ...options, type: "ResolveOptions" }],
      returnType: `Promise<readonly (${either.join(" | ")})[]>`,
    },
  ];
}

/** The placing method with an outcome as a value: `tryPlaceOrder` beside `placeOrder`. */
function placingName({ id, placement }: Operation): string | undefined {
  return placement === undefined ? undefined : `try${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

function outcomeType(operation: Operation, contract: Contract, writer: TypeWriter): string {
  const order = orderType(operation, contract, writer);
  return `Placement<${responseType(operation.responses, writer)}, ${order}>`;
}

function orderType({ placement }: Operation, { operations }: Contract, writer: TypeWriter): string {
  const asked = operations.find(({ id }) => id === placement?.resolvedBy.operation);
  return asked === undefined ? "object" : responseType(asked.responses, writer);
}

function placingText({ id, placement }: Operation): string {
  const { operation, parameter } = placement?.resolvedBy ?? {};
  return (
    `As \`${methodName(id)}\`, with an outcome that says what is certain: the order was placed, ` +
    "there is none and will be none, or the outcome is not known yet.\n\nWhere the response is lost, " +
    `\`${operation}\` with \`${parameter}\` finds the order before anything is sent again, and ` +
    "the same client id is sent again only when there is certainly no order. Rejects only when " +
    "the client itself is broken."
  );
}

const observeText =
  "Takes an order as a user data stream reports it, by the names of its record. A placement whose " +
  "response is lost ends with it, without a query.";

const pendingText =
  "Finds out what became of the placements that the journal holds from before a crash. It sends " +
  "no order.";
