/** What openapi-fetch is handed in place of the standard classes, which weigh too much. */

import type { Performed } from "./attempt.ts";

/**
 * What openapi-fetch builds instead of a Request: it keeps what it is given and encodes nothing.
 * The fields of the call stay as they are until they are checked.
 */
export class CallRequest {
  readonly url: string;
  readonly method: string;
  readonly body: unknown;
  readonly headers: unknown;
  readonly signal: AbortSignal | undefined;

  constructor(url: string, init: RequestParts = {}) {
    this.url = url;
    this.method = init.method ?? "GET";
    this.body = init.body;
    this.headers = init.headers;
    this.signal = init.signal ?? undefined;
  }
}

/** The part of the standard options that is looked at. */
export interface RequestParts {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: unknown;
  readonly signal?: AbortSignal | null;
}

/**
 * A Response over a body that was read already: `json()` gives the exact value that was decoded,
 * everything else the text as it came. It passes for a Response without being made as one, which
 * would cost more than all the rest of a call.
 */
export class AnswerResponse {
  readonly type = "default";
  readonly redirected = false;
  readonly bodyUsed = false;
  readonly url = "";
  readonly status: number;
  readonly #parts: Performed;
  #headers: Headers | undefined;

  constructor(parts: Performed) {
    this.status = parts.response.status;
    this.#parts = parts;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get statusText(): string {
    return this.#parts.response.statusText;
  }

  /** The headers as they came; with a length, without which openapi-fetch parses by itself. */
  get headers(): Headers {
    const { response, bytes } = this.#parts;
    this.#headers ??= lengthStated(response.headers, bytes);
    return this.#headers;
  }

  get body(): Response["body"] {
    return this.#standard().body;
  }

  async json(): Promise<unknown> {
    return this.#parts.value;
  }

  async text(): Promise<string> {
    return this.#parts.text;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#standard().arrayBuffer();
  }

  async blob(): Promise<Blob> {
    return this.#standard().blob();
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async formData(): Promise<FormData> {
    return this.#standard().formData();
  }

  clone(): Response {
    return asResponse(new AnswerResponse(this.#parts));
  }

  #standard(): Response {
    return new Response(this.#parts.text, { headers: this.#parts.response.headers });
  }
}

Object.setPrototypeOf(AnswerResponse.prototype, Response.prototype);

/** The answer as the Response that it passes for. */
export function asResponse(answer: AnswerResponse): Response {
  return answer as unknown as Response;
}

function lengthStated(headers: Headers, bytes: number): Headers {
  if (Number(headers.get("content-length") ?? 0) > 0) {
    return headers;
  }
  const stated = new Headers(headers);
  stated.set("content-length", String(bytes));
  return stated;
}
