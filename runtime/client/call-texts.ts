/**
 * Operations as short texts, for clients that carry nothing they do not need: method, path, what
 * the call carries besides its fields, and the fields that the client itself must know of.
 *
 * `POST /api/v1/order signed body newClientOrderId>getOrder.origClientOrderId symbol! recvWindow`:
 * `key`, `signed` and `body` are marks; `>` tells a placement's client id and what finds it again;
 * a field with `!` is required.
 */

import type {
  HttpMethod,
  OperationDescriptor,
  OperationWeight,
  ParameterDescriptor,
} from "../tables.ts";

/** Texts by operation id. */
export type CallTexts = Readonly<Record<string, string>>;

/** What is known of operations besides, by their ids. */
export interface CallFacts {
  readonly parameters?: Readonly<Record<string, readonly ParameterDescriptor[]>> | undefined;
  readonly weights?: Readonly<Record<string, OperationWeight | null>> | undefined;
}

/** The operations of a client. */
export function readCalls(
  texts: CallTexts,
  { parameters, weights }: CallFacts = {},
): Readonly<Record<string, OperationDescriptor>> {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      const known = { parameters: parameters?.[id], weight: weights?.[id] };
      return [id, readCall(id, text, known)];
    }),
  );
}

function readCall(
  id: string,
  text: string,
  known: {
    readonly parameters: readonly ParameterDescriptor[] | undefined;
    readonly weight: OperationWeight | null | undefined;
  },
): OperationDescriptor {
  const [method = "", path = "", ...words] = text.split(" ");
  const signed = words.includes("signed");
  const found = words.find((word) => word.includes(">"));
  const [clientId = "", operation = "", parameter = ""] = found?.split(/[>.]/) ?? [];
  const named = words.filter((word) => !marks.includes(word) && word !== found);
  return {
    id,
    method: method as HttpMethod,
    path,
    sendsKey: signed || words.includes("key"),
    signed,
    places: words.includes("body") ? ["query", "body"] : ["query"],
    parameters: known.parameters ?? named.map(plainField),
    weight: known.weight ?? null,
    ...(found !== undefined && { placement: { clientId, resolvedBy: { operation, parameter } } }),
  };
}

const marks = ["key", "signed", "body"];

function plainField(word: string): ParameterDescriptor {
  return { name: word.replace("!", ""), kind: "text", required: word.endsWith("!") };
}
