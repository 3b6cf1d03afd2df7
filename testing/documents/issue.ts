/** A violation of the documents, or something undocumented. */

export interface Issue {
  readonly kind: IssueKind;
  /** What is wrong, without the value. */
  readonly text: string;
  /** The value, for those who may see it. */
  readonly value?: string;
  /** JSON pointer to the violated statement. */
  readonly pointer: string;
  /** The assumption that the statement rests on; absent for a documented one. */
  readonly assumption?: string | undefined;
}

type IssueKind =
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

export function issueText({ text, value }: Issue): string {
  return value === undefined ? text : `${text}: ${value}`;
}
