import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/**
 * Reads a command's options the same way for every script: `--help` prints the text and exits 0,
 * an unknown option prints what is wrong and the text, and exits 2.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>> {
  try {
    const read = parseArgs({
      options: { ...options, help: { type: "boolean" } },
      allowPositionals: true,
    });
    if ((read.values as { help?: boolean }).help) {
      process.stdout.write(`${help.trim()}\n`);
      process.exit(0);
    }
    return read as ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${reason}\n\n${help.trim()}\n`);
    process.exit(2);
  }
}
