import { useState } from "preact/hooks";

import { signing } from "../../../generated/signing.ts";
import { codeSamples, type SampleRequest } from "../../../runtime/code-samples/samples.ts";
import { Choice } from "./choice.tsx";
import { Copy } from "./copy.tsx";

const languages = { curl: "curl", typescript: "TypeScript", python: "Python" } as const;

type Language = keyof typeof languages;

/** The same program in several languages. */
export function Samples({ samples }: { readonly samples: Partial<Record<Language, string>> }) {
  const offered = (Object.keys(languages) as Language[]).filter((one) => samples[one]);
  const [language = "curl", setLanguage] = useState(offered[0]);
  const { [language]: text = "" } = samples;
  return (
    <div class="samples">
      <div class="tools row">
        <Choice
          label="Language"
          values={offered.map((one) => [one, languages[one]])}
          chosen={language}
          onChoose={setLanguage}
        />
        <Copy text={text} />
      </div>
      <pre class="code">{text}</pre>
    </div>
  );
}

/** Code samples for a request; key and secret come from environment variables. */
export function RequestSamples({ request }: { readonly request: SampleRequest }) {
  return <Samples samples={codeSamples(request, { baseUrl: location.origin, signing })} />;
}
