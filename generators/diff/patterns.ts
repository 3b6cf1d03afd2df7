/**
 * Whether names lead where a pattern says: `*` stands for any one name, and `**` for any number of
 * names, of which there may be none. Names may hold slashes, so both are lists.
 */
export function fits(pattern: readonly string[], trail: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return trail.length === 0;
  if (first === "**") {
    return trail.some((_, index) => fits(rest, trail.slice(index))) || fits(rest, []);
  }
  const [name, ...names] = trail;
  return name !== undefined && isNamed(first, name) && fits(rest, names);
}

/** The names of a pattern, which stand between slashes. */
export function patternOf(text: string): readonly string[] {
  return text.split("/");
}

function isNamed(pattern: string, name: string): boolean {
  return pattern === "*" || pattern.split("|").includes(name);
}
