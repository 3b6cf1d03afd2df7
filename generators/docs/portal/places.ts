/** Pages by the path of the project file that they show. */
export type Places = ReadonlyMap<string, string>;

/** The address of a file from the portal's root, with the line if the name has one. */
export function hrefOfPlace(places: Places, name: string): string | undefined {
  const [, file = "", line] = /^(.*?)(?::(\d+))?$/u.exec(name) ?? [];
  const page = places.get(file);
  return page === undefined || line === undefined ? page : `${page}-L${line}`;
}
