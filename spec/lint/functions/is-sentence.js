/**
 * A description is prose of its own: it starts like a sentence, ends with a full stop and holds no
 * note to its writer. Values that are not text (a property that is called `description`) pass.
 */
export default function isSentence(text) {
  if (typeof text !== "string") return [];
  const trimmed = text.trim();
  if (trimmed === "")
    return [{ message: "The description is empty: write one sentence, with its unit." }];
  if (/\b(TODO|FIXME|TBD)\b/.test(trimmed)) {
    return [
      {
        message: "The description holds a note to its writer: say it, or add an assumption.",
      },
    ];
  }
  if (/^[a-z][a-z]* /.test(trimmed)) {
    return [{ message: `"${opening(trimmed)}" starts in lower case: write a sentence.` }];
  }
  if (!/[.!?][)"'`*]*$/.test(trimmed)) {
    return [{ message: `"${opening(trimmed)}" does not end with a full stop: end the sentence.` }];
  }
  return [];
}

function opening(text) {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
