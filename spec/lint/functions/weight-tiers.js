/**
 * A weight that depends on a parameter says what every value of it costs: the tiers follow one
 * another without gap or overlap from the parameter's minimum (1 when none is given) to its
 * maximum, and the default lies in them. A weight by presence names an optional parameter.
 */
export default function weightTiers(operation, _options, context) {
  const weight = operation["x-weight"];
  return ["ip", "account"].flatMap((budget) => {
    const rule = weight?.[budget];
    if (typeof rule !== "object" || rule === null) return [];
    const name = rule.byParameter ?? rule.byPresence;
    const parameter = (operation.parameters ?? []).find((one) => one.name === name);
    const faults = name === undefined ? [] : check(rule, name, parameter);
    return faults.map((message) => ({ message, path: [...context.path, "x-weight", budget] }));
  });
}

function check(rule, name, parameter) {
  if (parameter === undefined)
    return [`The weight depends on "${name}", which is no parameter here: name one.`];
  if (rule.byPresence !== undefined) {
    return parameter.required === true
      ? [`The weight depends on whether "${name}" is sent, and it is always sent: give one number.`]
      : [];
  }
  return tierFaults(rule.tiers ?? [], name, parameter.schema ?? {});
}

function tierFaults(tiers, name, { minimum = 1, maximum, default: usual }) {
  if (tiers.length === 0) return [`The weight by "${name}" lists no tier: list at least one.`];
  const faults = [];
  if (tiers[0].from !== minimum)
    faults.push(`The first tier starts at ${tiers[0].from}: start at ${minimum}.`);
  tiers.forEach((tier, index) => {
    const next = tiers[index + 1];
    if (tier.to < tier.from)
      faults.push(`The tier ${tier.from} to ${tier.to} is empty: swap its borders.`);
    if (next !== undefined && next.from !== tier.to + 1) {
      faults.push(
        `After ${tier.to} the next tier starts at ${next.from}: start at ${tier.to + 1}.`,
      );
    }
  });
  const last = tiers.at(-1).to;
  if (maximum !== undefined && last !== maximum) {
    faults.push(`The last tier ends at ${last}, "${name}" goes to ${maximum}: end there.`);
  }
  if (usual === undefined)
    faults.push(`"${name}" has no default, so a call without it has no weight: state one.`);
  return faults;
}
