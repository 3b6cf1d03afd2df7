import { createHmac } from "node:crypto";

import type { BuildContext } from "../context.ts";
import { objectIn, objectsIn, textIn } from "../documents/json.ts";

/** Reports test vectors of x-signing with a wrong signature. */
export function reportSignatures({ openapi, problems }: BuildContext): void {
  for (const node of objectsIn(objectIn(openapi["x-signing"])["vectors"])) {
    const text = `${textIn(node["query"])}${textIn(node["body"])}`;
    const signature = createHmac("sha256", textIn(node["secret"])).update(text).digest("hex");
    if (signature === node["signature"]) continue;
    problems.report({
      node,
      key: "signature",
      message: `This is not the signature of the vector "${textIn(node["name"])}".`,
      fix: `Write ${signature}, or correct its secret, query or body.`,
    });
  }
}
