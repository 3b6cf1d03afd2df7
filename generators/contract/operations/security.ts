import type { BuildContext } from "../context.ts";
import * as read from "../documents/read.ts";
import type { Contract, SecurityType } from "../model.ts";

/** Builds the security types of spec/rules/security.yaml, with the required credentials. */
export function buildSecurityTypes({ openapi }: BuildContext): readonly SecurityType[] {
  const types = read.object(read.object(openapi, "x-security-types"), "types");
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
  const parameters = read.object(rules, "parameters");
  const joined = read.object(rules, "joined");
  const values = read.object(rules, "values");
  const timing = read.object(rules, "timing");
  const clock = read.object(rules, "clockOffset");
  const window = read.text(parameters, "window");
  const known = Object.values(read.components(openapi, "parameters"));
  const limits = read.object(
    known.find((each) => read.at(each, "name") === window),
    "schema",
  );
  return {
    algorithm: read.word(rules["algorithm"], ["HMAC-SHA256"]),
    header: read.text(rules, "header"),
    timestamp: read.text(parameters, "timestamp"),
    window,
    signature: read.text(parameters, "signature"),
    pairSeparator: read.text(joined, "pairSeparator"),
    partSeparator: read.text(joined, "partSeparator"),
    trim: values["trim"] === true,
    values: read.word(values["encoding"], ["raw", "percent"]),
    time: { operation: read.text(clock, "from"), field: read.text(clock, "field") },
    aheadMsBelow: read.number(timing, "aheadMsBelow"),
    windowMsDefault: read.number(limits, "default"),
    windowMsMax: read.number(limits, "maximum"),
    rejectedWith: read.number(timing, "rejectedWith"),
    vectors: read.objects(rules, "vectors").map((node) => ({
      name: read.text(node, "name"),
      secret: read.optionalText(node, "secret") ?? "",
      query: read.optionalText(node, "query") ?? "",
      body: read.optionalText(node, "body") ?? "",
      signature: read.text(node, "signature"),
    })),
  };
}
