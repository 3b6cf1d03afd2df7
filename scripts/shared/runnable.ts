/** A command as `spawn` and `execFile` of Node take it. */
export interface Runnable {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/** Windows has npm and its tools as scripts, which only a shell runs, with words in quotes. */
export function runnable(
  name: string,
  args: readonly string[],
  platform: string = process.platform,
): Runnable {
  if (platform !== "win32") return { file: name, args, shell: false };
  const words = [name, ...args].map((word) =>
    /^[\w.:/\\=@-]+$/u.test(word) ? word : `"${word.replaceAll('"', '""')}"`,
  );
  return { file: words.join(" "), args: [], shell: true };
}
