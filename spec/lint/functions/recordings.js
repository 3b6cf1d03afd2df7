/**
 * Each documented response has a recording; assumed ones need none. Runs on an operation, resolved.
 */
export default function recordings(operation, _options, context) {
  const response = operation.responses?.["200"];
  const content = response?.content?.["application/json"];
  if ([operation, response, content, content?.schema].some(isOpen)) return [];
  if (content === undefined || Object.keys(content.examples ?? {}).length > 0) return [];
  const message = `${operation.operationId} has no recorded response: run npm run record, and list the recording under examples.`;
  return [{ message, path: [...context.path, "responses", "200"] }];
}

function isOpen(value) {
  return (
    typeof value === "object" && value !== null && ("x-assumed" in value || "x-unstated" in value)
  );
}
