/** Counts which facts of the documents a run has covered. */

export type FactKind =
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
export interface FactName {
  readonly kind: FactKind;
  readonly name: string;
}

/** A fact of the documents that a run can cover: an operation, a field, an error code. */
export interface Fact extends FactName {
  /** The interface does not document it; it is a listed assumption. */
  readonly assumed: boolean;
}

/** Coverage after a run. */
export interface CoverageReport {
  readonly facts: readonly (Fact & { readonly touched: number })[];
  readonly kinds: readonly KindCount[];
}

/** Number of facts of one kind, total and covered. */
export interface KindCount {
  readonly kind: FactKind;
  readonly documented: number;
  readonly documentedTouched: number;
  readonly assumed: number;
  readonly assumedTouched: number;
}

export interface Coverage {
  readonly add: (covered: readonly FactName[]) => void;
  readonly report: () => CoverageReport;
}

/** Starts with nothing covered. Names that are not facts are ignored. */
export function createCoverage(facts: readonly Fact[]): Coverage {
  const counts = new Map<string, number>();
  const keyOf = ({ kind, name }: FactName): string => `${kind} ${name}`;
  return {
    add: (covered) => {
      for (const each of covered) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
    },
    report: () => {
      const counted = facts.map((fact) => ({ ...fact, touched: counts.get(keyOf(fact)) ?? 0 }));
      return { facts: counted, kinds: countKinds(counted) };
    },
  };
}

/** Documented facts that no row covered. */
export function untouchedFacts(report: CoverageReport): readonly Fact[] {
  return report.facts.filter(({ assumed, touched }) => !assumed && touched === 0);
}

function countKinds(facts: CoverageReport["facts"]): readonly KindCount[] {
  return [...new Set(facts.map(({ kind }) => kind))].map((kind) => {
    const count = (assumed: boolean, touchedMin: number): number =>
      facts.filter(
        (fact) => fact.kind === kind && fact.assumed === assumed && fact.touched >= touchedMin,
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
