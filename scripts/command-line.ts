import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Reads a command's options the same way for every script: `--help` prints the text and exits 0;
 * an unknown option, or a word where the command takes `"no words"`, prints what is wrong and the
 * text, and exits 2.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  takes: "words" | "no words" = "no words",
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>> {
  try {
    const read = parseArgs({
      options: { ...options, help: { type: "boolean" } },
      allowPositionals: takes === "words",
    });
    if ((read.values as { help?: boolean }).help) {
      process.stdout.write(`${help.trim()}\n`);
      process.exit(0);
    }
    return read as ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // What follows the first sentence explains the parser, not the command.
    process.stderr.write(`${reason.split(/\. (?=[A-Z])/u)[0] ?? reason}.\n\n${help.trim()}\n`);
    process.exit(2);
  }
}

/** The number behind `--port`; ends the command with 2 when it is none. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= portMax) return port;
  return refuseValue(`--port is "${text}"; give a whole number from 0 to ${portMax}.`);
}

const portMax = 65_535;

/** The address behind `--base-url`, without a slash at its end; ends the command with 2 if bad. */
export function readAddress(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return text.replace(/\/+$/u, "");
  return refuseValue(`--base-url is "${text}"; give one like http://127.0.0.1:9700.`);
}

/** The address behind `--stream-url`; the usual path where none is given, 2 when it is bad. */
export function readStreamAddress(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== "ws:" && url?.protocol !== "wss:") {
    return refuseValue(`--stream-url is "${text}"; give one like ws://127.0.0.1:9700/stream.`);
  }
  return url.pathname === "/" ? `${url.origin}/stream` : text.replace(/\/+$/u, "");
}

/** Ends the command with 2: streams belong to a server that is asked over REST too. */
export function refuseLoneStreams(): never {
  return refuseValue("--stream-url stands alone; give the server's --base-url with it.");
}

/** Ends the command with 2, as for an option that there is not. */
export function refuseValue(message: string): never {
  process.stderr.write(`${message} See --help.\n`);
  process.exit(2);
}
