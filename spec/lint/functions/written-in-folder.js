/**
 * A list is only allowed in the folders of the option `folders`, paths in the spec folder. Option
 * `fix` says what to do instead.
 */
export default function writtenInFolder(value, { folders, fix }, context) {
  // The variables of a server address are not sent.
  if (!Array.isArray(value) || context.path[0] === "servers") return [];
  const source = (context.document.source ?? "").replaceAll("\\", "/");
  if (folders.some((folder) => source.includes(`/${folder}/`))) return [];
  return [{ message: fix }];
}
