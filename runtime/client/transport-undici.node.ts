/**
 * A faster `fetch` for Node: passes requests straight to undici's dispatch, without standard
 * Request, Response, Headers or streams. Pass it to a client as the option `fetch`.
 */

import type { Dispatcher } from "undici";
import { errors, Pool } from "undici";

import type { BodyText, Collectable } from "../call/response.ts";
import { bodyText, collectBody } from "../call/response.ts";
import { checkOptions, integer, methods } from "../check-options.ts";
import type { CallEnd, Fetch, FetchInit } from "../platform.ts";

/** Options of the connection pool. */
export interface UndiciOptions {
  /**
   * Owner of the connections, such as a proxy agent or a test agent; whoever made it closes it.
   * When absent: own pools, one for each address.
   */
  readonly dispatcher?: Dispatcher | undefined;
  /** Most connections per address, for own pools; 64 when absent. */
  readonly connections?: number | undefined;
}

/** A `fetch` that can be closed. */
export interface UndiciFetch extends Fetch {
  /** Closes own pools once their requests are done; a later request fails and sends nothing. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a `fetch` over undici. It follows no redirect, obeys `signal`, asks for no compression, and
 * rejects with undici's own errors, whose codes say whether anything was sent.
 */
export function undiciFetch(options: UndiciOptions = {}): UndiciFetch {
  const rules = {
    dispatcher: methods("a dispatcher of undici", "dispatch"),
    connections: integer(1),
  };
  checkOptions("undiciFetch", options, rules);
  const { dispatcher, connections = 64 } = options;
  // The client has its own deadline for the whole call.
  const own = { connections, headersTimeout: 0, bodyTimeout: 0 };
  // An agent would do the same with a slower lookup.
  const pools = new Map<string, Dispatcher>();
  let isClosed = false;
  const poolFor = (origin: string): Dispatcher => {
    if (isClosed) throw new errors.ClientClosedError("This undiciFetch is closed; make a new one.");
    const pool = dispatcher ?? pools.get(origin) ?? new Pool(origin, own);
    pools.set(origin, pool);
    return pool;
  };
  const fetch: Fetch = (url, init) =>
    new Promise((resolve, reject) => {
      // Our client passes both; openapi-fetch passes a Request.
      if (typeof url !== "string" || typeof init?.method !== "string") {
        throw new TypeError(onlyForClients);
      }
      // The host begins after the two slashes of the scheme.
      const path = url.indexOf("/", url.indexOf("//") + 2);
      const origin = path < 0 ? url : url.slice(0, path);
      const request = {
        origin,
        path: path < 0 ? "/" : url.slice(path),
        method: init.method,
        headers: init.headers,
        body: init.body ?? null,
      };
      poolFor(origin).dispatch(request, new ResponseHandler(init, resolve, reject));
    });
  const close = async (): Promise<void> => {
    if (dispatcher !== undefined || isClosed) return;
    isClosed = true;
    await Promise.all([...pools.values()].map((pool) => pool.close()));
  };
  return Object.assign(fetch, { close, usesDeadline: true as const });
}

const onlyForClients =
  "undiciFetch is for the option fetch of createClient; elsewhere use the fetch of undici.";

type Controller = Dispatcher.DispatchController;
type Headings = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

const nothing = new Uint8Array(0);

/** Receives the response to one request from undici; is that response for the client. */
class ResponseHandler implements Dispatcher.DispatchHandler, Collectable {
  readonly type = "basic";
  readonly redirected = false;
  status = 0;
  statusText = "";
  headers: Headers = new PlainHeaders({}) as unknown as Headers;
  readonly #resolve: (response: Response) => void;
  readonly #reject: (error: Error) => void;
  readonly #forget: () => void;
  #isAborted = false;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #bytesMax = Infinity;
  #controller: Controller | undefined;
  #ended: { readonly error?: Error } | undefined;
  #finish: (() => void) | undefined;

  constructor(init: FetchInit, resolve: (response: Response) => void, reject: (e: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#forget = (init.deadline ?? endOf(init.signal)).onEnd(() => this.#abort());
  }

  /** For a client that drops the body. */
  get body(): { readonly cancel: () => Promise<void> } {
    return { cancel: async () => this.#cancel() };
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isAborted) this.#cancel();
  }

  onResponseStart(_: Controller, status: number, headers: Headings, statusText = ""): void {
    // Skip interim responses, such as 100 and 103.
    if (status < 200) return;
    this.status = status;
    this.statusText = statusText;
    this.headers = new PlainHeaders(headers) as unknown as Headers;
    // It has every member of Response that the client uses.
    this.#resolve(this as unknown as Response);
  }

  onResponseData(_: Controller, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#bytesMax) {
      this.#end({});
      this.#cancel();
    }
  }

  onResponseEnd(): void {
    this.#end({});
  }

  onResponseError(_: Controller, error: Error): void {
    this.#reject(error);
    this.#end({ error });
  }

  /** For a client that does not know `collectBody`. */
  async text(): Promise<string> {
    return (await this[collectBody](Infinity)).text;
  }

  [collectBody](bytesMax: number): Promise<BodyText> {
    this.#bytesMax = bytesMax;
    return new Promise((resolve, reject) => {
      this.#finish = () => {
        const error = this.#ended?.error;
        if (error !== undefined) return reject(error);
        const [first = nothing, ...more] = this.#chunks;
        const whole = more.length === 0 ? first : Buffer.concat(this.#chunks);
        resolve(bodyText(whole));
      };
      if (this.#ended !== undefined) {
        this.#finish();
      } else if (this.#bytes > bytesMax) {
        this.#end({});
        this.#cancel();
      }
    });
  }

  #end(end: { readonly error?: Error }): void {
    if (this.#ended !== undefined) return;
    this.#ended = end;
    this.#forget();
    this.#finish?.();
  }

  #abort(): void {
    this.#isAborted = true;
    this.#reject(new Error("The request was aborted."));
    this.#cancel();
  }

  #cancel(): void {
    this.#controller?.abort(new Error("The request was aborted."));
  }
}

/** A deadline for callers that pass only a signal. */
function endOf(signal: AbortSignal): CallEnd {
  return {
    onEnd: (run) => {
      signal.addEventListener("abort", run);
      if (signal.aborted) run();
      return () => signal.removeEventListener("abort", run);
    },
  };
}

/** undici's headers by lower-case names: the part of `Headers` that the client uses. */
class PlainHeaders {
  readonly #given: Headings;

  constructor(given: Headings) {
    this.#given = given;
  }

  get(name: string): string | null {
    const value = this.#given[name.toLowerCase()];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  }

  has(name: string): boolean {
    return this.#given[name.toLowerCase()] !== undefined;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    for (const [name, values = []] of Object.entries(this.#given)) {
      for (const value of typeof values === "string" ? [values] : values) yield [name, value];
    }
  }
}
