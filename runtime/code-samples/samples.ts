/**
 * Code samples for one request, as a person would write them: curl in a shell, TypeScript with the
 * client, Python with its standard library. Keys and secrets come from the environment variables
 * `TRADESPEC_KEY`, `TRADESPEC_SECRET` and `LISTEN_KEY`.
 */

import type { Pair } from "../encoding/percent.ts";
import type { SigningDescriptor } from "../tables.ts";
import { curlSample } from "./curl.ts";
import { type SampleOperation, sampleFields } from "./fields.ts";
import { pythonSample } from "./python.ts";
import { typescriptSample } from "./typescript.ts";

export interface SampleRequest {
  readonly operation: SampleOperation;
  /** Fields with their original text, not encoded; timestamp and signature are made anew. */
  readonly query: readonly Pair[];
  /** Form fields; none when absent. */
  readonly body?: readonly Pair[];
}

/** What all samples of an exchange share. */
export interface SampleExchange {
  /** Such as `http://127.0.0.1:9700`; operation paths are appended. */
  readonly baseUrl: string;
  readonly signing: SigningDescriptor;
}

/** Whole programs, each ending with a newline. */
export interface CodeSamples {
  readonly curl: string;
  readonly typescript: string;
  readonly python: string;
}

/** Writes code that sends a request: any operation, with any fields and values. */
export function codeSamples(request: SampleRequest, exchange: SampleExchange): CodeSamples {
  const { operation, query, body = [] } = request;
  const call = {
    operation,
    ...exchange,
    query: sampleFields(query, operation, exchange.signing),
    body: sampleFields(body, operation, exchange.signing),
  };
  return {
    curl: curlSample(call),
    typescript: typescriptSample(call),
    python: pythonSample(call),
  };
}
