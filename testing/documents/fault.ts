/** A violation of the documents, or something undocumented. */

export interface Fault {
  readonly kind: FaultKind;
  /** What is wrong, without the value. */
  readonly text: string;
  /** The value, for those who may see it. */
  readonly value?: string;
  /** JSON pointer to the violated statement. */
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
  /** Undocumented; clients must accept it. */
  | "new field"
  | "new word"
  | "new header"
  | "new code";

export function faultText({ text, value }: Fault): string {
  return value === undefined ? text : `${text}: ${value}`;
}
