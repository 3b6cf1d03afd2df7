/** README and guides as text, and the samples in them. */

import { readdir, readFile } from "node:fs/promises";

export interface Page {
  readonly path: string;
  readonly text: string;
}

export interface Sample {
  /** The page that it stands on. */
  readonly path: string;
  readonly language: string;
  /** The name of the file it is to be written to, where the page gives one. */
  readonly file: string | undefined;
  readonly code: string;
}

const names = (await readdir("docs")).filter((name) => name.endsWith(".md"));

export const pages: readonly Page[] = await Promise.all(
  ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
    .concat(names.map((name) => `docs/${name}`))
    .map(async (path) => ({ path, text: await readFile(path, "utf8") })),
);

/** The fenced blocks of all pages, in their order. */
const allSamples: readonly Sample[] = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gmu)].map(
    ([, language = "", file, code = ""]) => ({ path, language, file, code }),
  ),
);

const ofGenerator = ["docs/generator.md", "docs/contract-json.md"];

/** The samples for users of the client. */
export const samples = allSamples.filter(({ path }) => !ofGenerator.includes(path));

/** The samples for authors of another contract, which build on each other. */
export const generatorSamples = allSamples.filter(({ path }) => ofGenerator.includes(path));
