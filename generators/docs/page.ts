import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { style } from "./style.ts";

/** One page of the documentation: a file name and its whole text. */
export interface DocsPage {
  readonly path: string;
  readonly text: string;
}

/** The parts of a page. */
interface PageParts {
  readonly file: PageFile;
  readonly title: string;
  /** Name and version of the interface, for the tab of the browser and the head of the page. */
  readonly product: string;
  readonly body: Html;
  readonly contents: readonly { readonly id: string; readonly title: string }[];
  /** Text of a script; pages work without it. */
  readonly script?: string;
}

const files = [
  { file: "index.html", title: "Overview" },
  { file: "rest.html", title: "REST" },
  { file: "streams.html", title: "Streams" },
  { file: "rules.html", title: "Rules" },
  { file: "assumptions.html", title: "Assumptions" },
] as const;

export type PageFile = (typeof files)[number]["file"];

/** A page: head, links to the other pages, table of contents, body. */
export function page(parts: PageParts): DocsPage {
  const { file, title, product, body, contents, script } = parts;
  const links = files.map((one) =>
    one.file === file
      ? html`<a href="${one.file}" aria-current="page">${one.title}</a>`
      : html`<a href="${one.file}">${one.title}</a>`,
  );
  const list = contents.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const onThisPage = html`<nav class="contents" aria-label="On this page">
    <ol>
      ${list}
    </ol>
  </nav>`;
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${product}</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ markup: style }}
        </style>
      </head>
      <body>
        <header class="top">
          <nav aria-label="Pages"><span class="name">${product}</span>${links}</nav>
        </header>
        <div class="layout${contents.length === 0 ? " plain" : ""}">
          ${contents.length === 0 ? undefined : onThisPage}
          <main>${body}</main>
        </div>
        ${
          script === undefined
            ? undefined
            : html`<script>
                ${{ markup: script }};
              </script>`
        }
      </body>
    </html> `;
  return { path: file, text: text.markup };
}

/** A table; the first column holds the row heads. */
export function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(tableRow)}
      </tbody>
    </table>
  </div>`;
}

function tableRow([first, ...rest]: readonly Html[]): Html {
  return html`<tr>
    <th scope="row">${first}</th>
    ${rest.map((cell) => html`<td>${cell}</td>`)}
  </tr> `;
}
