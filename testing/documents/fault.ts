/** What contradicts the documents, or what they do not know. */

export interface Fault {
  readonly kind: FaultKind;
  /** What is wrong, in words and without the value. */
  readonly text: string;
  /** The value, for those who may see it. */
  readonly value?: string;
  /** JSON pointer to the statement of the document that says otherwise. */
  readonly pointer: string;
}

type FaultKind =
  | "operation"
  | "parameter"
  | "credentials"
  | "status"
  | "header"
  | "schema"
  | "weight"
  | "message"
  /** Not in the documents; clients have to accept it. */
  | "new field"
  | "new word"
  | "new header"
  | "new code";

export function faultText({ text, value }: Fault): string {
  return value === undefined ? text : `${text}: ${value}`;
}
