/** Formats words, times and sizes. */

/** A constant as words: `STOP_LOSS` becomes `Stop loss`. */
export function label(word: string): string {
  const text = word
    .replace(/([a-z])([A-Z])/gu, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `14:05:09.123` in the reader's time zone. */
export function timeText(ms: number): string {
  return `${clockText(ms)}.${String(new Date(ms).getMilliseconds()).padStart(3, "0")}`;
}

/** `14:05:09` in the reader's time zone. */
export function clockText(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}

/** `01-15 14:05:09` in the reader's time zone. */
export function dateText(ms: number): string {
  const date = new Date(ms);
  const day = [date.getMonth() + 1, date.getDate()];
  return `${day.map((part) => String(part).padStart(2, "0")).join("-")} ${clockText(ms)}`;
}

/** `2026-01-15 14:05:09.123Z`. */
export function utcText(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ");
}

/** A size: `171 B`, `2.4 kB`. */
export function sizeText(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
