import { useMemo } from "preact/hooks";

import { laidOut } from "../wire/json-text.ts";

/** The name of a member, as it is laid out. */
const memberName = /(?<=\n *)("(?:[^"\\]|\\.)*")(?=: )/u;

/** A text laid out as JSON if it is any, with its names in a colour of their own. */
export function Json({ text }: { readonly text: string }) {
  // Every second part is a name.
  const parts = useMemo(() => laidOut(text).split(memberName), [text]);
  return (
    <pre class="code">
      {parts.map((part, at) => (at % 2 === 0 ? part : <b key={at}>{part}</b>))}
    </pre>
  );
}
