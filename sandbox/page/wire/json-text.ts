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
