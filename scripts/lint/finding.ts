/** One thing that a check found: where, by which rule, and what to do about it. */
export interface Finding {
  /** Path from the project's root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  readonly rule: string;
  readonly message: string;
}

/** In order of place; what two checks say of one line in the same words is told once. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const distinct = new Map(
    findings.map((finding) => [findingLine({ ...finding, column: 1 }), finding]),
  );
  return [...distinct.values()].sort(
    (left, right) =>
      compare(left.file, right.file) ||
      left.line - right.line ||
      left.column - right.column ||
      compare(left.rule, right.rule) ||
      compare(left.message, right.message),
  );
}

/** A finding as one line that editors and terminals can follow. */
export function findingLine({ file, line, column, rule, message }: Finding): string {
  return `${file}:${line}:${column} ${rule} ${message.replace(/\s+/gu, " ").trim()}`;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
