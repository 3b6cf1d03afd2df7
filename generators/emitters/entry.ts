import { type Emitter, source } from "../write/source.ts";
import { reexport } from "../write/statements.ts";

/** The public entry of the client: what a user imports first. */
export const entry: Emitter = {
  name: "entry",
  sources: ["spec/openapi.yaml"],
  emit: () =>
    source({
      path: "index.ts",
      emitter: entry,
      statements: [
        reexport("./client.ts"),
        reexport("./types.ts"),
        reexport("./errors.ts"),
        reexport("./iterators.ts"),
        reexport("./order-rules.ts", ["canMove", "isFinal"]),
        reexport("../runtime/tables.ts", ["Int64", "Open"], { onlyTypes: true }),
      ],
    }),
};
