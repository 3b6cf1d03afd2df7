/**
 * An operation lists success, an exceeded limit, a ban, another refusal and a failure. Runs on its
 * responses; x-limits says which statuses limits and bans have.
 */
export default function outcomes(responses, _options, context) {
  const { exceeded, repeated } = context.documentInventory.resolved["x-limits"] ?? {};
  const limits = [exceeded, repeated].flatMap((one) => one?.status ?? []).map(String);
  const listed = Object.keys(responses);
  // The build may write 4XX and 5XX as the listed statuses.
  const others = listed.filter((status) => status !== "408" && !limits.includes(status));
  const missing = [
    ...["200", ...limits].filter((status) => !listed.includes(status)),
    ...["4", "5"].flatMap((digit) =>
      others.some((status) => status.startsWith(digit)) ? [] : [`${digit}XX`],
    ),
  ];
  if (missing.length === 0) return [];
  const message = `This operation lacks a response for ${missing.join(", ")}: add it to rules/operations.yaml.`;
  return [{ message }];
}
