import type { PagedList } from "../../runtime/pagination/list.ts";
import type { Contract, Operation } from "../contract/model.ts";
import { pascalCase, unique } from "./names.ts";

/** An operation that returns a list page by page. */
export type PagedOperation = Operation & { readonly pages: PagedList };

function isPaged(operation: Operation): operation is PagedOperation {
  return operation.pages !== undefined;
}

/**
 * The names of the iterators over paged lists, by operation: `getAllOrders` gives `eachOrder`, the
 * noun without the verb and without "All".
 */
export function rowFunctions({ operations }: Contract): ReadonlyMap<PagedOperation, string> {
  const taken = new Set<string>();
  return new Map(
    operations.filter(isPaged).map((operation) => {
      const noun = pascalCase(operation.id).replace(/^[A-Z][a-z]+(?=[A-Z])/, "");
      const row = noun.replace(/^All(?=[A-Z])/, "").replace(/s$/, "");
      return [operation, unique(`each${row}`, taken)];
    }),
  );
}
