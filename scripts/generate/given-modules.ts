/**
 * Runs commands for another spec. Fixture server, contract suite and observation import generated/;
 * here they get what the emitters make of that spec, without a file on a disk.
 */

import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { transformSync } from "esbuild";
import { load } from "js-yaml";

import { assemble } from "../../generators/contract/build.ts";
import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { Contract, JsonObject, Schema } from "../../generators/contract/model.ts";
import { buildSandboxSchemas } from "../../generators/contract/sandbox.ts";
import { fittingScenarios } from "../../generators/contract/scenarios.ts";
import { meaning } from "../../generators/contract/schemas/meaning.ts";
import { emitters } from "../../generators/emitters/index.ts";
import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import { isInstalled } from "../shared/command-line.ts";
import { giveSpec } from "../shared/given-spec.ts";
import { packageFile } from "../shared/package-root.ts";
import { type OpenedSpec, openSpec } from "../shared/spec.ts";

/**
 * The contract with what the commands need besides: what the sandbox takes, its names for error
 * codes that this contract has, too, and scenarios. A sandbox cannot give what was recorded once,
 * so it gets those of the package's contract instead, as far as they fit.
 */
export function completed(
  spec: OpenedSpec,
  contract: Contract,
  tests: "recordings" | "sandbox",
): Contract {
  const { loaded } = openSpec(packageFile("spec"));
  const own = assemble(loaded);
  const ids = new Set(contract.assumptions.map(({ id }) => id));
  const choices = own.assumptions.filter(
    ({ id, sandbox }) => sandbox !== undefined && !ids.has(id),
  );
  const names = own.errors.flatMap(({ code, name }) => {
    const same = contract.errors.find((error) => error.code === code);
    return same === undefined ? [] : [{ ...same, name }];
  });
  const whole = {
    ...contract,
    assumptions: [...contract.assumptions, ...choices],
    errors: [...names, ...contract.errors],
  };
  const others =
    tests === "sandbox"
      ? fittingScenarios(loaded, own, contract)
      : spec.files.flatMap((file) => recordedScenario(file, contract));
  const listed = new Set(contract.scenarios.map(({ id }) => id));
  return {
    ...whole,
    scenarios: [...others.filter(({ id }) => !listed.has(id)), ...contract.scenarios],
    sandbox: buildSandboxSchemas({ ...spec.loaded, sandbox: loaded.sandbox }, whole),
  };
}

/** Makes the modules that are imported from now on those of a spec. */
export function useSpec({ location }: OpenedSpec, contract: Contract): void {
  const drafts = emitters.flatMap((emitter) => emitter.emit(contract));
  const texts = new Map(drafts.map(({ path, text }) => [path, text]));
  const json = (name: string): unknown => JSON.parse(texts.get(`documents/${name}.json`) ?? "null");
  const documents = { openapi: json("openapi"), asyncapi: json("asyncapi") };
  giveSpec({ folder: location.folder, documents, places: json("places") });
  const program = (url: string): string | undefined => {
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

const exported =
  /^export (?:(?:declare )?(?:async )?(?:const|function\*?|class) (\w+)|\{([^}]+)\})/gmu;

function namesIn(text: string): readonly string[] {
  const names = [...text.matchAll(exported)].flatMap(([, name, list = ""]) => [
    name ?? "",
    ...list.split(","),
  ]);
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))];
}

/** A row for a recorded success: it sends what was sent, and takes any response that fits. */
function recordedScenario({ path, text }: SpecFile, contract: Contract): readonly JsonObject[] {
  const id = /^examples\/([^/]+)\.ya?ml$/u.exec(path)?.[1] ?? "";
  const operation = contract.operations.find((one) => one.id === id.split(".")[0]);
  if (operation === undefined) return [];
  const example = fieldsIn(load(text));
  const { query, body } = fieldsIn(example["x-request"]);
  if (fieldsIn(example["x-response"])["status"] !== 200) return [];
  const { timestamp, signature } = contract.signing;
  const fields = Object.entries({ ...fieldsIn(query), ...fieldsIn(body) })
    .filter(([name]) => name !== timestamp && name !== signature)
    .map(([name, value]) => {
      const { schema } = operation.parameters.find((one) => one.name === name) ?? {};
      return [name, typed(String(value), schema, contract)] as const;
    });
  return [{ id, summary: String(example["summary"]), fields: Object.fromEntries(fields) }];
}

/** Recordings hold texts; the client takes numbers. */
function typed(text: string, schema: Schema | undefined, { schemas }: Contract): string | number {
  const { kind } = schema === undefined ? { kind: "text" } : meaning(schema, schemas);
  return kind === "integer" || kind === "int64" ? Number(text) : text;
}
