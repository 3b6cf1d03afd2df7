import { useMemo } from "preact/hooks";

import { jsonTokens } from "../wire/json-text.ts";

/** A text laid out as JSON if it is any; all digits of numbers stay. */
export function Json({ text }: { readonly text: string }) {
  const tokens = useMemo(() => jsonTokens(text), [text]);
  return (
    <pre class="code">
      {tokens.map(({ kind, text: piece }, index) =>
        kind === "mark" ? (
          piece
        ) : (
          <span key={index} class={`json-${kind}`}>
            {piece}
          </span>
        ),
      )}
    </pre>
  );
}
