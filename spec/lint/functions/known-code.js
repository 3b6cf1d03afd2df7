/** A code in the retry rules is a code of the error table. Runs on the resolved entry document. */
export default function knownCode(document) {
  const codes = new Set((document?.["x-errors"]?.codes ?? []).map((one) => one.code));
  return (document?.["x-retry"]?.rules ?? []).flatMap((rule, index) => {
    const code = rule?.on?.code;
    if (code === undefined || codes.has(code)) return [];
    const message = `The retry rule speaks of code ${code}: add it to the error table.`;
    return [{ message, path: ["x-retry", "rules", String(index)] }];
  });
}
