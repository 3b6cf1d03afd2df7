/**
 * A recording can be read by everybody: fields and headers with a secret hold a placeholder in
 * angle brackets or the word that starts with "redacted", and nothing in it looks like a signature.
 */
export default function noSecret(document, _options, context) {
  const isRecording = typeof document === "object" && document !== null;
  if (!isRecording || !("x-request" in document || "x-steps" in document)) return [];
  return search(document, context.path);
}

const secretNames = /^(signature|secret|.*key)$/i;
const placeholder = /redacted|^<.*>$/i;
/** A signature has 64 hexadecimal digits; listen keys are long runs of letters and digits. */
const looksSigned = /\b[0-9a-f]{64}\b|\b(?![A-Za-z]*redacted)[0-9A-Za-z]{48,}\b/i;

function search(value, path) {
  if (typeof value === "string") {
    const name = String(path.at(-1));
    if (secretNames.test(name) && !placeholder.test(value)) {
      return [
        { message: `"${name}" is not redacted: record it again, or write a placeholder.`, path },
      ];
    }
    return looksSigned.test(value)
      ? [{ message: "This looks like a signature or a listen key: redact it.", path }]
      : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key]));
}
