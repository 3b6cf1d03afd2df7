/**
 * Finds known secrets in a text and replaces them. A secret with at least eight letters and digits
 * is found in any letter case, backwards, split by other characters, percent-encoded, escaped as
 * in JSON, C or HTML, in hexadecimal, in base64, and in one of these within another, three deep.
 * Any other is only found as it is.
 */

/** A secret, and what stands in its place. */
export interface Secret {
  readonly value: string;
  readonly placeholder: string;
}

export interface Redactor {
  /** Replaces every secret; the whole text where an encoded one cannot be cut out. */
  readonly text: (text: string) => string;
  /** The placeholders of the secrets in a text. */
  readonly find: (text: string) => readonly string[];
}

/** Shorter forms stand in too many places by chance. */
const formLengthMin = 6;

/** Encodings within each other that are undone. */
const depthMax = 3;

/** A run that one encoder may have written: no space, quote or field separator. */
const encodedRun = /[\w+/=%\\.~-]{8,}/g;

export function createRedactor(secrets: readonly Secret[]): Redactor {
  const known = secrets.map((secret) => ({ ...secret, forms: formsOf(secret.value) }));
  // Longest first: one secret may begin like another.
  known.sort((one, other) => other.value.length - one.value.length);
  const find = (text: string): string[] => {
    const seen = known.length === 0 ? [] : readingsOf(text);
    const isSeen = (form: string) => seen.some((reading) => reading.includes(form));
    return known.filter(({ forms }) => forms.some(isSeen)).map(({ placeholder }) => placeholder);
  };
  const redact = (text: string): string => {
    let clean = text;
    for (const { value, placeholder } of known) clean = clean.replaceAll(value, placeholder);
    const [left] = find(clean);
    if (left === undefined) return clean;
    clean = clean.replace(encodedRun, (run) => find(run)[0] ?? run);
    return find(clean).length === 0 ? clean : left;
  };
  return { text: redact, find };
}

/**
 * What a reading of a text with the secret contains. The first and the last letter are left out: in
 * base64 they may share a group with their neighbours. A secret may hold escapes itself.
 */
function formsOf(value: string): string[] {
  const forms = [value, unescaped(value)].map((text) => folded(text).slice(1, -1));
  return forms.filter(({ length }) => length >= formLengthMin);
}

/** A text in both directions, and all that it decodes to. */
function readingsOf(text: string): string[] {
  let latest = [text, [...text].reverse().join("")];
  const found = new Set(latest);
  for (let depth = 0; depth < depthMax; depth += 1) {
    latest = latest.flatMap(decodings).filter((reading) => !found.has(reading));
    for (const reading of latest) found.add(reading);
  }
  return [...found].map(folded);
}

/** Letters in lower case, and digits: all else is escaped in many ways. */
function folded(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** A text, decoded once in each way. Neighbours of a secret may shift its groups of digits. */
function decodings(text: string): string[] {
  const digits = text.replace(/0x|[^0-9a-f]/gi, "");
  const base64 = text.match(/[\w+/-]{8,}/g) ?? [];
  return [
    unescaped(text),
    ...[0, 1].map((start) => digits.slice(start).replace(/../g, (pair) => characterOf(pair, 16))),
    ...[0, 1, 2, 3].map((start) => base64.map((run) => fromBase64(run.slice(start))).join(" ")),
  ];
}

function fromBase64(run: string): string {
  const standard = run.replace(/-/g, "+").replace(/_/g, "/");
  return atob(standard.length % 4 === 1 ? standard.slice(0, -1) : standard);
}

const escapes =
  /(?:%|\\+x)([0-9a-f]{2})|\\+u([0-9a-f]{4})|(?:\\+u\{|&#x)([0-9a-f]+)[;}]?|&#(\d+);?|\\+([0-7]{3})|&\w+;|\\+[bfnrtv]?/gi;

/** Undoes percent-encoding and the escapes of JSON, C and HTML once. */
function unescaped(text: string): string {
  return text.replace(escapes, (_, byte, unit, point, decimal, octal) => {
    const hex = byte ?? unit ?? point;
    const digits = hex ?? decimal ?? octal;
    return digits === undefined ? "" : characterOf(digits, hex ? 16 : decimal ? 10 : 8);
  });
}

function characterOf(digits: string, radix: number): string {
  return String.fromCharCode(Number.parseInt(digits, radix));
}
