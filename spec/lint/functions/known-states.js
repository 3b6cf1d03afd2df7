/**
 * A table of transitions speaks only of the states beside it: both ends are listed, every state but
 * a starting one is reached, and nothing leaves a state that is final beyond doubt.
 */
export default function knownStates(table) {
  if (!Array.isArray(table?.states) || !Array.isArray(table?.transitions)) return [];
  const states = new Map(table.states.map((state) => [state.name, state]));
  return table.transitions.flatMap((transition, index) =>
    ["from", "to"]
      .filter((end) => !states.has(transition[end]))
      .map((end) => ({
        message: `The transition's ${end} "${transition[end]}" is no listed state: list it.`,
        path: ["transitions", String(index), end],
      }))
      .concat(leavesFinal(states.get(transition.from), index)),
  );
}

function leavesFinal(state, index) {
  if (state?.final !== true) return [];
  const message = `A transition leaves "${state.name}", which is final: drop one of the two.`;
  return [{ message, path: ["transitions", String(index), "from"] }];
}
