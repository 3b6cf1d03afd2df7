import type { ContractTarget } from "../../testing/suite/run.ts";

/** A sandbox of the package's own contract; what fails inside of it goes to standard error. */
export async function startSandboxTarget(): Promise<() => ContractTarget> {
  const { sandboxTarget } = await import("../../testing/suite/sandbox-target.ts");
  const report = (text: string): void => void process.stderr.write(`sandbox: ${text}\n`);
  return () => sandboxTarget({ report });
}
