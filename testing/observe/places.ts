/** Where the nodes of the documents are written in the spec. */

/** Finds the `file:line` of a JSON pointer, or of the nearest node above it. */
export interface Places {
  readonly find: (document: "openapi" | "asyncapi", pointer: string) => string;
}

/** Reads `documents/places.json`. */
export function readPlaces(table: unknown): Places {
  const known = table as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return {
    find: (document, pointer) => {
      const places = known[document] ?? {};
      let at = pointer;
      while (at !== "" && places[at] === undefined) at = at.slice(0, at.lastIndexOf("/"));
      return places[at] ?? "";
    },
  };
}
