/**
 * Documented properties of a response are required: reports those that are missing from
 * `required`, except those that x-detail gives on request. Option `optional` names exceptions as
 * `File.property`. Runs on `properties`, unresolved, because the marks stand beside a `$ref`.
 */
export default function requiredAsDocumented(properties, { optional }, context) {
  const { data, source } = context.document;
  const record = at(data, context.path.slice(0, -1));
  if (!isObject(properties) || !isObject(record)) return [];
  // A mark also covers everything inside.
  if (context.path.some((_, length) => isMarked(at(data, context.path.slice(0, length)))))
    return [];
  const onRequest = Object.values(record["x-detail"]?.levels ?? {}).flat();
  const required = [...(Array.isArray(record.required) ? record.required : []), ...onRequest];
  const file = (source ?? "")
    .split(/[\\/]/)
    .at(-1)
    .replace(/\.ya?ml$/, "");
  return Object.entries(properties)
    .filter(([name, schema]) => !isMarked(schema) && !required.includes(name))
    .filter(([name]) => !optional.includes(`${file}.${name}`))
    .map(([name]) => ({
      message: `"${name}" is documented: list it under required, or mark it with x-assumed.`,
      path: [...context.path, name],
    }));
}

function isMarked(value) {
  return isObject(value) && ("x-assumed" in value || "x-unstated" in value);
}

function at(document, path) {
  return path.reduce((value, key) => value?.[key], document);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
