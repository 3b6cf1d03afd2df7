/** A path begins with the prefix that x-versioning states. Runs on the name of a path. */
export default function pathPrefix(path, _options, context) {
  const { pathPrefix = "/" } = context.documentInventory.resolved["x-versioning"] ?? {};
  if (path.startsWith(pathPrefix)) return [];
  return [{ message: `The path ${path} does not begin with ${pathPrefix}, as x-versioning says.` }];
}
