import { useMemo } from "preact/hooks";

import { laidOut } from "../wire/json-text.ts";

/** The name of a member in formatted JSON. */
const memberName = /(?<=\n *)("(?:[^"\\]|\\.)*")(?=: )/u;

/** Formats a text as JSON if it is, with coloured names. */
export function Json({ text }: { readonly text: string }) {
  // Every second part is a name.
  const parts = useMemo(() => laidOut(text).split(memberName), [text]);
  return (
    <pre class="code">
      {parts.map((part, at) => (at % 2 === 0 ? part : <b key={at}>{part}</b>))}
    </pre>
  );
}
