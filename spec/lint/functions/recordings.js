/**
 * Each documented response is shown by a recording, and each recording belongs to its operation:
 * same method, same path, the status under which it stands. Runs on an operation, resolved. Option
 * `direction`: `exists` or `fits`. An operation whose response is assumed may go without.
 */
export default function recordings(operation, { direction }, context) {
  const response = operation.responses?.["200"];
  const content = response?.content?.["application/json"];
  const examples = content?.examples ?? {};
  const path = [...context.path, "responses", "200"];
  if (direction === "exists") {
    if (isOpen(operation) || isOpen(response) || isOpen(content) || isOpen(content?.schema))
      return [];
    if (content === undefined || Object.keys(examples).length > 0) return [];
    const message = `${operation.operationId} shows no recorded response: run npm run record.`;
    return [{ message, path }];
  }
  const [method, route] = [context.path.at(-1), context.path.at(-2)];
  return Object.entries(examples).flatMap(([name, example]) =>
    faults(example, String(method).toUpperCase(), route).map((message) => ({
      message: `The recording ${name} ${message}`,
      path: [...path, "content", "application/json", "examples", name],
    })),
  );
}

function faults(example, method, route) {
  const request = example?.["x-request"];
  const response = example?.["x-response"];
  if (request === undefined || response === undefined) {
    return ["lacks its x-request or x-response: record it, do not type it."];
  }
  return [
    ...(request.method === method
      ? []
      : [`was made with ${request.method}, not ${method}: record it again.`]),
    ...(request.path === route
      ? []
      : [`was made on ${request.path}, not ${route}: record it again.`]),
    ...(response.status === 200
      ? []
      : [`has the status ${response.status} and stands under 200: move it.`]),
  ];
}

function isOpen(value) {
  return (
    typeof value === "object" && value !== null && ("x-assumed" in value || "x-unstated" in value)
  );
}
