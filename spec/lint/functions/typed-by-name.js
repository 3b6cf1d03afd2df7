/**
 * A field whose name says what it holds is typed accordingly. Options: `names`, a regular
 * expression on the name; `schemas`, the named schemas it may refer to; `inline`, the
 * keyword sets it may be written with instead; `expected`, the fix in words; `elsewhere`, folders
 * of the spec in which such names mean something else.
 */
export default function typedByName(properties, options, context) {
  const source = (context.document.source ?? "").replaceAll("\\", "/");
  const passed = (options.elsewhere ?? []).some((folder) => source.includes(`/${folder}/`));
  if (!isObject(properties) || passed) return [];
  const names = new RegExp(options.names);
  return Object.entries(properties)
    .filter(([name]) => names.test(name))
    .filter(([, schema]) => isObject(schema) && !fits(schema, options))
    .map(([name]) => ({
      message: `"${name}" must be ${options.expected}.`,
      path: [...context.path, name],
    }));
}

function fits(schema, options) {
  if (typeof schema.$ref === "string") return options.schemas.includes(nameOf(schema.$ref));
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    if (Array.isArray(schema[keyword]))
      return schema[keyword].some((member) => fits(member, options));
  }
  return options.inline.some((keywords) =>
    Object.entries(keywords).every(([keyword, value]) => schema[keyword] === value),
  );
}

/** `../schemas/Decimal.yaml` and `#/components/schemas/Decimal` are both `Decimal`. */
function nameOf(reference) {
  return reference
    .split("/")
    .at(-1)
    .replace(/\.ya?ml$/, "");
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
