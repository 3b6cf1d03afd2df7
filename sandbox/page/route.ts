/** The parts of the page, by address: `#trade`, `#call/getDepth` and so on. */

import { useEffect, useState } from "preact/hooks";

import { decodeLeniently } from "../../runtime/encoding/percent.ts";

export const routes = ["trade", "inspect", "report", "call", "sandbox", "connect"] as const;

export type RouteName = (typeof routes)[number];

/** The last address of a part. */
export type Route = ReturnType<typeof readRoute>;

type Routes = Readonly<Record<RouteName, Route>>;

/** The current part, and the route of each part. Each part starts at its top. */
export function useRoutes() {
  const [last, setLast] = useState(() => withAddress(initial, location.hash));
  useEffect(() => {
    const follow = (): void => setLast((before) => withAddress(before, location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const current = nameIn(location.hash);
  useEffect(() => scrollTo(0, 0), [current]);
  return { current, last };
}

const initial = Object.fromEntries(routes.map((name) => [name, readRoute(`#${name}`)])) as Routes;

function withAddress(before: Routes, hash: string): Routes {
  return { ...before, [nameIn(hash)]: readRoute(hash || initial.trade.hash) };
}

/** What the tabs are called on the page. */
const otherNames: Readonly<Record<string, RouteName>> = {
  inspector: "inspect",
  requests: "inspect",
  faults: "sandbox",
  clock: "sandbox",
};

function nameIn(hash: string): RouteName {
  const [, name = ""] = /^#(\w*)/u.exec(hash) ?? [];
  return routes.find((route) => route === (otherNames[name] ?? name)) ?? "trade";
}

/** An address with the part after its name, such as an operation, and its query. */
function readRoute(hash: string) {
  const [path = "", query = ""] = hash.split(/\?(.*)/u);
  const [, ...rest] = path.split("/");
  return { hash, rest: decodeLeniently(rest.join("/")), query: new URLSearchParams(query) };
}
