import type { Subject } from "./measure.ts";

/** Subjects that are compared with one of them, the floor or the peer. */
export interface Comparison {
  readonly title: string;
  readonly rounds: number;
  /** Rounds before them that do not count; 1 when absent. More for what runs for days. */
  readonly warmUps?: number;
  /** What its subjects measure where that is no time in milliseconds. */
  readonly unit?: string;
  readonly prepare: () => Prepared | Promise<Prepared>;
}

export interface Prepared {
  /** Name of the subject that the others are divided by. */
  readonly floor: string;
  readonly subjects: readonly (Subject & { readonly hold?: string })[];
  readonly finish?: () => void | Promise<void>;
}
