import type { BuildContext } from "../context.ts";
import {
  componentsOf,
  member,
  numberIn,
  objectIn,
  objectsIn,
  optionalText,
  textIn,
  textsIn,
  unwrapped,
  wordIn,
} from "../documents/json.ts";
import type { Contract, SecurityType } from "../model.ts";

/** Builds the security types of spec/rules/security.yaml, with the required credentials. */
export function buildSecurityTypes({ openapi }: BuildContext): readonly SecurityType[] {
  const types = objectIn(member(objectIn(openapi["x-security-types"]), "types"));
  const schemes = componentsOf(openapi, "securitySchemes");
  return Object.entries(types).map(([name, value]) => {
    const places = textsIn(member(value, "requires")).map((scheme) =>
      textIn(member(member(schemes, scheme), "in")),
    );
    return { name, sendsKey: places.includes("header"), signed: places.includes("query") };
  });
}

/** Builds how the exchange refuses signatures and orders against filters, for the sandbox. */
export function buildRefusals({ openapi }: BuildContext): Contract["refusals"] {
  const codes = objectIn(member(openapi["x-signing"], "refusals"));
  const prefix = unwrapped(member(openapi["x-errors"], "messagePrefixOfViolatedFilter"));
  return {
    signatureMissing: numberIn(codes["missing"]),
    signatureTwice: numberIn(codes["sentTwice"]),
    signatureWrong: numberIn(codes["wrong"]),
    filterPrefix: optionalText(prefix) ?? "",
  };
}

/** Builds the signing rules of spec/rules/signing.yaml; its parameter bounds the window. */
export function buildSigning({ openapi }: BuildContext): Contract["signing"] {
  const rules = objectIn(openapi["x-signing"]);
  const parameters = objectIn(rules["parameters"]);
  const joined = objectIn(rules["joined"]);
  const values = objectIn(rules["values"]);
  const timing = objectIn(rules["timing"]);
  const clock = objectIn(rules["clockOffset"]);
  const window = textIn(parameters["window"]);
  const known = Object.values(componentsOf(openapi, "parameters"));
  const limits = objectIn(
    objectIn(known.find((each) => member(each, "name") === window))["schema"],
  );
  return {
    algorithm: wordIn(rules["algorithm"], ["HMAC-SHA256"]),
    header: textIn(rules["header"]),
    timestamp: textIn(parameters["timestamp"]),
    window,
    signature: textIn(parameters["signature"]),
    pairSeparator: textIn(joined["pairSeparator"]),
    partSeparator: textIn(joined["partSeparator"]),
    trim: values["trim"] === true,
    values: wordIn(values["encoding"], ["raw", "percent"]),
    time: { operation: textIn(clock["from"]), field: textIn(clock["field"]) },
    aheadMsBelow: numberIn(timing["aheadMsBelow"]),
    windowMsDefault: numberIn(limits["default"]),
    windowMsMax: numberIn(limits["maximum"]),
    rejectedWith: numberIn(timing["rejectedWith"]),
    vectors: objectsIn(rules["vectors"]).map((node) => ({
      name: textIn(node["name"]),
      secret: optionalText(node["secret"]) ?? "",
      query: optionalText(node["query"]) ?? "",
      body: optionalText(node["body"]) ?? "",
      signature: textIn(node["signature"]),
    })),
  };
}
