/** The known answers of spec/rules/signing.yaml, with their texts split into fields. */

import { signingVectors } from "../../generated/signing.ts";

type Fields = readonly (readonly [name: string, value: string])[];

export interface SigningVector {
  readonly name: string;
  readonly secret: string;
  readonly query: Fields;
  readonly body: Fields;
  readonly signature: string;
}

/** The vectors by field; an `&` belongs to a value unless a name and `=` follow it. */
export const vectors: readonly SigningVector[] = signingVectors.map((vector) => ({
  ...vector,
  query: fieldsOf(vector.query),
  body: fieldsOf(vector.body),
}));

function fieldsOf(text: string): Fields {
  if (text === "") return [];
  return text.split(/&(?=\w+=)/u).map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}
