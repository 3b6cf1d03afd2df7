/**
 * What the interface documents of a response is required, what is only assumed never is. Option
 * `direction`: `documented` reports documented properties that are missing from `required`,
 * `assumed` reports assumed ones that stand in it; option `optional` names documented exceptions as
 * `File.property`. A constant marks the kind of an object, so it may be required even
 * where all of the object is assumed. Runs on `properties`, unresolved, because the
 * marks stand beside a `$ref`.
 */
export default function requiredAsDocumented(properties, { direction, optional = [] }, context) {
  const record = at(context.document.data, context.path.slice(0, -1));
  if (!isObject(properties) || !isObject(record)) return [];
  const required = Array.isArray(record.required) ? record.required : [];
  const wholeIsAssumed = insideAssumed(context.document.data, context.path);
  const report = direction === "documented" ? missing : forbidden;
  const file = (context.document.source ?? "")
    .split(/[\\/]/)
    .at(-1)
    .replace(/\.ya?ml$/, "");
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (optional.includes(`${file}.${name}`)) return [];
    const assumed = wholeIsAssumed || isMarked(schema);
    if (direction === "assumed" && isObject(schema) && "const" in schema) return [];
    const message = report(name, assumed, required.includes(name));
    return message === undefined ? [] : [{ message, path: [...context.path, name] }];
  });
}

function missing(name, assumed, isRequired) {
  if (assumed || isRequired) return undefined;
  return `"${name}" is documented: list it under required, or mark it with x-assumed.`;
}

function forbidden(name, assumed, isRequired) {
  if (!assumed || !isRequired) return undefined;
  return `"${name}" is assumed: take it out of required, because a response may lack it.`;
}

function insideAssumed(document, path) {
  return path.some((_, length) => isMarked(at(document, path.slice(0, length))));
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
