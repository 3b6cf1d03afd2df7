import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a spec that has each operation of spec/ `times` times: copies have paths, ids, types of
 * responses and recordings of their own, and no role. Returns the number of its operations.
 */
export function writeLargeSpec(folder: string, times: number): number {
  cpSync("spec", folder, { recursive: true });
  const read = (path: string) => readFileSync(join("spec", path), "utf8");
  const paths = readdirSync("spec/paths", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => `paths/${path}`);
  const all = paths.map(read).join("");
  const parts = [...new Set(all.match(/(?<=\.\.\/)(schemas|examples)\/[\w.-]+/gu))];
  const ids = all.match(/(?<=operationId: )\w+/gu) ?? [];
  const schemas = parts.flatMap((path) => path.match(/(?<=^schemas\/)\w+/u) ?? []);
  const files = [...paths, ...parts].map((path) => ({ path, text: read(path) }));
  const names = new RegExp(`\\b(${ids.join("|")})\\b|\\b(${schemas.join("|")})(?=\\.yaml)`, "gu");
  const entry = read("openapi.yaml");
  const [table = ""] = /^ {2}\/api\/(.|\n {2})+\n/mu.exec(entry) ?? [];
  let tables = table;
  for (let copy = 2; copy <= times; copy += 1) {
    const copied = (text: string) =>
      text.replace(names, `$&${copy}`).replaceAll("/api/v1/", `/api/v1/copy${copy}/`);
    const pathFile = (text: string) => text.replaceAll(".yaml", `${copy}.yaml`);
    for (const { path, text } of files) {
      const target = path.startsWith("paths/") ? pathFile(path) : copied(path);
      writeFileSync(join(folder, target), copied(text).replace(/^ *x-role: .*\n/mu, ""));
    }
    tables += pathFile(copied(table));
  }
  writeFileSync(join(folder, "openapi.yaml"), entry.replace(table, tables));
  return ids.length * times;
}
