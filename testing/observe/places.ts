/** Finds the place in the spec of a JSON pointer of a document, or of the node above it. */
export type FindPlace = (document: "openapi" | "asyncapi", pointer: string) => string;

/** Parses `documents/places.json`; places are `file:line`. */
export function readPlaces(table: unknown): FindPlace {
  const known = table as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return (document, pointer) => {
    const places = known[document] ?? {};
    let at = pointer;
    while (at !== "" && places[at] === undefined) at = at.slice(0, at.lastIndexOf("/"));
    return places[at] ?? "";
  };
}
