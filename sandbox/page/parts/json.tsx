import { useMemo } from "preact/hooks";

/** The name of a member in formatted JSON, from the start of its line. */
const memberName = /^( *"(?:[^"\\\n]|\\.)*")(?=: )/mu;

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

/** Current JSON functions of browsers, which TypeScript's library lacks. */
interface ExactJson {
  readonly parse: (
    text: string,
    revive: (name: string, value: unknown, context: { readonly source: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
}

const { parse, rawJSON } = JSON as unknown as ExactJson;

/** Formats a text as JSON if it is; numbers keep all digits. */
export function laidOut(text: string): string {
  try {
    const value = parse(text, (_, part, { source }) => {
      return typeof part === "number" ? rawJSON(source) : part;
    });
    return JSON.stringify(value, undefined, 2);
  } catch {
    return text;
  }
}
