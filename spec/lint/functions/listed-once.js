/** Entries of a list differ in the field that the option `field` names. */
export default function listedOnce(entries, { field }, context) {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry, index) => {
    const first = entries.findIndex((one) => one?.[field] === entry?.[field]);
    if (entry?.[field] === undefined || first === index) return [];
    const message = `${field} ${entry[field]} is listed twice: keep one.`;
    return [{ message, path: [...context.path, String(index)] }];
  });
}
