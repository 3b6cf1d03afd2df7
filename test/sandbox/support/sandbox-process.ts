/** A sandbox in a process of its own, as `npm run sandbox` starts it. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface SandboxProcess {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** All that it wrote so far. */
  readonly output: () => string;
  /** Ends it; the result is its exit code, `null` when the signal ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

export interface ProcessOptions {
  /** Longest file that it may write, in blocks of 512 bytes. */
  readonly fileBlocksMax?: number;
}

/** Starts one on a free port; its log is JSON, which `output` returns. */
export async function startProcess(
  args: readonly string[],
  { fileBlocksMax }: ProcessOptions = {},
): Promise<SandboxProcess> {
  const command = [process.execPath, "scripts/sandbox.js", "--port", "0", "--log", "json", ...args];
  const limited = ["-c", `ulimit -S -f ${fileBlocksMax}; exec "$@"`, "sh"];
  const child =
    fileBlocksMax === undefined
      ? spawn(command[0] ?? "", command.slice(1))
      : spawn("/bin/sh", [...limited, ...withoutSignal(command)]);
  started.add(child);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const [, found] = /"started","text":"(\S+)/u.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`the sandbox ended: ${output}`)));
  });
  return {
    baseUrl,
    child,
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

const started = new Set<ChildProcess>();

/** Ends all that a test has left running. */
export function killProcesses(): void {
  for (const child of started) child.kill("SIGKILL");
}

/** A process that writes beyond its limit gets an error, as on a full disk, and no signal. */
function withoutSignal([node = "", ...rest]: readonly string[]): string[] {
  return [node, "--import", "data:text/javascript,process.on('SIGXFSZ', () => {})", ...rest];
}
