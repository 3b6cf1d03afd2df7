import type { Channel, Contract, RecordSchema, Schema } from "../contract/model.ts";
import { typeNames } from "./names.ts";

/** A stream with one message whose fields all hold a single value. */
export interface FlatMessage {
  readonly channel: string;
  readonly type: string;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly key: number;
  readonly kind: Kind;
}

type Kind = "text" | "integer" | "flag";

/** Ids of the streams whose messages can be read field by field. */
export function flatStreams(contract: Contract): ReadonlySet<string> {
  return new Set(flatMessages(contract).map(({ channel }) => channel));
}

/** The messages of a contract that can be read field by field. */
export function flatMessages(contract: Contract): readonly FlatMessage[] {
  const names = typeNames(contract);
  return contract.channels.flatMap((channel) => {
    const [message, another] = channel.messages;
    if (message === undefined || another !== undefined || !isPublic(channel)) return [];
    const record = settle(contract, message.payload);
    const fields = record?.kind === "record" ? fieldsOf(contract, record) : undefined;
    if (fields === undefined) return [];
    return [{ channel: channel.id, type: names.message(message.name), fields }];
  });
}

function isPublic({ access, address }: Channel): boolean {
  return access === "public" && address !== "";
}

/** None when a field needs the general reader. */
function fieldsOf(contract: Contract, record: RecordSchema): readonly Field[] | undefined {
  const fields: Field[] = [];
  for (const { name, schema } of record.properties) {
    const kind = kindOf(contract, schema);
    const key = keyOf(name);
    if (kind === undefined || key === 0) return undefined;
    fields.push({ name, key, kind });
  }
  return fields;
}

function kindOf(contract: Contract, schema: Schema): Kind | undefined {
  const settled = settle(contract, schema);
  switch (settled?.kind) {
    case "text":
    case "decimal":
    case "choice":
      return "text";
    case "literal":
      return typeof settled.value === "string" ? "text" : undefined;
    case "integer":
    case "int64":
      return "integer";
    case "flag":
      return "flag";
    default:
      return undefined;
  }
}

function settle({ schemas }: Contract, schema: Schema): Schema | undefined {
  let settled: Schema | undefined = schema;
  while (settled?.kind === "reference") {
    const { name }: { readonly name: string } = settled;
    settled = schemas.find((each) => each.name === name)?.schema;
  }
  return settled;
}

/** The name of a field as one number, as `runtime/streams/event-reader.ts` has it; 0 for none. */
function keyOf(name: string): number {
  if (!/^[!#-[\]-~]{1,2}$/.test(name)) return 0;
  return name.charCodeAt(0) | ((name.charCodeAt(1) || 0) << 8);
}
