import { buildAssumptions } from "./assumptions.ts";
import type { BuildContext } from "./context.ts";
import { member, objectIn, textIn } from "./documents/json.ts";
import { unknownKeywords } from "./documents/json-schema.ts";
import type { Loaded } from "./documents/load.ts";
import { SpecError } from "./documents/problems.ts";
import { reportFaults, structureFaults, vocabularyFaults } from "./documents/standards.ts";
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
import { buildOpenapiDocument } from "./openapi-document.ts";
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
 * problem; if there are problems, throws a `SpecError` with all of them.
 */
export async function build(loaded: Loaded): Promise<Contract> {
  const contract = assemble(loaded);
  reportFaults(loaded, await structureFaults(loaded));
  const found = loaded.problems.all();
  if (found.length > 0) throw new SpecError(found);
  return contract;
}

/**
 * The contract of documents that may be faulty, for tools that compare or lint them. Reports all
 * faults to `problems`, except violations of OpenAPI and AsyncAPI.
 */
export function assemble(loaded: Loaded): Contract {
  const contract = buildContract(loaded);
  reportSchemaFaults(loaded);
  reportKeywords(loaded);
  reportFaults(loaded, vocabularyFaults(loaded));
  return contract;
}

function buildContract(context: BuildContext): Contract {
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
    documents: { openapi: buildOpenapiDocument(context, limits), asyncapi: context.asyncapi },
  };
}

/** The timing rule and the limits name error codes, too. */
function reportCodes(context: BuildContext, errors: Contract["errors"]): void {
  const timing = objectIn(member(context.openapi["x-signing"], "timing"));
  reportUnknownCode(context, { node: timing, key: "rejectedWith" }, errors);
  for (const key of ["exceeded", "repeated"]) {
    const node = objectIn(member(context.openapi["x-limits"], key));
    reportUnknownCode(context, { node, key: "code" }, errors);
    reportUnknownCode(context, { node, key: "ordersCode" }, errors);
  }
}

/** A keyword that the validator does not support would let any value pass. */
function reportKeywords({ vocabulary, problems }: Loaded): void {
  for (const { node, key } of [...vocabulary.values()].flatMap(unknownKeywords)) {
    problems.report({
      node,
      key,
      message: `The keyword ${key} is not supported in the vocabulary.`,
      fix: "Use other keywords, or add it to generators/contract/documents/json-schema.ts.",
    });
  }
}
