import { connect, type Socket } from "node:net";

/** One answer as it came over the line. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed where it is JSON, text otherwise. */
  readonly body: unknown;
}

/**
 * Sends bytes as they are and gathers answers until that many are there, the other side hangs up,
 * or nothing more comes for some time.
 */
export function talk(
  port: number,
  bytes: string | Buffer,
  { answers = 1, quietMs = 5000 }: { readonly answers?: number; readonly quietMs?: number } = {},
): Promise<readonly RawAnswer[]> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let came = Buffer.alloc(0);
    const finish = (): void => {
      socket.destroy();
      resolve(parse(came));
    };
    socket.setTimeout(quietMs, finish);
    socket.on("data", (chunk) => {
      came = Buffer.concat([came, chunk]);
      if (parse(came).length >= answers) finish();
    });
    socket.on("end", finish);
    socket.on("error", finish);
  });
}

/** All answers that are there in full. */
function parse(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1) return answers;
    const [first = "", ...lines] = rest.toString("latin1", 0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers["content-length"] ?? 0);
    const text = rest.subarray(end + 4, end + 4 + length);
    if (text.length < length) return answers;
    answers.push({ status: Number(first.split(" ")[1]), headers, body: json(text.toString()) });
    rest = rest.subarray(end + 4 + length);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
