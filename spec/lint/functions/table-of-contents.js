/**
 * An entry document only refers to other files: each of the maps in the option
 * `maps` (dotted paths) and each extension at the root is one `$ref` per entry, no description is
 * longer than `lines` lines. Runs on the root, unresolved.
 */
export default function tableOfContents(document, { maps, lines }) {
  return [
    ...maps.flatMap((map) => entriesOf(document, map.split("."))),
    ...Object.keys(document)
      .filter((key) => key.startsWith("x-"))
      .flatMap((key) => pointsElsewhere(document[key], [key])),
    ...longDescriptions(document, lines, []),
  ];
}

function entriesOf(document, path) {
  const map = path.reduce((value, key) => value?.[key], document);
  if (typeof map !== "object" || map === null) return [];
  if (typeof map.$ref === "string") return [];
  return Object.entries(map).flatMap(([name, value]) => pointsElsewhere(value, [...path, name]));
}

function pointsElsewhere(value, path) {
  if (typeof value?.$ref === "string" && !value.$ref.startsWith("#")) return [];
  return [
    { message: `${path.join(".")} is defined inline: move it to a file and refer to it.`, path },
  ];
}

function longDescriptions(value, lines, path) {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    if (key !== "description" || typeof inner !== "string")
      return longDescriptions(inner, lines, here);
    if (inner.trim().split("\n").length <= lines) return [];
    return [
      {
        message: `The description is longer than ${lines} lines: move details to the files that they are about.`,
        path: here,
      },
    ];
  });
}
