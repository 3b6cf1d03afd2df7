import type { OperationDescriptor, OperationWeight, Weight } from "../../runtime/tables.ts";
import { defined } from "../contract/documents/json.ts";
import { spanInWords } from "../contract/documents/quotes.ts";
import type { Operation, Parameter } from "../contract/model.ts";

/** An operation as in the generated tables: without what only docs and types need. */
export function operationDescriptor(operation: Operation): OperationDescriptor {
  const { id, method, path, security, places, weight, placement, changes } = operation;
  const parameters = operation.parameters.map((parameter) => {
    const { description, schema, orElseAssumed, origin, assumed, ...own } = parameter;
    // Only a server fills this in.
    const { defaultFromNowMs, ...descriptor } = own;
    return descriptor;
  });
  const { sendsKey, signed } = security;
  const own = weight === null ? null : defined({ ip: weight.ip, account: weight.account });
  const descriptor = { id, method, path, sendsKey, signed, places, parameters, weight: own };
  return { ...descriptor, ...defined({ placement, changes: changes || undefined }) };
}

/** The weight of a call with all tiers, for doc comments and pages; Markdown. */
export function weightText(weight: OperationWeight | null): string {
  const parts = [
    ...(weight?.ip === undefined ? [] : [`${costText(weight.ip)} per IP address`]),
    ...(weight?.account === undefined ? [] : [`${costText(weight.account)} per account`]),
  ];
  return parts.length === 0 ? "not stated by the interface" : parts.join(", and ");
}

function costText(weight: Weight): string {
  switch (weight.kind) {
    case "fixed":
      return String(weight.weight);
    case "byPresence":
      return `${weight.present} with \`${weight.parameter}\` and ${weight.absent} without,`;
    case "byTier": {
      const name = `\`${weight.parameter}\``;
      const tiers = weight.tiers.map((tier) => `${tier.weight} for ${tier.from} to ${tier.to}`);
      const usual = weight.tiers.find(
        ({ from, to }) => from <= weight.default && weight.default <= to,
      );
      const without = usual === undefined ? "" : ` (without ${name}: ${usual.weight})`;
      return `by ${name} ${tiers.join(", ")}${without},`;
    }
  }
}

/** The security type and credentials of an operation; Markdown. */
export function securityText({ security }: Operation): string {
  const { name, sendsKey, signed } = security;
  const carried = [
    ...(sendsKey ? ["an API key"] : []),
    ...(signed ? ["a timestamp and a signature"] : []),
  ];
  return `\`${name}\`: ${carried.length === 0 ? "no credentials" : carried.join(", ")}`;
}

/** The fields that a field depends on, as sentences; `mark` prints an assumption. */
export function companionTexts(
  { onlyWith = [], orElse = [], orElseAssumed }: Parameter,
  mark: (assumed: string | undefined) => string,
): readonly string[] {
  const company = onlyWith.map((name) => `\`${name}\``).join(", ");
  const others = orElse.map((name) => `\`${name}\``).join(" or ");
  return [
    ...(company === "" ? [] : [`Only together with ${company}.`]),
    ...(others === "" ? [] : [`Required unless ${others} is given${mark(orElseAssumed)}.`]),
  ];
}

/** A time relative to now, in words. */
export function fromNow(ms: number): string {
  if (ms === 0) return "now";
  const hours = Math.abs(ms) / 3_600_000;
  const [every, unit] = hours % 24 === 0 ? [hours / 24, "day"] : [hours, "hour"];
  return `${spanInWords({ every, unit })} ${ms < 0 ? "ago" : "from now"}`;
}
