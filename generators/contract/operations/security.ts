import type { BuildContext } from "../context.ts";
import { numberAt, originOf, textAt, wordAt } from "../context.ts";
import {
  isObject,
  member,
  objectIn,
  objectsIn,
  optionalText,
  textIn,
  textsIn,
} from "../documents/json.ts";
import type { Contract, SecurityType } from "../model.ts";

/** The security types of spec/rules/security.yaml, with the credentials that each requires. */
export function buildSecurityTypes(context: BuildContext): readonly SecurityType[] {
  const types = objectIn(member(objectIn(context.openapi["x-security-types"]), "types"));
  const schemes = objectIn(member(context.openapi["components"], "securitySchemes"));
  return Object.entries(types).flatMap(([name, value]): SecurityType[] => {
    if (!isObject(value)) return [];
    const requires = textsIn(value["requires"]);
    const places = requires.map((scheme) => textIn(member(member(schemes, scheme), "in")));
    return [
      {
        name,
        description: textIn(value["description"]),
        sendsKey: places.includes("header"),
        signed: places.includes("query"),
        origin: originOf(context, types, name),
      },
    ];
  });
}

/** The signing rules of spec/rules/signing.yaml; the limits of the window are its parameter's. */
export function buildSigning({ openapi }: BuildContext): Contract["signing"] {
  const rules = objectIn(openapi["x-signing"]);
  const parameters = objectIn(rules["parameters"]);
  const joined = objectIn(rules["joined"]);
  const values = objectIn(rules["values"]);
  const timing = objectIn(rules["timing"]);
  const window = textAt(parameters, "window");
  const known = Object.values(objectIn(member(openapi["components"], "parameters")));
  const limits = objectIn(
    member(
      known.find((each) => member(each, "name") === window),
      "schema",
    ),
  );
  return {
    algorithm: wordAt(rules, "algorithm", ["HMAC-SHA256"]),
    header: textAt(rules, "header"),
    timestamp: textAt(parameters, "timestamp"),
    window,
    signature: textAt(parameters, "signature"),
    pairSeparator: textAt(joined, "pairSeparator"),
    partSeparator: textAt(joined, "partSeparator"),
    trim: values["trim"] === true,
    values: wordAt(values, "encoding", ["raw", "percent"]),
    aheadMsBelow: numberAt(timing, "aheadMsBelow"),
    windowMsDefault: numberAt(limits, "default"),
    windowMsMax: numberAt(limits, "maximum"),
    rejectedWith: numberAt(timing, "rejectedWith"),
    vectors: objectsIn(rules["vectors"]).map((node) => ({
      name: textAt(node, "name"),
      secret: optionalText(node["secret"]) ?? "",
      query: optionalText(node["query"]) ?? "",
      body: optionalText(node["body"]) ?? "",
      signature: textAt(node, "signature"),
    })),
  };
}
