import type { Operation } from "../contract/model.ts";
import type { DocParts } from "./doc.ts";

/**
 * What a caller must know of an operation: its description, its cost, its needs, and its errors.
 */
export function operationDoc(operation: Operation): DocParts {
  const { summary, description, assumed, origin } = operation;
  return {
    text: [sentence(summary), description].filter((part) => part !== "").join("\n\n"),
    facts: [weightSentence(operation), securitySentence(operation)],
    assumed,
    see: origin.file,
  };
}

/** With a full stop, where it has none. */
export function sentence(text: string): string {
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

function weightSentence({ weight }: Operation): string {
  const budgets = [
    ...(weight?.ip === undefined ? [] : [`${weightText(weight.ip)} per IP address`]),
    ...(weight?.account === undefined ? [] : [`${weightText(weight.account)} per account`]),
  ];
  if (budgets.length === 0) return "Weight: not stated.";
  const assumed = weight?.assumed === undefined ? "" : ` (assumed: ${weight.assumed})`;
  return `Weight: ${budgets.join(", and ")}${assumed}.`;
}

type Weight = NonNullable<NonNullable<Operation["weight"]>["ip"]>;

function weightText(weight: Weight): string {
  switch (weight.kind) {
    case "fixed":
      return `${weight.weight}`;
    case "byTier": {
      const tiers = weight.tiers.map((tier) => `${tier.weight} for ${tier.from} to ${tier.to}`);
      return `by \`${weight.parameter}\`, ${tiers.join(", ")},`;
    }
    case "byPresence": {
      const { present, absent, parameter } = weight;
      return `${present} with \`${parameter}\`, ${absent} without it,`;
    }
  }
}

function securitySentence({ security, securityAssumed }: Operation): string {
  const assumed = securityAssumed === undefined ? "" : ` (assumed: ${securityAssumed})`;
  const need = security.signed
    ? "API key and signature"
    : security.sendsKey
      ? "API key"
      : "no credentials";
  return `Security: ${security.name}, ${need}${assumed}.`;
}
