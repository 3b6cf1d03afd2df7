/** JSON as browsers read and write it by now, which the types of the language lack. */
interface ExactJson {
  readonly parse: (
    text: string,
    revive: (name: string, value: unknown, context: { readonly source: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
}

const { parse, rawJSON } = JSON as unknown as ExactJson;

/** A text laid out as JSON if it is any; numbers keep all their digits. */
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
