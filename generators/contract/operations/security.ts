import type { BuildContext } from "../context.ts";
import * as read from "../documents/read.ts";
import type { Contract, Json, SecurityType } from "../model.ts";

/** Builds the security types of spec/rules/security.yaml, with the required credentials. */
export function buildSecurityTypes({ openapi }: BuildContext): readonly SecurityType[] {
  const types = read.object(openapi, "x-security-types", "types");
  const schemes = read.components(openapi, "securitySchemes");
  return Object.entries(types).map(([name, value]) => {
    const places = read.texts(value, "requires").map((scheme) => read.text(schemes, scheme, "in"));
    return { name, sendsKey: places.includes("header"), signed: places.includes("query") };
  });
}

/** Builds how the exchange refuses signatures and orders against filters, for the sandbox. */
export function buildRefusals({ openapi }: BuildContext): Contract["refusals"] {
  const codes = read.object(openapi, "x-signing", "refusals");
  const prefix = read.unwrapped(openapi, "x-errors", "messagePrefixOfViolatedFilter");
  return {
    signatureMissing: read.number(codes, "missing"),
    signatureTwice: read.number(codes, "sentTwice"),
    signatureWrong: read.number(codes, "wrong"),
    filterPrefix: read.optionalText(prefix) ?? "",
  };
}

/** Builds the signing rules of spec/rules/signing.yaml; its parameter bounds the window. */
export function buildSigning({ openapi }: BuildContext): Contract["signing"] {
  const rules = read.object(openapi, "x-signing");
  const { parameters, joined, values, timing, clockOffset } = rules;
  const window = read.text(parameters, "window");
  const known = Object.values(read.components(openapi, "parameters"));
  const own = known.find((each) => read.at(each, "name") === window);
  return {
    algorithm: read.word("HMAC-SHA256")(rules, "algorithm"),
    header: read.text(rules, "header"),
    timestamp: read.text(parameters, "timestamp"),
    window,
    signature: read.text(parameters, "signature"),
    ...read.members(joined, read.each(read.text, "pairSeparator", "partSeparator")),
    trim: read.at(values, "trim") === true,
    values: read.word("raw", "percent")(values, "encoding"),
    time: { operation: read.text(clockOffset, "from"), field: read.text(clockOffset, "field") },
    aheadMsBelow: read.number(timing, "aheadMsBelow"),
    windowMsDefault: read.number(own, "schema", "default"),
    windowMsMax: read.number(own, "schema", "maximum"),
    rejectedWith: read.number(timing, "rejectedWith"),
    vectors: read.objects(rules, "vectors").map((node) =>
      read.members(node, {
        name: read.text,
        ...read.each(untrimmed, "secret", "query", "body"),
        signature: read.text,
      }),
    ),
  };
}

/** Spaces around a value are signed or trimmed, so a vector keeps them. */
const untrimmed = (node: Json | undefined, name: string) => read.optionalText(node, name) ?? "";
