import type { Concerned, Impact, Move, Verdict } from "./model.ts";

/** The verdict on each way in which a fact can change. */
export type Verdicts = Readonly<Partial<Record<Move, Verdict>>>;

const verdict =
  (impact: Impact) =>
  (concerns: Concerned, why: string): Verdict => ({ impact, concerns, why });

/** Programs that worked before may fail. */
export const breaking = verdict("breaking");
/** Something new; programs that worked before still work. */
export const minor = verdict("minor");
/** No program behaves differently. */
export const patch = (why: string): Verdict => verdict("patch")("nobody", why);

const every = (one: Verdict, moves: readonly Move[]): Verdicts =>
  Object.fromEntries(moves.map((move) => [move, one]));

const all: readonly Move[] = [
  "added removed raised lowered on off changed reordered assumed documented reassumed",
  "stated unstated",
].flatMap((words) => words.split(" ") as Move[]);

/** Text for people. */
export const wording: Verdicts = every(patch("only texts change"), all);

/** Test vectors. */
export const proof: Verdicts = every(patch("only test vectors change"), all);

/** Something the client does by itself; no caller has to change. */
export const pace = (why: string): Verdicts => every(minor("callers", why), all);

/** A reason that the heading of minor changes already gives. */
export const nothingLost = "everything else stays as it was";

/** A fact that programs rely on: an addition is harmless, a change or removal is not. */
export const fact = (concerns: Concerned, why: string): Verdicts => ({
  added: minor(concerns, nothingLost),
  stated: minor(concerns, "it was not stated before, so nobody could rely on it"),
  changed: breaking(concerns, why),
  removed: breaking(concerns, "code that relies on it may be wrong"),
  reordered: patch("the order carries no meaning"),
});

/** Something that is right only as a whole: any change breaks it. */
export const whole = (concerns: Concerned, why: string): Verdicts =>
  every(breaking(concerns, why), ["added", "removed", "changed", "reordered"]);

/** Something required of callers: an addition breaks them, a removal does not. */
export const demand = (why: string): Verdicts => ({
  added: breaking("callers", why),
  stated: minor("callers", "it was not stated before, so nobody could rely on it"),
  changed: breaking("callers", why),
  removed: minor("callers", "what was valid before still is"),
  unstated: breaking("callers", "it may still be required, and nothing states it"),
  reordered: patch("the order carries no meaning"),
});

/** A maximum: lowering it breaks callers. */
export const ceiling = (why: string): Verdicts => ({
  ...demand(why),
  lowered: breaking("callers", why),
  raised: minor("callers", "what was within it still is"),
});

/** A minimum or a cost: raising it breaks callers. */
export const floor = (why: string): Verdicts => ({
  ...demand(why),
  raised: breaking("callers", why),
  lowered: minor("callers", "what was enough still is"),
});

/** The verdicts on facts without a rule of their own. */
export const usual: Verdicts = {
  ...fact("callers and readers", "code that relies on the old fact is wrong"),
  assumed: breaking("callers and readers", "it was documented and may now prove wrong"),
  documented: minor("callers and readers", "it was only assumed and is now documented"),
  reassumed: patch("it is assumed as before, under another entry of the list of assumptions"),
  unstated: breaking("callers and readers", "code that relies on it may be wrong"),
};
