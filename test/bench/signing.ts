import { createHmac } from "node:crypto";

import { signing as rules } from "../../generated/signing.ts";
import type { Pair } from "../../runtime/encoding/percent.ts";
import { hmacSha256Hex } from "../../runtime/signing/hmac.node.ts";
import { createSigner } from "../../runtime/signing/signature.ts";
import type { Comparison } from "./comparison.ts";

const calls = 20_000;
const secret = "a secret that is worth nothing";
const text =
  "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&timestamp=1499827319559";
const pairs: readonly Pair[] = text.split("&").map((part) => {
  const [name = "", value = ""] = part.split("=");
  return [name, value];
});

/** Signing the fields of an order against the bare hash of the finished text. */
export const signing: Comparison = {
  title: `Signing, ${calls} orders`,
  rounds: 15,
  prepare: () => {
    const sign = createSigner(secret, hmacSha256Hex, rules);
    return {
      floor: "bare HMAC of the text",
      subjects: [
        {
          name: "bare HMAC of the text",
          run: () => repeat(() => createHmac("sha256", secret).update(text).digest("hex")),
        },
        { name: "signer", hold: "1.2", run: () => repeat(() => sign(pairs, [])) },
      ],
    };
  },
};

function repeat(work: () => unknown): void {
  for (let call = 0; call < calls; call += 1) work();
}
