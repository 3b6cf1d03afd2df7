import { useState } from "preact/hooks";

import { signing } from "../../../generated/signing.ts";
import {
  type CodeSamples,
  codeSamples,
  type SampleRequest,
} from "../../../runtime/code-samples/samples.ts";
import { Choice } from "./choice.tsx";
import { Copy } from "./copy.tsx";

const languages = [
  ["curl", "curl"],
  ["typescript", "TypeScript"],
  ["python", "Python"],
] as const satisfies readonly (readonly [keyof CodeSamples, string])[];

/** Programs that send a request; key and secret come from environment variables. */
export function Samples({ request }: { readonly request: SampleRequest }) {
  const [language, setLanguage] = useState<keyof CodeSamples>("curl");
  const text = codeSamples(request, { baseUrl: location.origin, signing })[language];
  return (
    <div class="samples">
      <div class="tools">
        <Choice label="Language" values={languages} chosen={language} onChoose={setLanguage} />
        <Copy text={text} />
      </div>
      <pre class="code">{text}</pre>
    </div>
  );
}
