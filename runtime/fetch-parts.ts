/** Light stand-ins for the two standard classes that openapi-fetch makes for every call. */

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

/** An answer that was read already. */
export interface AnswerParts {
  readonly response: Response;
  readonly text: string;
  /** Length of the text in bytes. */
  readonly bytes: number;
  readonly value: unknown;
}

/**
 * A Response over a body that was read already: `json()` gives the exact value that was decoded,
 * everything else the text as it came.
 */
export class AnswerResponse extends Response {
  readonly #parts: AnswerParts;
  #headers: Headers | undefined;

  constructor(parts: AnswerParts) {
    // No body: making a stream of the text would cost more than all the rest of a call.
    super(null, { status: parts.response.status, statusText: parts.response.statusText });
    this.#parts = parts;
  }

  /** The headers as they came; with a length, without which openapi-fetch parses by itself. */
  override get headers(): Headers {
    const { response, bytes } = this.#parts;
    this.#headers ??= lengthStated(response.headers, bytes);
    return this.#headers;
  }

  override get url(): string {
    return "";
  }

  override get body(): Response["body"] {
    return new Response(this.#parts.text).body;
  }

  override async json(): Promise<unknown> {
    return this.#parts.value;
  }

  override async text(): Promise<string> {
    return this.#parts.text;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.#parts.text).arrayBuffer();
  }

  override async blob(): Promise<Blob> {
    return new Response(this.#parts.text).blob();
  }

  override clone(): AnswerResponse {
    return new AnswerResponse(this.#parts);
  }
}

function lengthStated(headers: Headers, bytes: number): Headers {
  if (Number(headers.get("content-length") ?? 0) > 0) {
    return headers;
  }
  const stated = new Headers(headers);
  stated.set("content-length", String(bytes));
  return stated;
}
