import { createCompleter } from "../../testing/fixture-server/lenient.ts";
import type { ContractTarget } from "../../testing/suite/run.ts";
import { givenSpec } from "../shared/given-spec.ts";

/** A sandbox; what fails inside of it goes to standard error. */
export async function startSandboxTarget(): Promise<() => ContractTarget> {
  const { sandboxTarget } = await import("../../testing/suite/sandbox-target.ts");
  const report = (text: string): void => void process.stderr.write(`sandbox: ${text}\n`);
  const given = givenSpec();
  const complete = given && { complete: createCompleter(given.documents) };
  return () => sandboxTarget({ report, ...complete });
}
