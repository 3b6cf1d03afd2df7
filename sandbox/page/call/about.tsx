/** A text of the contract; a file that it refers to is a link where the docs are served. */

import { readGiven } from "../given.ts";

/** Ends a clause: `; see spec/rules/orderParameters.yaml`. */
const reference = /;? see (spec\/[\w/.-]+\.yaml)/u;

export function About({ text }: { readonly text: string }) {
  const { hasDocs } = readGiven();
  // Every second part is the path of a file.
  const parts = text.split(reference);
  return (
    <p>
      {parts.map((part, at) => {
        if (at % 2 === 0) return part;
        if (!hasDocs) return null;
        return (
          <span key={part}>
            {" "}
            (<a href={`docs/${part}.html`}>its rules</a>)
          </span>
        );
      })}
    </p>
  );
}
