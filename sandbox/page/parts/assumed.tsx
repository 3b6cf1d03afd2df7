import { given } from "../given.ts";

/** Marks an assumption; links to it where the docs are served. */
export function Assumed({ id }: { readonly id: string }) {
  const title = `The interface does not show it; see the assumption ${id}.`;
  return given.hasDocs ? (
    <a class="assumed" href={`docs/assumptions.html#${id}`} title={title}>
      assumed
    </a>
  ) : (
    <span class="assumed" title={title}>
      assumed
    </span>
  );
}
