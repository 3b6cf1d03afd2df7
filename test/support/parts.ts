/**
 * Whether a part of the machine that a test needs is missing, so that the test is skipped; says so.
 * Throws where TRADESPEC_REQUIRE names the part: CI lists there what it promises to have.
 */
export function isMissing(part: string, isThere: boolean): boolean {
  if (isThere) return false;
  const required = (process.env["TRADESPEC_REQUIRE"] ?? "").split(/[\s,]+/u);
  if (required.includes(part)) {
    throw new Error(`There is no ${part} here, and TRADESPEC_REQUIRE names it: install it.`);
  }
  process.stderr.write(`skipped: tests that need ${part}, which is not here\n`);
  return true;
}
