/**
 * A signed operation takes a required timestamp and an optional recvWindow, and one that is not
 * signed takes neither. Runs on an operation whose parameters are resolved.
 */
export default function signedOperation(operation, _options, context) {
  const security =
    typeof operation["x-security"] === "object"
      ? operation["x-security"]?.type
      : operation["x-security"];
  const parameters = new Map((operation.parameters ?? []).map((one) => [one.name, one]));
  const complain = (message) => [
    { message: `${operation.operationId} ${message}`, path: context.path },
  ];
  if (security !== "SIGNED") {
    const strays = ["timestamp", "recvWindow", "signature"].filter((name) => parameters.has(name));
    return strays.flatMap((name) => complain(`is not signed but takes ${name}: remove it.`));
  }
  return [
    ...(parameters.get("timestamp")?.required === true
      ? []
      : complain("is signed but does not require timestamp: add it from parameters.yaml.")),
    ...(parameters.has("recvWindow")
      ? []
      : complain("is signed but does not take recvWindow: add it from parameters.yaml.")),
  ];
}
