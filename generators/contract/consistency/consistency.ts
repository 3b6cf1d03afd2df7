import { createHmac } from "node:crypto";

import { reportUnusedAssumptions } from "../assumptions.ts";
import { type BuildContext, showsAlone } from "../context.ts";
import * as read from "../documents/read.ts";
import { namesIn } from "../filters/expressions.ts";
import type { Contract } from "../model.ts";
import { reportAssumedBounds } from "./assumed-bounds.ts";
import { reportBounds } from "./bounds.ts";
import { reportCopies, reportServers } from "./copies.ts";
import { reportAdvice, reportCodes, reportDeciders, reportTiming } from "./errors.ts";
import { reportVectors } from "./filter-vectors.ts";
import { reportMissingParts } from "./missing-parts.ts";
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
    problems.report(
      { node, key: "signature" },
      `This is not the signature of the vector "${read.text(node, "name")}".`,
      `Write ${signature}, or correct its secret, query or body.`,
    );
  }
}
