/**
 * A description starts like a sentence, ends with a full stop, or with a list, a table or code, and
 * has no note such as TODO. Values that are not text (a property with the name `description`) pass.
 */
export default function isSentence(text) {
  if (typeof text !== "string") return [];
  const trimmed = text.trim();
  if (trimmed === "")
    return [{ message: "The description is empty: write a sentence, with the unit." }];
  if (/\b(TODO|FIXME|TBD)\b/.test(trimmed)) {
    return [
      {
        message: "The description contains a note such as TODO: resolve it, or add an assumption.",
      },
    ];
  }
  if (/^[a-z][a-z]* /.test(trimmed)) {
    return [
      { message: `"${opening(trimmed)}" starts in lower case: start with a capital letter.` },
    ];
  }
  const isBlock = /^ *(?:[-*+] |\d+[.)] |\||```)/m.test(trimmed.split(/\n\s*\n/).at(-1));
  if (!isBlock && !/\p{Sentence_Terminal}[\p{Pe}\p{Pf}"'`*_]*$/u.test(trimmed)) {
    return [{ message: `"${opening(trimmed)}" does not end with a full stop: add it.` }];
  }
  return [];
}

function opening(text) {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
