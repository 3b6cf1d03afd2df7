/** Which part of the page the address names: `#trade`, `#call/getDepth` and so on. */

import { useEffect, useState } from "preact/hooks";

import { decodeLeniently } from "../../runtime/encoding/percent.ts";

export const routes = ["trade", "inspect", "call", "sandbox", "connect"] as const;

export type RouteName = (typeof routes)[number];

export interface Route {
  readonly name: RouteName;
  /** What follows the name, such as an operation. */
  readonly rest: string;
  /** The fields behind a question mark. */
  readonly query: URLSearchParams;
}

/** The element of a part; were it the address itself, a browser would scroll past the header. */
export function panelId(name: RouteName): string {
  return `panel-${name}`;
}

/** The route of the address now, and after each change of it. Each part begins at its top. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = (): void => setRoute(readRoute());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => scrollTo(0, 0), [route.name]);
  return route;
}

function readRoute(): Route {
  const [path = "", query = ""] = location.hash.slice(1).split(/\?(.*)/u);
  const [wanted, ...rest] = path.split("/");
  const name = routes.find((one) => one === wanted) ?? "trade";
  return { name, rest: decodeLeniently(rest.join("/")), query: new URLSearchParams(query) };
}
