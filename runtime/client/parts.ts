/** The parts that a client is put together from; what is not handed in is not in its bundle. */

import type { AnswerDecoder } from "./answer-shapes.ts";
import type { CallFacts, CallTexts } from "./call-texts.ts";
import { readCalls } from "./call-texts.ts";
import type { CallerOptions, CallerTables } from "./caller-options.ts";

/** What every client needs. */
export type CallerBase = Omit<CallerTables, "operations">;

/** What one part adds; see the generated parts. */
export interface CallerPart
  extends CallFacts,
    Partial<Pick<CallerTables, "retry">>,
    Pick<
      CallerTables,
      | "adviceWords"
      | "clockSync"
      | "codeNames"
      | "writeFields"
      | "placements"
      | "limits"
      | "outcomes"
    > {
  /** Makes what answers are held against. */
  readonly answers?: (isLenient: boolean) => AnswerDecoder;
}

/** Hands a part through; its type is what generated code is checked against. */
export function callerPart(part: CallerPart): CallerPart {
  return part;
}

/** The tables of a client that has the given parts. */
export function assemble(
  base: CallerBase,
  calls: CallTexts,
  parts: readonly CallerPart[],
  { checkAnswers }: Pick<CallerOptions, "checkAnswers">,
): CallerTables {
  const whole = Object.assign({}, ...parts) as CallerPart;
  const { answers, parameters, weights } = whole;
  const decode = answers?.(checkAnswers === false);
  const operations = readCalls(calls, { parameters, weights });
  return { ...base, ...whole, operations, ...(decode && { decode }) };
}
