import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Application } from "typedoc";

import type { MarkdownText } from "../../generators/docs/guides.ts";
import { inTemporaryFolder } from "../shared/temporary-folder.ts";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly node: string }>>;
}

/** Everything that the package exports, as one Markdown text for each of its subpaths. */
export async function readClientReference(): Promise<readonly MarkdownText[]> {
  const { exports } = JSON.parse(await readFile("package.json", "utf8")) as Manifest;
  const modules = Object.entries(exports).flatMap(([subpath, target]) => {
    const built = typeof target === "string" ? target : target.node;
    const source = /^\.\/dist\/(.*)\.js$/u.exec(built)?.[1];
    return source === undefined ? [] : [{ subpath, source }];
  });
  return inTemporaryFolder(async (folder) => {
    await writeReference(
      modules.map(({ source }) => `${source}.ts`),
      folder,
    );
    const texts = modules.map(async ({ subpath, source }) => {
      const file = `${source.replace(/\/index$/u, "")}.md`;
      const name = subpath === "." ? "tradespec" : `tradespec${subpath.slice(1)}`;
      const text = `# ${name}\n\n${await readFile(join(folder, file), "utf8")}`;
      const page = `client/${name.split("/").at(-1)}.html`;
      return { file: `reference/${file}`, page, title: name, text };
    });
    return Promise.all(texts);
  });
}

async function writeReference(entryPoints: readonly string[], path: string): Promise<void> {
  // The plugin's options are unknown to the types of TypeDoc.
  const layout = {
    outputFileStrategy: "modules",
    hidePageHeader: true,
    hidePageTitle: true,
    hideBreadcrumbs: true,
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    classPropertiesFormat: "table",
    typeAliasPropertiesFormat: "table",
    typeDeclarationFormat: "table",
    propertyMembersFormat: "table",
    enumMembersFormat: "table",
  };
  const application = await Application.bootstrapWithPlugins({
    entryPoints: [...entryPoints],
    tsconfig: "tsconfig.build.json",
    plugin: ["typedoc-plugin-markdown"],
    outputs: [{ name: "markdown", path }],
    // Its types of paths are 20,000 lines that openapi-fetch reads, and nobody else.
    exclude: ["**/generated/schema.ts"],
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    disableSources: true,
    skipErrorChecking: true,
    readme: "none",
    logLevel: "Error",
    ...layout,
  });
  const project = await application.convert();
  if (project === undefined) throw new Error("typedoc found nothing to document.");
  await application.generateOutputs(project);
}
