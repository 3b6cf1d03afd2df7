import { buildAssumptions } from "./assumptions.ts";
import type { BuildContext } from "./context.ts";
import { completed } from "./documents/complete.ts";
import { member, objectIn, textIn } from "./documents/json.ts";
import { unknownKeywords } from "./documents/json-schema.ts";
import type { Loaded } from "./documents/load.ts";
import type { PointedFault } from "./documents/pointed.ts";
import { reportPointed } from "./documents/pointed.ts";
import { SpecError } from "./documents/problems.ts";
import { vocabularyFaults } from "./documents/vocabulary.ts";
import {
  buildEnvelope,
  buildErrors,
  buildRetry,
  buildStatuses,
  reportUnknownCode,
} from "./errors/errors.ts";
import { buildFilters } from "./filters/filters.ts";
import { buildLimitRules } from "./limits/limit-rules.ts";
import { buildLimits } from "./limits/limits.ts";
import type { Contract } from "./model.ts";
import { buildOperations } from "./operations/operations.ts";
import { buildSecurityTypes, buildSigning } from "./operations/security.ts";
import { buildBalanceMoves, buildOrderRules, buildOrderStates } from "./orders/orders.ts";
import { buildPlacementRules } from "./orders/placement-rules.ts";
import { buildRulesRefresh } from "./orders/versioning.ts";
import { reportNames } from "./schemas/names.ts";
import { reportSchemaFaults } from "./schemas/schema-faults.ts";
import { buildSchemas } from "./schemas/schemas.ts";
import { buildStreamRules } from "./streams/stream-rules.ts";
import { buildChannels } from "./streams/streams.ts";

/**
 * Turns the two documents into the contract. Everything that would make generated code wrong is a
 * problem; when there is one, all of them are thrown together as a `SpecError`. `faults` are those
 * against standards, which are looked for elsewhere at the same time.
 */
export async function build(
  loaded: Loaded,
  faults: Promise<readonly PointedFault[]>,
): Promise<Contract> {
  const contract = assemble(loaded);
  await settle(loaded, faults);
  return contract;
}

/** The contract as far as the documents give one; what is wrong is in `problems`. */
export function assemble(loaded: Loaded): Contract {
  const contract = assembled(loaded);
  reportSchemaFaults(loaded);
  reportKeywords(loaded);
  reportPointed(loaded, vocabularyFaults({ documents: loaded, vocabulary: loaded.vocabulary }));
  return contract;
}

/** Waits for the faults against standards, and throws when there are problems of any kind. */
export async function settle(
  loaded: Loaded,
  faults: Promise<readonly PointedFault[]>,
): Promise<void> {
  reportPointed(loaded, await faults);
  const found = loaded.problems.all();
  if (found.length > 0) throw new SpecError(found);
}

function assembled(context: BuildContext): Contract {
  const info = objectIn(context.openapi["info"]);
  const schemas = buildSchemas(context);
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const securityTypes = buildSecurityTypes(context);
  const operations = buildOperations(context, { schemas: byName, securityTypes });
  const channels = buildChannels(context);
  const errors = buildErrors(context);
  const limits = buildLimits(context);
  const signing = buildSigning(context);
  reportCodes(context, errors);
  reportNames(context, { schemas, operations });
  const orderWords = { operations, schemas: byName };
  return {
    title: textIn(info["title"]),
    version: textIn(info["version"]),
    description: textIn(info["description"]),
    schemas,
    operations,
    channels,
    filters: buildFilters(context, schemas),
    orderRules: buildOrderRules(context, orderWords),
    orderStates: buildOrderStates(context, orderWords),
    balanceMoves: buildBalanceMoves(context),
    rulesRefresh: buildRulesRefresh(context, operations),
    errors,
    statuses: buildStatuses(context),
    retry: { ...buildRetry(context, errors), ...buildPlacementRules(context, orderWords, errors) },
    envelope: buildEnvelope(context),
    limits,
    limitRules: buildLimitRules(context, operations),
    signing,
    securityTypes,
    streamRules: buildStreamRules(context, { operations, channels, schemas: byName }),
    assumptions: buildAssumptions(context),
    documents: { openapi: completed(context, limits), asyncapi: context.asyncapi },
  };
}

/** The timing rule and the limits name failure codes, too. */
function reportCodes(context: BuildContext, errors: Contract["errors"]): void {
  const timing = objectIn(member(context.openapi["x-signing"], "timing"));
  reportUnknownCode(context, { node: timing, key: "rejectedWith" }, errors);
  for (const key of ["exceeded", "repeated"]) {
    const node = objectIn(member(context.openapi["x-limits"], key));
    reportUnknownCode(context, { node, key: "code" }, errors);
    reportUnknownCode(context, { node, key: "ordersCode" }, errors);
  }
}

/** A keyword of the vocabulary that is not compared would let anything pass. */
function reportKeywords({ vocabulary, problems }: Loaded): void {
  for (const { node, key } of [...vocabulary.values()].flatMap(unknownKeywords)) {
    problems.report({
      node,
      key,
      message: `The keyword ${key} is not compared when extensions are checked.`,
      fix: "Say it in other keywords, or teach generators/contract/documents/json-schema.ts.",
    });
  }
}
