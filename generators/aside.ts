import { Worker } from "node:worker_threads";

import type { Documents, PointedFault } from "./contract/documents/pointed.ts";
import type { Contract } from "./contract/model.ts";
import type { GeneratedFile } from "./write/source.ts";

/**
 * What is done in a second thread: the work of the packages that take longest to load. While they
 * load there, this thread reads the spec; while they check and print, it prints everything else.
 */
export interface Aside {
  readonly faults: (documents: Documents) => Promise<readonly PointedFault[]>;
  /** The files of the emitter `schema`. */
  readonly schema: (contract: Contract) => Promise<readonly GeneratedFile[]>;
  readonly end: () => Promise<void>;
}

/** A question to the second thread; the answer carries the same number. */
export type Question =
  | { readonly id: number; readonly kind: "faults"; readonly documents: Documents }
  | { readonly id: number; readonly kind: "schema"; readonly contract: Contract };

/** An answer of the second thread, or the reason why there is none. */
export type Reply =
  | { readonly id: number; readonly faults: readonly PointedFault[] }
  | { readonly id: number; readonly schema: readonly GeneratedFile[] }
  | { readonly id: number; readonly reason: string };

/** Starts the second thread, which begins to load at once. */
export function startAside(): Aside {
  const worker = new Worker(new URL("./aside-worker.ts", import.meta.url));
  const waiting = new Map<number, { readonly take: (reply: Reply) => void; readonly fail: Fail }>();
  const failAll = (error: Error): void => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  };
  worker.on("message", (reply: Reply) => {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("reason" in reply) asker?.fail(new Error(reply.reason));
    else asker?.take(reply);
  });
  worker.on("error", failAll);
  worker.on("exit", (code) => failAll(new Error(`The second thread ended with code ${code}.`)));
  let last = 0;
  const ask = (question: (id: number) => Question): Promise<Reply> =>
    new Promise((take, fail) => {
      last += 1;
      waiting.set(last, { take, fail });
      worker.postMessage(question(last));
    });
  return {
    async faults(documents) {
      const reply = await ask((id) => ({ id, kind: "faults", documents }));
      return "faults" in reply ? reply.faults : [];
    },
    async schema(contract) {
      const reply = await ask((id) => ({ id, kind: "schema", contract }));
      return "schema" in reply ? reply.schema : [];
    },
    async end() {
      await worker.terminate();
    },
  };
}

type Fail = (error: Error) => void;
