/**
 * The rules of a filter are made of known parts: an id of their own, a value, and one of minimum,
 * maximum and multipleOf; a grid's start (`from`) only with multipleOf. Option `direction`: `kinds`
 * looks at that, `vectors` asks that the vectors prove every rule broken once and all kept once,
 * and name no rule that is not there. Runs on the root of a filter file.
 */
export default function filterRules(filter, { direction }) {
  const rules = filter?.["x-rules"];
  if (!Array.isArray(rules)) return [];
  return direction === "kinds"
    ? rules.flatMap(kindFaults)
    : vectorFaults(rules, filter["x-vectors"] ?? []);
}

const bounds = ["minimum", "maximum", "multipleOf"];
const parts = [
  "id",
  "value",
  "from",
  "disabledWhen",
  "appliesWhen",
  "description",
  "x-assumed",
  "x-unstated",
  ...bounds,
];

function kindFaults(rule, index, rules) {
  const path = ["x-rules", String(index)];
  const name = `The rule "${rule.id ?? index}"`;
  const given = bounds.filter((bound) => bound in rule);
  const unknown = Object.keys(rule).filter((key) => !parts.includes(key));
  return [
    ...(typeof rule.id === "string" ? [] : [`${name} has no id: give it one.`]),
    ...(rules.findIndex((one) => one.id === rule.id) < index
      ? [`${name} is there twice: rename one.`]
      : []),
    ...(rule.value === undefined ? [`${name} has no value: say what is compared.`] : []),
    ...(given.length === 1
      ? []
      : [`${name} has ${given.length} bounds: give one of minimum, maximum, multipleOf.`]),
    ...("from" in rule && !("multipleOf" in rule)
      ? [`${name} has a start and no grid: drop from.`]
      : []),
    ...unknown.map(
      (key) =>
        `${name} has the unknown part "${key}": use ${parts.slice(0, 6).join(", ")} or a bound.`,
    ),
  ].map((message) => ({ message, path }));
}

function vectorFaults(rules, vectors) {
  const named = new Set(vectors.flatMap((vector) => vector.violates ?? []));
  const known = new Set(rules.map((rule) => rule.id));
  const unproven = rules.flatMap((rule, index) =>
    named.has(rule.id)
      ? []
      : [
          {
            message: `No vector breaks the rule "${rule.id}": add one.`,
            path: ["x-rules", String(index)],
          },
        ],
  );
  const strange = vectors.flatMap((vector, index) =>
    (vector.violates ?? [])
      .filter((id) => !known.has(id))
      .map((id) => ({
        message: `The vector breaks "${id}", no rule here: name one of ${[...known].join(", ")}.`,
        path: ["x-vectors", String(index)],
      })),
  );
  const kept = vectors.some((vector) => (vector.violates ?? []).length === 0);
  const unkept = kept
    ? []
    : [{ message: "No vector keeps every rule: add one.", path: ["x-rules"] }];
  return [...unproven, ...strange, ...unkept];
}
