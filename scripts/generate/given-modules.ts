/**
 * Runs commands for another spec. Fixture server, contract suite and observation import generated/;
 * here they get what the emitters make of that spec, without a file on a disk.
 */

import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { transformSync } from "esbuild";

import type { Contract } from "../../generators/contract/model.ts";
import { emitters } from "../../generators/emitters/index.ts";
import { isInstalled } from "../shared/command-line.ts";
import { giveSpec } from "../shared/given-spec.ts";
import { packageFile } from "../shared/package-root.ts";
import type { OpenedSpec } from "../shared/spec.ts";
import { scenariosOf } from "./given-scenarios.ts";

/** Makes the modules that are imported from now on those of a spec. */
export async function useSpec({ location, files }: OpenedSpec, contract: Contract): Promise<void> {
  const drafts = await Promise.all(emitters.map(async (emitter) => emitter.emit(contract)));
  const texts = new Map(drafts.flat().map(({ path, text }) => [path, text]));
  const json = (name: string): unknown => JSON.parse(texts.get(`documents/${name}.json`) ?? "null");
  const documents = { openapi: json("openapi"), asyncapi: json("asyncapi") };
  giveSpec({ folder: location.folder, documents, places: json("places") });
  const scenarioText = JSON.stringify(scenariosOf(files, contract));
  const program = (url: string): string | undefined => {
    if (url.startsWith(own("testing/scenarios/index."))) return scenarioModule(scenarioText);
    if (!url.startsWith(own("generated/"))) return undefined;
    const name = basename(fileURLToPath(url)).replace(/\.[jt]s$/u, "");
    const text = transformSync(texts.get(`${name}.ts`) ?? "", { loader: "ts" }).code;
    return `${text}\n${undefinedNames(name, text)}`;
  };
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = "" } = context;
      if (!isOurs(parentURL) || !specifier.startsWith(".")) return next(specifier, context);
      const { pathname } = new URL(specifier, parentURL);
      const [name] = /generated\/[\w-]+(?=\.[jt]s$)/u.exec(pathname) ?? [];
      if (name !== undefined) return { url: own(`${name}.ts`), shortCircuit: true };
      // What is emitted names sources; in an installed package they are compiled.
      const isCompiled = isInstalled && parentURL.startsWith(own("generated/"));
      return next(isCompiled ? specifier.replace(/\.ts$/u, ".js") : specifier, context);
    },
    load: (url, context, next) => {
      const source = program(url);
      return source === undefined
        ? next(url, context)
        : { format: "module", source, shortCircuit: true };
    },
  });
}

function isOurs(url: string): boolean {
  const root = own("");
  return url.startsWith(root) && !url.startsWith("node_modules/", root.length);
}

/** The address of a file of this program, as modules name each other. */
function own(path: string): string {
  return new URL(`../../${path}`, import.meta.url).href;
}

/** What this exchange's contract has and another may lack is `undefined` there. */
function undefinedNames(module: string, text: string): string {
  const files = [`dist/generated/${module}.d.ts`, `generated/${module}.ts`];
  const file = files.map((path) => packageFile(path)).find(existsSync);
  const names = namesIn(file === undefined ? "" : readFileSync(file, "utf8"));
  const there = namesIn(text);
  return names
    .filter((name) => !there.includes(name))
    .map((name) => `export const ${name} = undefined;`)
    .join("\n");
}

const exported = /^export (?:declare )?(?:async )?(?:const|function\*?|class) (\w+)/gmu;

function namesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(exported)].map(([, name = ""]) => name))];
}

function scenarioModule(rows: string): string {
  return `export const scenarios = ${rows};
export const callScenarios = scenarios.filter(({ steps }) => steps === undefined);
export const streamScenarios = scenarios.filter(({ steps }) => steps !== undefined);
export const scenariosFor = () => scenarios;`;
}
