/** Why a pattern is unsafe on untrusted text, as it backtracks; nothing for a safe one. */
export function patternProblem(
  pattern: string,
): { readonly message: string; readonly fix: string } | undefined {
  try {
    new RegExp(pattern, "u");
  } catch {
    const message = `The pattern ${pattern} is not a regular expression.`;
    return { message, fix: "Correct its syntax." };
  }
  const [body] = repeatedGroups(pattern).filter((each) => repeats(each) || overlaps(each));
  if (body === undefined) return undefined;
  const message = `The pattern ${pattern} backtracks: a short text can take hours to check.`;
  return { message, fix: `Repeat (${body}) once, or with bounds.` };
}

/** Bodies of groups with an unbounded quantifier or a range of counts. */
function repeatedGroups(pattern: string): readonly string[] {
  const opened: number[] = [];
  const bodies: string[] = [];
  for (const { text, at } of tokens(pattern)) {
    if (text === "(") opened.push(at + 1);
    if (text !== ")") continue;
    const start = opened.pop() ?? 0;
    if (repetition.test(pattern.slice(at + 1))) {
      bodies.push(pattern.slice(start, at).replace(/^\?(:|<\w+>)/u, ""));
    }
  }
  return bodies;
}

const repetition = /^(\*|\+|\{\d+,\d*\})/u;

/**
 * Whether a body contains a repetition that can match in several ways. A fixed character before it
 * that the repetition cannot match makes each turn unambiguous.
 */
function repeats(body: string): boolean {
  if (!tokens(body).some(({ at }) => repetition.test(body.slice(at)))) return false;
  const [lead] = /^(\\[.\-+*/|&_:;,]|[-,;:_/&=@ ])/u.exec(body) ?? [];
  const rest = body.slice(lead?.length);
  const classes = rest.match(/\[[^\]]{0,199}\]|\\[dwsDWS]|\./gu) ?? [];
  return lead === undefined || classes.some((one) => new RegExp(one, "u").test(lead.slice(-1)));
}

/**
 * Whether two alternatives can begin with the same character. A group may begin with any, and so
 * may a reference back to one.
 */
function overlaps(body: string): boolean {
  const starts: string[] = [];
  let depth = 0;
  let before = "|";
  for (const { text } of tokens(body)) {
    if (before === "|" && depth === 0) starts.push(text);
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    before = text;
  }
  const begins = (start: string, character: string): boolean =>
    /^(?:\(|\\k|\\[1-9])/u.test(start) || new RegExp(`^(?:${start})$`, "u").test(character);
  return characters.some((each) => starts.filter((start) => begins(start, each)).length > 1);
}

const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

/** The characters of a pattern; an escape or a class counts as one. */
function tokens(pattern: string): readonly { readonly text: string; readonly at: number }[] {
  const found = pattern.matchAll(
    /\\(?:[pPu]\{[\w=]{1,99}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c.|k<\w{1,99}>|\d+|.)|\[(?:\\.|[^\]\\]){0,199}\]|[^]/gu,
  );
  return [...found].map(({ 0: text, index: at }) => ({ text, at }));
}
