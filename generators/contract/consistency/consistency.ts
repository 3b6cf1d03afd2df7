import { createHmac } from "node:crypto";

import { reportUnusedAssumptions } from "../assumptions.ts";
import { type BuildContext, showsAlone } from "../context.ts";
import * as read from "../documents/read.ts";
import { namesIn } from "../filters/expressions.ts";
import type { Channel, Contract } from "../model.ts";
import { reportAssumedBounds, reportBounds } from "./bounds.ts";
import { reportAdvice, reportCodes, reportDeciders, reportTiming } from "./errors.ts";
import { reportVectors } from "./filter-vectors.ts";
import { reportCancellations, reportOrderStates, reportOrderTypes } from "./orders.ts";

/** Reports contradictions between parts of a spec that are each valid. */
export function reportContradictions(context: BuildContext, contract: Contract): void {
  reportMissingParts(context, contract);
  reportOrderStates(context, contract);
  reportOrderTypes(context, contract);
  reportCancellations(context, contract);
  const known = context.problems.all().length;
  reportDeciders(context, contract);
  // With the wrong rule in force, the right advice contradicts it.
  if (context.problems.all().length === known) reportAdvice(context, contract);
  reportTiming(context, contract);
  reportCodes(context, contract);
  for (const filter of contract.filters) reportVectors(context, filter);
  reportMarketData(context, contract);
  reportBounds(context, contract);
  reportAssumedBounds(context, contract);
  reportSignatures(context);
  reportCopies(context);
  reportServers(context);
  reportUnusedAssumptions(context, contract.assumptions);
}

/** Reports market and account data that no filter rule reads. */
function reportMarketData(context: BuildContext, { marketData, filters }: Contract): void {
  // Without assumptions, filters lack rules.
  if (showsAlone(context)) return;
  const trees = filters.flatMap(({ rules }) => rules.flatMap((rule) => Object.values(rule.trees)));
  const asked = new Set([
    ...filters.map(({ average }) => average?.zero),
    ...namesIn(...trees).map(({ name }) => name),
  ]);
  for (const { name, origin } of marketData.filter((each) => !asked.has(each.name))) {
    const message = `No rule of a filter asks for ${name}, so it has no effect.`;
    context.problems.report(origin, message, "Name it in x-rules of a filter, or delete it.");
  }
}

/** Reports test vectors of x-signing with a wrong signature. */
function reportSignatures({ openapi, problems }: BuildContext): void {
  const { vectors, joined } = read.object(openapi, "x-signing");
  const separator = read.text(joined, "partSeparator");
  for (const node of read.objects(vectors)) {
    const parts = [read.text(node, "query"), read.text(node, "body")].filter((part) => part !== "");
    const text = parts.join(separator);
    const signature = createHmac("sha256", read.text(node, "secret")).update(text).digest("hex");
    if (signature === node["signature"]) continue;
    const message = `This is not the signature of the vector "${read.text(node, "name")}".`;
    const fix = `Write ${signature}, or correct its secret, query or body.`;
    problems.report({ node, key: "signature" }, message, fix);
  }
}

/** Reports what is used and not described: signatures, connections, messages, order books. */
function reportMissingParts(context: BuildContext, contract: Contract): void {
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

/** Reports addresses of servers that are none, with the defaults of their variables. */
function reportServers({ openapi, problems }: BuildContext): void {
  for (const node of read.objects(openapi, "servers")) {
    const variables = read.object(node, "variables");
    const url = read
      .text(node, "url")
      .replaceAll(/\{(\w+)\}/gu, (_, name: string) => read.text(variables[name], "default"));
    if (/^https?:/u.test(url) && URL.canParse(url)) continue;
    const message = `${url === "" ? "Nothing" : url} is not the address of a server.`;
    problems.report({ node, key: "url" }, message, "Write one with http:// or https://.");
  }
}

/** Reports copies that differ from their original, and paths without the common prefix. */
function reportCopies({ openapi, asyncapi, problems }: BuildContext): void {
  const info = read.object(openapi, "info");
  const query = read.at(asyncapi, "x-connection", "query", "name");
  const schemes = Object.values(read.components(asyncapi, "securitySchemes")).map((each) =>
    read.object(each),
  );
  // What OpenAPI or AsyncAPI demands in a second place, and where the original is.
  const copies = [
    {
      node: read.object(asyncapi, "info"),
      key: "version",
      original: info["version"],
      at: "info of spec/openapi.yaml",
    },
    ...schemes
      .filter((scheme) => scheme["in"] === "query")
      .map((node) => ({
        node,
        key: "name",
        original: query,
        at: "query of spec/rules/connection.yaml",
      })),
  ];
  for (const { node, key, original, at } of copies) {
    const copy = node[key];
    if (copy === undefined || original === undefined || copy === original) continue;
    const message = `The ${key} is ${String(copy)} here, and ${String(original)} in ${at}.`;
    problems.report({ node, key }, message, "Correct one of the two.");
  }
  const versioning = read.object(openapi, "x-versioning");
  const { pathPrefix: prefix } = versioning;
  const other = Object.keys(read.object(openapi, "paths")).find(
    (path) => typeof prefix === "string" && !path.startsWith(prefix),
  );
  if (other === undefined) return;
  const message = `The path ${other} of spec/openapi.yaml does not begin with ${String(prefix)}.`;
  const fix = "Correct one of the two.";
  problems.report({ node: versioning, key: "pathPrefix" }, message, fix);
}
