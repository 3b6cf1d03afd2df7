/** Values of any form as objects and lists, and steps of JSON pointers. */

import { expect, test } from "vitest";

import {
  fieldsIn,
  isRecord,
  listIn,
  pointerStep,
  rowsIn,
} from "../../../runtime/encoding/json-value.ts";

test("an object and a list are themselves, any other value is empty", () => {
  const [record, list] = [{ id: 1 }, [1]];
  expect([record, list, null, "text"].map(isRecord)).toEqual([true, false, false, false]);
  expect(fieldsIn(record)).toBe(record);
  for (const value of [null, undefined, 7, "text", list]) expect(fieldsIn(value)).toEqual({});
  expect(listIn(list)).toBe(list);
  for (const value of [null, undefined, record, "text"]) expect(listIn(value)).toEqual([]);
  expect(rowsIn([record, null, 7])).toEqual([record, {}, {}]);
});

test("a step of a pointer escapes what separates steps", () => {
  expect(["price", 3, "a/b~c"].map(pointerStep)).toEqual(["/price", "/3", "/a~1b~0c"]);
});
