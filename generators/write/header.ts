/**
 * The two lines above every generated file: where it comes from, and where to edit instead.
 * `sources` are paths or patterns from the project's root.
 */
export function header(emitter: string, sources: readonly string[]): string {
  return [
    `// Generated from ${enumerated(sources)} by generators/emitters/${emitter}.ts.`,
    "// Do not edit: change the spec, then run `npm run generate`.",
  ].join("\n");
}

function enumerated(words: readonly string[]): string {
  const last = words.at(-1) ?? "nothing";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
