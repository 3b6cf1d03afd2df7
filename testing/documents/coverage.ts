/** Counts which statements of the documents a run has covered. */

export type StatementKind =
  | "operation"
  | "place"
  | "parameter"
  | "parameter value"
  | "weight"
  | "status"
  | "header"
  | "property"
  | "enum value"
  | "code"
  | "stream"
  | "message";

/** A checkable statement of the documents. */
export interface StatementName {
  readonly kind: StatementKind;
  readonly name: string;
}

/** A statement of the documents that a run can cover: an operation, a field, an error code. */
export interface Statement extends StatementName {
  /** The interface does not document it; it is a listed assumption. */
  readonly assumed: boolean;
}

/** Coverage after a run. */
export interface CoverageReport {
  readonly statements: readonly (Statement & { readonly touched: number })[];
  readonly kinds: readonly KindCount[];
}

/** Number of statements of one kind, total and covered. */
export interface KindCount {
  readonly kind: StatementKind;
  readonly documented: number;
  readonly documentedTouched: number;
  readonly assumed: number;
  readonly assumedTouched: number;
}

export type Coverage = ReturnType<typeof createCoverage>;

/** Starts with nothing covered. Names that are not statements are ignored. */
export function createCoverage(statements: readonly Statement[]) {
  const counts = new Map<string, number>();
  const keyOf = ({ kind, name }: StatementName): string => `${kind} ${name}`;
  return {
    add: (covered: readonly StatementName[]): void => {
      for (const each of covered) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
    },
    report: (): CoverageReport => {
      const counted = statements.map((statement) => ({
        ...statement,
        touched: counts.get(keyOf(statement)) ?? 0,
      }));
      return { statements: counted, kinds: countKinds(counted) };
    },
  };
}

/** Documented statements that no row covered. */
export function uncoveredStatements(report: CoverageReport): readonly Statement[] {
  return report.statements.filter(({ assumed, touched }) => !assumed && touched === 0);
}

function countKinds(statements: CoverageReport["statements"]): readonly KindCount[] {
  return [...new Set(statements.map(({ kind }) => kind))].map((kind) => {
    const count = (assumed: boolean, touchedMin: number): number =>
      statements.filter(
        (statement) =>
          statement.kind === kind &&
          statement.assumed === assumed &&
          statement.touched >= touchedMin,
      ).length;
    return {
      kind,
      documented: count(false, 0),
      documentedTouched: count(false, 1),
      assumed: count(true, 0),
      assumedTouched: count(true, 1),
    };
  });
}
