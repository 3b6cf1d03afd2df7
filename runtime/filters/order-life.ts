/** The states that an order goes through, asked as functions over the generated tables. */

/** One possible change of an order's state. */
export interface OrderMove {
  readonly from: string;
  readonly to: string;
}

/** The function that tells final states. */
export function finalCheck(states: readonly string[]): (status: string) => boolean {
  const final = new Set(states);
  return (status) => final.has(status);
}

/** The function that tells whether one state can follow another at once. */
export function moveCheck(moves: readonly OrderMove[]): (from: string, to: string) => boolean {
  const followers = new Map<string, Set<string>>();
  for (const { from, to } of moves) {
    followers.set(from, (followers.get(from) ?? new Set()).add(to));
  }
  return (from, to) => followers.get(from)?.has(to) ?? false;
}
