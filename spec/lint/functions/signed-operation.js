/**
 * A signed operation takes a required timestamp and an optional window, and one that is not signed
 * takes neither. x-signing names them. Runs on an operation whose parameters are resolved.
 */
export default function signedOperation(operation, _options, context) {
  const { "x-security": given, parameters: own } = operation;
  const { type: security, "x-assumed": assumed } =
    typeof given === "object" ? (given ?? {}) : { type: given };
  const { resolved } = context.documentInventory;
  const more = resolved["x-operation-defaults"]?.[assumed ?? security]?.parameters ?? [];
  const parameters = new Map([...(own ?? []), ...more].map((one) => [one.name, one]));
  const { timestamp, window, signature } = resolved["x-signing"]?.parameters ?? {};
  const { requires = [] } = resolved["x-security-types"]?.types?.[security] ?? {};
  const schemes = resolved.components?.securitySchemes ?? {};
  const complain = (message) => [
    { message: `${operation.operationId} ${message}`, path: context.path },
  ];
  if (!requires.some((scheme) => schemes[scheme]?.name === signature)) {
    const strays = [timestamp, window, signature].filter((name) => parameters.has(name));
    return strays.flatMap((name) => complain(`is not signed but takes ${name}: remove it.`));
  }
  return [
    ...(parameters.get(timestamp)?.required === true
      ? []
      : complain(`is signed but does not require ${timestamp}: add it from parameters.yaml.`)),
    ...(parameters.has(window)
      ? []
      : complain(`is signed but does not take ${window}: add it from parameters.yaml.`)),
  ];
}
