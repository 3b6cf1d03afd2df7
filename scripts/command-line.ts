import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Reads the options of a command. `--help` prints the text and exits 0; an unknown option, or a
 * word where the command takes `"no words"`, prints the error and the text, and exits 2.
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
    // The first sentence says what is wrong; the others explain the parser.
    process.stderr.write(`${reason.split(/\. (?=[A-Z])/u)[0] ?? reason}.\n\n${help.trim()}\n`);
    process.exit(2);
  }
}

/** The number of `--port`; exits 2 if it is no port. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= portMax) return port;
  return refuseValue(`--port is "${text}"; give a whole number from 0 to ${portMax}.`);
}

const portMax = 65_535;

/** The URL of `--base-url`, without a slash at its end; exits 2 if it is no URL. */
export function readAddress(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return text.replace(/\/+$/u, "");
  return refuseValue(`--base-url is "${text}"; give one like http://127.0.0.1:9700.`);
}

/** The URL of `--stream-url`, by default with the path /stream; exits 2 if it is no URL. */
export function readStreamAddress(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== "ws:" && url?.protocol !== "wss:") {
    return refuseValue(`--stream-url is "${text}"; give one like ws://127.0.0.1:9700/stream.`);
  }
  return url.pathname === "/" ? `${url.origin}/stream` : text.replace(/\/+$/u, "");
}

/** Exits 2: the streams of a server need its REST URL, too. */
export function refuseLoneStreams(): never {
  return refuseValue("--stream-url stands alone; give the server's --base-url with it.");
}

/** Prints the error and exits 2. */
export function refuseValue(message: string): never {
  process.stderr.write(`${message} See --help.\n`);
  process.exit(2);
}
