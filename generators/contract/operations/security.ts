import type { SigningDescriptor } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  originOf,
  report,
  requiredNumber,
  requiredObject,
  requiredText,
  requiredWord,
  suggestName,
} from "../context.ts";
import { isObject, listIn, member, objectIn, textIn, textsIn } from "../documents/json.ts";
import type { Contract, JsonObject, SecurityType, SigningVector } from "../model.ts";

/** The security types of spec/rules/security.yaml, with the credentials that each requires. */
export function buildSecurityTypes(context: BuildContext): readonly SecurityType[] {
  const types = objectIn(member(objectIn(context.openapi["x-security-types"]), "types"));
  const schemes = objectIn(member(context.openapi["components"], "securitySchemes"));
  return Object.entries(types).flatMap(([name, value]): SecurityType[] => {
    if (!isObject(value)) return [];
    const requires = textsIn(value["requires"]);
    for (const [index, scheme] of requires.entries()) {
      if (Object.hasOwn(schemes, scheme)) continue;
      report(context, {
        node: Array.isArray(value["requires"]) ? value["requires"] : value,
        key: index,
        message: `The security scheme ${scheme} is not among components.securitySchemes.`,
        fix: suggestName(scheme, Object.keys(schemes)),
      });
    }
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
export function buildSigning(context: BuildContext): Contract["signing"] {
  const rules = requiredObject(context, context.openapi, "x-signing");
  const parameters = requiredObject(context, rules, "parameters");
  const joined = requiredObject(context, rules, "joined");
  const values = requiredObject(context, rules, "values");
  const timing = requiredObject(context, rules, "timing");
  const window = requiredText(context, parameters, "window");
  const descriptor: SigningDescriptor = {
    algorithm: requiredWord(context, rules, "algorithm", ["HMAC-SHA256"]),
    header: requiredText(context, rules, "header"),
    timestamp: requiredText(context, parameters, "timestamp"),
    window,
    signature: requiredText(context, parameters, "signature"),
    pairSeparator: textIn(joined["pairSeparator"]),
    partSeparator: typeof joined["partSeparator"] === "string" ? joined["partSeparator"] : "",
    trim: values["trim"] === true,
    values: requiredWord(context, values, "encoding", ["raw", "percent"]),
    aheadMsBelow: requiredNumber(context, timing, "aheadMsBelow"),
    ...windowNumbers(context, { parameters, window }),
    rejectedWith: requiredNumber(context, timing, "rejectedWith"),
  };
  return {
    ...descriptor,
    vectors: listIn(rules["vectors"]).flatMap((value) => vector(context, value)),
  };
}

function windowNumbers(
  context: BuildContext,
  { parameters, window }: { readonly parameters: JsonObject; readonly window: string },
): { readonly windowMsDefault: number; readonly windowMsMax: number } {
  const known = Object.values(objectIn(member(context.openapi["components"], "parameters")));
  const parameter = known.find((candidate) => member(candidate, "name") === window);
  const schema = member(parameter, "schema");
  if (!isObject(schema)) {
    if (window !== "") {
      report(context, {
        node: parameters,
        key: "window",
        message: `No parameter of the spec is named ${window}.`,
        fix: "Name the parameter that says how old a request may be.",
      });
    }
    return { windowMsDefault: 0, windowMsMax: 0 };
  }
  return {
    windowMsDefault: requiredNumber(context, schema, "default"),
    windowMsMax: requiredNumber(context, schema, "maximum"),
  };
}

function vector(context: BuildContext, value: unknown): readonly SigningVector[] {
  const node = value as JsonObject;
  if (!isObject(node)) return [];
  const text = (key: string): string => {
    const given = node[key];
    return typeof given === "string" ? given : "";
  };
  return [
    {
      name: requiredText(context, node, "name"),
      secret: text("secret"),
      query: text("query"),
      body: text("body"),
      signature: requiredText(context, node, "signature"),
    },
  ];
}
