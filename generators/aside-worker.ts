import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";

import type { Question, Reply } from "./aside.ts";

// The second thread of a run: loads its compilers while the other thread still reads the spec,
// then answers one question after the other, see aside.ts. A thread has a cache of its own.
enableCompileCache();
const [{ structureFaults }, { schema }] = await Promise.all([
  import("./contract/documents/structure.ts"),
  import("./emitters/schema.ts"),
  import("openapi-typescript"),
]);
parentPort?.on("message", (question: Question) => {
  void answered(question).then((reply) => parentPort?.postMessage(reply));
});

async function answered(question: Question): Promise<Reply> {
  const { id } = question;
  try {
    return question.kind === "faults"
      ? { id, faults: await structureFaults(question.documents) }
      : { id, schema: await schema.emit(question.contract) };
  } catch (error) {
    return { id, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
