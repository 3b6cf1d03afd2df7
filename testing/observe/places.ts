/** Finds where in the spec a JSON pointer of a document, or the node above it, is written. */
export type FindPlace = (document: "openapi" | "asyncapi", pointer: string) => string;

/** Reads `documents/places.json`; places are `file:line`. */
export function readPlaces(table: unknown): FindPlace {
  const known = table as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return (document, pointer) => {
    const places = known[document] ?? {};
    let at = pointer;
    while (at !== "" && places[at] === undefined) at = at.slice(0, at.lastIndexOf("/"));
    return places[at] ?? "";
  };
}
