/**
 * The name of a schema becomes the name of a type, so it must not hide one that all programs know.
 * Runs on the root of a file in one of the option's `folders` (its name is the file's) and on maps
 * of components (their names are the keys).
 */
export default function nameIsFree(value, { folders }, context) {
  if (context.path.length > 0) {
    return Object.keys(value ?? {})
      .filter((name) => isTaken(name))
      .map((name) => ({ message: sentence(name), path: [...context.path, name] }));
  }
  const source = (context.document.source ?? "").replaceAll("\\", "/");
  const [folder, file] = source.split("/").slice(-2);
  const name = file?.replace(/\.ya?ml$/, "");
  return folders.includes(folder) && isTaken(name) ? [{ message: sentence(name), path: [] }] : [];
}

const typesOfTheLanguage = [
  "Array",
  "ArrayLike",
  "Awaited",
  "Boolean",
  "Capitalize",
  "Exclude",
  "Extract",
  "Function",
  "Iterable",
  "Iterator",
  "NonNullable",
  "Number",
  "Object",
  "Omit",
  "Parameters",
  "Partial",
  "Pick",
  "PromiseLike",
  "Readonly",
  "Record",
  "Required",
  "ReturnType",
  "String",
  "Symbol",
];

function isTaken(name) {
  return typesOfTheLanguage.includes(name) || (/^[A-Z]/.test(name) && name in globalThis);
}

function sentence(name) {
  return `A schema called "${name}" would hide the global of that name: choose a fuller name.`;
}
