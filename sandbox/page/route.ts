/** Which part of the page the address names: `#trade`, `#call/getDepth` and so on. */

import { useEffect, useState } from "preact/hooks";

export const routes = ["trade", "inspect", "call", "sandbox", "connect"] as const;

export type RouteName = (typeof routes)[number];

export interface Route {
  readonly name: RouteName;
  /** What follows the name, such as an operation. */
  readonly rest: string;
}

/** The route of the address now, and after each change of it. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = (): void => setRoute(readRoute());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

function readRoute(): Route {
  const [wanted, ...rest] = location.hash.slice(1).split("/");
  const name = routes.find((one) => one === wanted) ?? "trade";
  return { name, rest: decodeURIComponent(rest.join("/")) };
}
