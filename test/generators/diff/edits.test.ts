/** What edits of operations, types, streams and messages come to, one row each. */

import { rowsIn, testRows } from "./edited.ts";

testRows([...rowsIn("documents.txt"), ...rowsIn("streams.txt")]);
