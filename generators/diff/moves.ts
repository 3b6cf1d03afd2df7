import type { Difference, Move } from "./model.ts";
import { costMove, isCostTable, isLeftOpen, measureOf } from "./shapes.ts";

/** In which way a place changed, as far as the two values alone tell it. */
export function moveOf({ trail, before, after, isReordered }: Difference): Move {
  if (isReordered) return "reordered";
  const [old, now] = [before?.value, after?.value];
  if (trail.at(-1) === "x-assumed") {
    if (old === undefined) return "assumed";
    return now === undefined ? "documented" : "reassumed";
  }
  // Whatever is not said of a switch, it is off.
  if ([old, now].every((value) => value === undefined || typeof value === "boolean")) {
    if (old !== undefined && now !== undefined) return now === true ? "on" : "off";
    if (now === true) return "on";
    if (old === true) return "off";
  }
  if (old === undefined) return "added";
  if (now === undefined) return "removed";
  if (isLeftOpen(old) !== isLeftOpen(now)) return isLeftOpen(now) ? "unstated" : "stated";
  if (isCostTable(old) || isCostTable(now)) return costMove(old, now);
  const [less, more] = [measureOf(old), measureOf(now)];
  if (less === undefined || more === undefined || less === more) return "changed";
  return more > less ? "raised" : "lowered";
}
