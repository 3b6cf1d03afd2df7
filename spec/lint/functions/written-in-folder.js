/**
 * What this finds may only be written in one of the folders of the option `folders`, each a path
 * below the spec folder. Option `fix` says what to do instead.
 */
export default function writtenInFolder(value, { folders, fix }, context) {
  // The variables of a server address are words for tools, not for the wire.
  if (!Array.isArray(value) || context.path[0] === "servers") return [];
  const source = (context.document.source ?? "").replaceAll("\\", "/");
  if (folders.some((folder) => source.includes(`/${folder}/`))) return [];
  return [{ message: fix }];
}
