/**
 * A regular expression that compiles, is anchored at both ends, and cannot run for ages on any
 * text: no unbounded repetition of a group that itself repeats without bound, and none of a group
 * whose alternatives can begin with the same character.
 */
export default function safePattern(pattern) {
  if (typeof pattern !== "string") return [];
  try {
    new RegExp(pattern, "u");
  } catch (problem) {
    return [{ message: `The pattern does not compile (${problem.message}): fix the expression.` }];
  }
  if (!pattern.startsWith("^") || !pattern.endsWith("$")) {
    return [{ message: `The pattern ${pattern} is open at an end: anchor it with ^ and $.` }];
  }
  return repeatedGroups(pattern)
    .filter((body) => repeats(body) || overlaps(body))
    .map((body) => ({
      message: `The group (${body}) repeats what repeats, in exponential time: bound it.`,
    }));
}

/** Bodies of the groups that an unbounded quantifier follows. */
function repeatedGroups(pattern) {
  const opened = [];
  const bodies = [];
  eachToken(pattern, (character, index) => {
    if (character === "(") opened.push(index + 1);
    if (character !== ")") return;
    const start = opened.pop();
    if (/^(\*|\+|\{\d*,\})/.test(pattern.slice(index + 1))) {
      bodies.push(pattern.slice(start, index).replace(/^\?(:|<\w+>)/, ""));
    }
  });
  return bodies;
}

/**
 * A body with an unbounded repetition is safe only if something fixed always precedes it in each
 * turn that the repeated part cannot match itself; a plain single character in front is enough.
 */
function repeats(body) {
  let unbounded = false;
  eachToken(body, (_character, index) => {
    if (/^(\*|\+|\{\d*,\})/.test(body.slice(index))) unbounded = true;
  });
  if (!unbounded) return false;
  const lead = /^(\\[.\-+*/|&_:;,]|[-,;:_/&=@ ])/.exec(body);
  return lead === null || mayMatch(body.slice(lead[0].length), lead[0].at(-1));
}

/** True unless the body plainly cannot match the separator. */
function mayMatch(body, separator) {
  const classes = body.match(/\[[^\]]*\]|\\[dwsDWS]|\./g) ?? [];
  return classes.some((one) => new RegExp(one === "." ? "[^]" : one, "u").test(separator));
}

function overlaps(body) {
  const starts = alternatives(body).map((one) => one[0] ?? "");
  return starts.length > 1 && new Set(starts).size < starts.length;
}

function alternatives(body) {
  const parts = [""];
  let depth = 0;
  eachToken(body, (character, index, length) => {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += body.slice(index, index + length);
  });
  return parts;
}

/** Visits the pattern outside of character classes and escapes, which it passes whole. */
function eachToken(pattern, visit) {
  for (let index = 0; index < pattern.length; ) {
    const rest = pattern.slice(index);
    const length = /^(\\.|\[(?:\\.|[^\]])*\])/u.exec(rest)?.[0].length ?? 1;
    visit(length > 1 ? "" : rest[0], index, length);
    index += length;
  }
}
