import { lookUp, member, objectIn, resolved } from "../contract/documents/json.ts";
import type { JsonObject } from "../contract/model.ts";
import type { Difference, Side, Spot } from "./model.ts";

/**
 * Merges the differences of a field that moved between the query and the body of its operation into
 * one.
 */
export function withMovedFields(
  found: readonly Difference[],
  old: Side,
  now: Side,
): readonly Difference[] {
  const moved = found.flatMap((one): readonly MovedField[] => {
    const [first, path = "", method = "", holder, name = "", ...rest] = one.path;
    if (first !== "paths" || holder !== "parameters" || name === "" || rest.length > 0) return [];
    const [bodies, isOut] = [[old, now].map((side) => bodyOf(side, path, method)), !one.after];
    const [from, to] = isOut ? bodies : [...bodies].reverse();
    const isElsewhere = to?.fields[name] !== undefined && from?.fields[name] === undefined;
    if ((one.before && one.after) || !isElsewhere) return [];
    const side = isOut ? now : old;
    const field: Spot = {
      value: "body",
      origin: side.places.of(to.fields, name),
      assumed: undefined,
      side,
    };
    const parameter = { ...(one.before ?? one.after ?? field), value: "query" };
    const spots = isOut ? { before: parameter, after: field } : { before: field, after: parameter };
    const place = [...one.path.slice(0, 3), "parameters", name, "in"];
    return [{ of: one, name, to, all: { ...one, ...spots, path: place, holder: "Parameter" } }];
  });
  if (moved.length === 0) return found;
  return found.flatMap((one) => {
    const own = moved.find(({ of }) => of === one);
    if (own !== undefined) return [own.all];
    return saysTheSame(one, moved) ? [] : [one];
  });
}

interface MovedField {
  readonly of: Difference;
  readonly name: string;
  readonly to: Body;
  readonly all: Difference;
}

/** The fields of a body, and the path of their schema. */
interface Body {
  readonly fields: JsonObject;
  readonly path: readonly string[];
  readonly schema: readonly string[];
}

function bodyOf({ root }: Side, path: string, method: string): Body {
  const at = ["paths", path, method, "requestBody"];
  const content = objectIn(resolved(root, lookUp(root, at))["content"]);
  const [type = "", media] = Object.entries(content)[0] ?? [];
  const schema = member(media, "schema");
  const reference = member(schema, "$ref");
  const inPlace = [...at, "content", type, "schema"];
  return {
    fields: objectIn(resolved(root, schema)["properties"]),
    path: at,
    schema: typeof reference === "string" ? reference.slice(2).split("/") : inPlace,
  };
}

/** Whether a difference is the field in the body, or a body with only moved fields. */
function saysTheSame({ path, before, after }: Difference, moved: readonly MovedField[]): boolean {
  if (before !== undefined && after !== undefined) return false;
  const key = path.join("\n");
  return moved.some(({ name, to }) => {
    if (key === [...to.schema, "properties", name].join("\n")) return true;
    const names = moved.filter((each) => each.to.path.join() === to.path.join());
    const isWhole = Object.keys(to.fields).every((field) =>
      names.some((each) => each.name === field),
    );
    return key === to.path.join("\n") && isWhole;
  });
}
