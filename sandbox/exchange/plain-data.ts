/**
 * Encodes plain data as one line of text: objects, arrays, maps, numbers, bigints and strings. An
 * object with several references is written once, and decoded as one object.
 */

/** A member of an object, array or map: a JSON value, or a tag for anything else. */
type Cell =
  | null
  | boolean
  | number
  | string
  | readonly ["bigint", string]
  | readonly ["undefined"]
  | readonly ["node", number];

type Node =
  | { readonly record: Readonly<Record<string, Cell>> }
  | { readonly list: readonly Cell[] }
  | { readonly map: readonly (readonly [Cell, Cell])[] };

/** Encodes a value. Throws for anything but plain data, such as a function. */
export function encodePlain(value: unknown): string {
  const indexes = new Map<object, number>();
  const found: object[] = [];
  const encodeCell = (part: unknown): string => {
    if (typeof part === "bigint") return `["bigint","${part}"]`;
    if (part === undefined) return '["undefined"]';
    if (typeof part === "number" && !Number.isFinite(part)) throw notPlain(part);
    if (part === null || ["boolean", "number", "string"].includes(typeof part)) {
      return JSON.stringify(part);
    }
    if (typeof part !== "object") throw notPlain(part);
    const index = indexes.get(part) ?? found.push(part) - 1;
    indexes.set(part, index);
    return `["node",${index}]`;
  };
  const root = encodeCell(value);
  // Text at once, as cells of their own would take several times the memory of a big state.
  const nodes: string[] = [];
  // The list grows while it is iterated: no recursion, however deep the data.
  for (const part of found) nodes.push(encodeNode(part, encodeCell));
  return `[${root},[${nodes.join(",")}]]`;
}

/** The JSON of a `Node`. */
function encodeNode(part: object, encodeCell: (value: unknown) => string): string {
  if (Array.isArray(part)) return `{"list":[${part.map(encodeCell).join(",")}]}`;
  if (part instanceof Map) {
    const rows = [...part].map(([key, each]) => `[${encodeCell(key)},${encodeCell(each)}]`);
    return `{"map":[${rows.join(",")}]}`;
  }
  if (Object.getPrototypeOf(part) !== Object.prototype) throw notPlain(part);
  const cells = Object.entries(part).map(
    ([name, each]) => `${JSON.stringify(name)}:${encodeCell(each)}`,
  );
  return `{"record":{${cells.join(",")}}}`;
}

export function decodePlain(text: string): unknown {
  const [root, nodes] = JSON.parse(text) as [Cell, Node[]];
  const made = nodes.map((node) => ("map" in node ? new Map() : "list" in node ? [] : {}));
  const decodeCell = (cell: Cell): unknown => {
    if (!Array.isArray(cell)) return cell;
    if (cell[0] === "bigint") return BigInt(cell[1]);
    return cell[0] === "node" ? made[cell[1]] : undefined;
  };
  for (const [index, node] of nodes.entries()) {
    const target = made[index];
    if (target instanceof Map) {
      if ("map" in node)
        for (const [key, cell] of node.map) target.set(decodeCell(key), decodeCell(cell));
    } else if (Array.isArray(target)) {
      if ("list" in node) for (const cell of node.list) target.push(decodeCell(cell));
    } else if ("record" in node) {
      const entries = Object.entries(node.record).map(([name, cell]) => [name, decodeCell(cell)]);
      Object.assign(target ?? {}, Object.fromEntries(entries));
    }
  }
  return decodeCell(root);
}

function notPlain(part: unknown): Error {
  return new Error(`a ${typeof part} is not plain data: ${String(part)}`);
}
