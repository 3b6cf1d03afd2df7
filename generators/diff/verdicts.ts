import type { Concerned, Impact, Move, Verdict } from "./model.ts";

/** What is thought of each way in which a kind of fact can change. */
export type Verdicts = Readonly<Partial<Record<Move, Verdict>>>;

const verdict =
  (impact: Impact) =>
  (concerns: Concerned, why: string): Verdict => ({ impact, concerns, why });

/** Programs that were right before no longer are. */
export const breaking = verdict("breaking");
/** There is something more; programs that were right before still are. */
export const minor = verdict("minor");
/** No program does anything else. */
export const patch = (why: string): Verdict => verdict("patch")("nobody", why);

const every = (one: Verdict, moves: readonly Move[]): Verdicts =>
  Object.fromEntries(moves.map((move) => [move, one]));

const all: readonly Move[] = [
  "added removed raised lowered on off changed reordered assumed documented reassumed",
  "stated unstated",
].flatMap((words) => words.split(" ") as Move[]);

/** A fact that is only told, to people. */
export const wording: Verdicts = every(patch("only what people read changes"), all);

/** Known answers that tests are held to. */
export const proof: Verdicts = every(patch("only what tests are held to changes"), all);

/** How a client goes about something, which nobody has to do differently for it. */
export const pace = (why: string): Verdicts => every(minor("callers", why), all);

/** The reason that needs no telling beside what minor changes have in common. */
export const nothingLost = "nothing that held before ceases to";

/** Something that programs may rely on: more of it hurts nobody, less or other does. */
export const fact = (concerns: Concerned, why: string): Verdicts => ({
  added: minor(concerns, nothingLost),
  stated: minor(concerns, "it was left open before, so nobody could rely on it"),
  changed: breaking(concerns, why),
  removed: breaking(concerns, "what relied on it has nothing left to rely on"),
  reordered: patch("the order carries no meaning"),
});

/** Something that is right only as a whole: whatever changes in it, it is another. */
export const whole = (concerns: Concerned, why: string): Verdicts =>
  every(breaking(concerns, why), ["added", "removed", "changed", "reordered"]);

/** Something that is asked of callers: more of it hurts, less does not. */
export const demand = (why: string): Verdicts => ({
  added: breaking("callers", why),
  stated: minor("callers", "it was left open before, so nobody could rely on it"),
  changed: breaking("callers", why),
  removed: minor("callers", "what was accepted before still is"),
  unstated: breaking("callers", "it may still be asked, and nothing tells how much of it"),
  reordered: patch("the order carries no meaning"),
});

/** The most of something: what is within a lower one was within the higher. */
export const ceiling = (why: string): Verdicts => ({
  ...demand(why),
  lowered: breaking("callers", why),
  raised: minor("callers", "what was within it still is"),
});

/** The least of something, or what something costs. */
export const floor = (why: string): Verdicts => ({
  ...demand(why),
  raised: breaking("callers", why),
  lowered: minor("callers", "what was enough still is"),
});

/** What holds for every fact of ours unless a rule says otherwise. */
export const usual: Verdicts = {
  ...fact("callers and readers", "what was built on it goes by another fact now"),
  assumed: breaking("callers and readers", "it was documented, and now may prove wrong"),
  documented: minor("callers and readers", "what was only assumed can be relied on"),
  reassumed: patch("it is assumed as before, for a reason told elsewhere in the ledger"),
  unstated: breaking("callers and readers", "what relied on it has nothing left to rely on"),
};
