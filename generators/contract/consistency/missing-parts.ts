import type { BuildContext } from "../context.ts";
import type { Channel, Contract } from "../model.ts";

/** Reports what is used and not described: signatures, connections, messages, order books. */
export function reportMissingParts(context: BuildContext, contract: Contract): void {
  const { openapi, asyncapi, problems } = context;
  const { operations, channels } = contract;
  const signed = operations.find(({ security }) => security.signed);
  if (signed !== undefined && openapi["x-signing"] === undefined) {
    const message = `${signed.id} is signed (${signed.security.name}), and no x-signing says how.`;
    const fix = "Write it in spec/rules/signing.yaml, and refer to that in spec/openapi.yaml.";
    problems.report(signed.origin, message, fix);
  }
  for (const { id, method, security, placement, cancellation, changes, origin } of operations) {
    if (method === "GET" || !security.signed) continue;
    if ((placement ?? cancellation ?? changes) !== undefined) continue;
    const message = `${id} is a signed ${method}, and nothing says whether it changes something.`;
    const fix = "Write x-placement, x-cancellation, or x-changes: true or false.";
    problems.report(origin, message, fix);
  }
  const streams = channels.filter(({ address }) => address !== "");
  for (const each of streams) reportMessages(context, each);
  const [stream] = streams;
  if (stream !== undefined && asyncapi["x-connection"] === undefined) {
    const message = `${stream.id} is a stream, and no x-connection says how one is opened.`;
    const fix = "Write it in spec/rules/connection.yaml, and refer to that in spec/asyncapi.yaml.";
    problems.report(stream.origin, message, fix);
  }
  const { bookSync } = contract.streamRules;
  const book = channels.find(({ id }) => id === bookSync.channel);
  if (book !== undefined) reportBook(context, contract, book);
}

/** A message is decoded by its type, or because the stream has no other. */
function reportMessages({ problems }: BuildContext, { id, messages, origin }: Channel): void {
  if (messages.length === 0) {
    const message = `${id} is a stream, and no message says what it carries.`;
    problems.report(origin, message, "Write it in events/, and refer to it under messages.");
  }
  // Of a payload that is not shown, nothing is known.
  const untyped = messages.filter(
    ({ eventType, payload }) => eventType === undefined && payload.kind !== "unstated",
  );
  for (const { name, origin: place } of messages.length < 2 ? [] : untyped) {
    const message = `${id} has several messages, and nothing distinguishes ${name} from the others.`;
    problems.report(place, message, "Write the const of e in its payload.");
  }
}

/** A local order book follows one symbol, and requests so many levels of it. */
function reportBook(
  { problems }: BuildContext,
  { operations, streamRules }: Contract,
  { id, parameters, origin }: Channel,
): void {
  if (parameters.length !== 1) {
    const message = `${id} is the channel of x-book-sync, and its name does not have one parameter.`;
    problems.report(origin, message, "Name it by the symbol alone, or name another channel.");
  }
  const snapshot = operations.find((each) => each.id === streamRules.bookSync.operation);
  const names = snapshot?.parameters.map(({ name }) => name);
  const missing = ["symbol", "limit"].filter((name) => names?.includes(name) === false);
  for (const name of missing) {
    const message = `${snapshot?.id} returns the snapshot of x-book-sync, and has no parameter ${name}.`;
    problems.report(snapshot?.origin ?? origin, message, "Write it, or name another operation.");
  }
}
