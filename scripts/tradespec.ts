#!/usr/bin/env node
/**
 * The package's command: `npx tradespec sandbox | mock | contract | record`, each with `--help`.
 */

const [name] = process.argv.splice(2, 1);

switch (name) {
  case "sandbox":
    await import("./sandbox.ts");
    break;
  case "mock":
    await import("./mock.ts");
    break;
  case "record":
    await import("./record.ts");
    break;
  case "contract":
    await import("./contract.ts");
    break;
  default:
    process.stderr.write(
      [
        "npx tradespec sandbox     an exchange to try things on, on this machine",
        "npx tradespec contract    the contract suite, against recordings or any server",
        "npx tradespec mock        the recorded responses on a port",
        "npx tradespec record      what a server answers, secrets redacted",
        "",
        "Each takes --help.",
        "",
      ].join("\n"),
    );
    process.exitCode = name === undefined || name === "--help" ? 0 : 2;
}
