import { buildAssumptions } from "./assumptions.ts";
import { reportContradictions } from "./consistency/consistency.ts";
import { isList, isObject, toPointer } from "./documents/json.ts";
import { reportKeywords } from "./documents/keywords.ts";
import type { Loaded } from "./documents/load.ts";
import { placeOf } from "./documents/places.ts";
import { SpecError } from "./documents/problems.ts";
import * as read from "./documents/read.ts";
import { reportStructure, reportVocabulary } from "./documents/standards.ts";
import { buildEnvelope, buildErrors, buildRetry, buildStatuses } from "./errors/errors.ts";
import { buildFilters, buildMarketData } from "./filters/filters.ts";
import { buildLimitRules, buildLimits } from "./limits/limits.ts";
import type { Contract, Json, JsonObject } from "./model.ts";
import { buildOpenapiDocument } from "./openapi-document.ts";
import { buildOperations } from "./operations/operations.ts";
import { buildRoles, channelsWithRoles, withParameterRoles } from "./operations/roles.ts";
import { buildRefusals, buildSecurityTypes, buildSigning } from "./operations/security.ts";
import { buildOrderRules, buildOrderStates, buildRulesRefresh } from "./orders/orders.ts";
import { buildSandboxSchemas } from "./sandbox.ts";
import { buildScenarios, reportScenarios } from "./scenarios.ts";
import { reportNames } from "./schemas/names.ts";
import { reportSchemaProblems } from "./schemas/schema-problems.ts";
import { buildSchemas } from "./schemas/schemas.ts";
import { buildConnection, buildConnectionRules } from "./streams/connection.ts";
import { buildOrderBook } from "./streams/order-book.ts";
import { buildChannels } from "./streams/streams.ts";
import { buildUserData, buildUserRecords } from "./streams/user-data.ts";

/**
 * Builds the contract from the two documents. Everything that would make generated code wrong is a
 * problem; throws a `SpecError` with all of them.
 */
export function build(loaded: Loaded): Contract {
  const contract = assemble(loaded);
  reportStructure(loaded);
  const found = loaded.problems.all();
  if (found.length > 0) throw new SpecError(found);
  return contract;
}

/**
 * The contract of possibly invalid documents, for tools that compare or lint them. Reports all
 * problems to `problems`, except violations of OpenAPI and AsyncAPI.
 */
export function assemble(loaded: Loaded): Contract {
  const contract = buildContract(loaded);
  reportSchemaProblems(loaded);
  const fix = "Use other keywords, or add it to runtime/encoding/json-schema.ts.";
  reportKeywords(loaded.problems, loaded.vocabulary.values(), "the vocabulary", fix);
  reportVocabulary(loaded, contract);
  // A problem may cause contradictions elsewhere, so report those only without problems.
  if (loaded.problems.all().length === 0) reportContradictions(loaded, contract);
  if (loaded.problems.all().length === 0) reportScenarios(loaded, contract);
  return contract;
}

function buildContract(context: Loaded): Contract {
  const { openapi, asyncapi } = context;
  const schemas = buildSchemas(context);
  const securityTypes = buildSecurityTypes(context);
  const operations = withParameterRoles(buildOperations(context, { schemas, securityTypes }));
  const channels = buildChannels(context);
  reportNames(context, { schemas, operations, channels });
  const marketData = buildMarketData(context);
  const signing = buildSigning(context);
  const limitRules = buildLimitRules(context);
  const rulesRefresh = buildRulesRefresh(context, { operations, schemas });
  const connectionRules = buildConnectionRules(context, channels);
  const streamRules = {
    connection: buildConnection(context),
    connectionRules,
    userData: buildUserData(context),
    userRecords: buildUserRecords(context, channels),
    ...buildOrderBook(context, { operations, channels, schemas, connectionRules }),
  };
  const named = { operations, signing, limitRules, rulesRefresh, streamRules };
  const contract = {
    ...read.members(openapi["info"], read.each(read.text, "title", "version", "description")),
    schemas,
    operations,
    roles: buildRoles(context.problems, named),
    channels: channelsWithRoles(channels, streamRules),
    filters: buildFilters(context, { schemas, operations, marketData }),
    marketData,
    orderRules: buildOrderRules(context),
    orderStates: buildOrderStates(context),
    rulesRefresh,
    errors: buildErrors(context),
    statuses: buildStatuses(context),
    retry: buildRetry(context),
    envelope: buildEnvelope(context),
    limits: buildLimits(context),
    limitRules,
    signing,
    refusals: buildRefusals(context),
    securityTypes,
    streamRules,
    assumptions: buildAssumptions(context),
  };
  return {
    ...contract,
    documents: { openapi: buildOpenapiDocument(openapi, contract), asyncapi },
    places: { openapi: placesIn(openapi), asyncapi: placesIn(asyncapi) },
    scenarios: buildScenarios(context, contract),
    sandbox: buildSandboxSchemas(context, contract),
  };
}

/** Excluded from places; samples and vectors are found by their own names. */
const unplaced: ReadonlySet<string> = new Set(["examples", "x-vectors", "vectors", "readings"]);

/** Source places of each object of a bundle, by JSON pointer. */
function placesIn(document: JsonObject): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (value: Json, pointer: string): void => {
    if (!isObject(value) && !isList(value)) return;
    if (isObject(value) && pointer !== "") {
      const { file, line } = placeOf(value);
      found[pointer] = `${file}:${line}`;
    }
    for (const [key, item] of Object.entries(value)) {
      if (!unplaced.has(key)) visit(item, pointer + toPointer([key]));
    }
  };
  visit(document, "");
  return found;
}
