/** A request with the standard library of Python 3.8 or later. */

import {
  isWholeNumber,
  keyVariable,
  type SampleCall,
  type SampleField,
  secretVariable,
  textLiteral,
} from "./fields.ts";

/** Writes a program that sends the request and prints the response. */
export function pythonSample(call: SampleCall): string {
  const { operation } = call;
  const parts = partsOf(call);
  const opened = openedAddress(parts, call);
  const program = [
    ...parts.map((part) => assignment(part, call)),
    ...(operation.signed ? signature(parts, call) : []),
    ...(parts.length > 0 ? [""] : []),
    ...opened.before,
    "try:",
    `    with urlopen(${opened.argument}) as response:`,
    "        print(json.load(response))",
    "except HTTPError as error:",
    "    print(error.code, error.read().decode())",
    "",
  ];
  return [...imports(program.join("\n")), "", ...program].join("\n");
}

/** The fields of one place, in a variable. */
interface Part {
  readonly name: string;
  readonly fields: readonly SampleField[];
  readonly isBody: boolean;
  /** A name occurs twice, which a dictionary cannot hold. */
  readonly isList: boolean;
  /** Timestamp and signature go here. */
  readonly isStamped: boolean;
}

function partsOf({ operation, query, body }: SampleCall): readonly Part[] {
  const isForm = body.length > 0;
  const part = (fields: readonly SampleField[], isBody: boolean): Part => ({
    name: query.length === 0 || !isForm ? "params" : isBody ? "body" : "query",
    fields,
    isBody,
    isList: new Set(fields.map(({ name }) => name)).size < fields.length,
    isStamped: operation.signed && isBody === isForm,
  });
  const all = [part(query, false), part(body, true)];
  return all.filter(({ fields, isStamped }) => fields.length > 0 || isStamped);
}

function assignment({ name, fields, isList, isStamped }: Part, { signing }: SampleCall): string {
  const entries = fields.map((field) => [textLiteral(field.name), fieldValue(field)]);
  if (isStamped) entries.push([textLiteral(signing.timestamp), "time.time_ns() // 1_000_000"]);
  const items = entries.map(([key, value]) => (isList ? `(${key}, ${value})` : `${key}: ${value}`));
  const [open, close] = isList ? "[]" : "{}";
  const line = `${name} = ${open}${items.join(", ")}${close}`;
  if (line.length <= lineLengthMax) return line;
  return `${name} = ${open}\n${items.map((item) => `    ${item},\n`).join("")}${close}`;
}

/** The limit of most formatters. */
const lineLengthMax = 80;

function fieldValue(field: SampleField): string {
  const { text, variable } = field;
  if (variable !== undefined) return `os.environ["${variable}"]`;
  return isWholeNumber(field) ? String(BigInt(text)) : textLiteral(text);
}

/** The lines that sign the fields. */
function signature(parts: readonly Part[], { signing }: SampleCall): readonly string[] {
  const separator = textLiteral(signing.pairSeparator);
  const joined = ({ name, isList }: Part): string =>
    signing.values === "percent"
      ? `urlencode(${name}, quote_via=quote)`
      : `${separator}.join(f"{name}={value}" for name, value in ${name}${isList ? "" : ".items()"})`;
  const { partSeparator } = signing;
  const between = partSeparator === "" ? "" : `${textLiteral(partSeparator)} + `;
  const digest = "hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()";
  const key = textLiteral(signing.signature);
  return [
    ...parts.map((part, at) => `text ${at === 0 ? "= " : `+= ${between}`}${joined(part)}`),
    `secret = os.environ["${secretVariable}"]`,
    ...parts
      .filter(({ isStamped }) => isStamped)
      .map(({ name, isList }) =>
        isList ? `${name}.append((${key}, ${digest}))` : `${name}[${key}] = ${digest}`,
      ),
  ];
}

/** The arguments of `urlopen`, and the lines before the call. */
function openedAddress(
  parts: readonly Part[],
  { operation, baseUrl, signing }: SampleCall,
): { readonly before: readonly string[]; readonly argument: string } {
  const { method, path, sendsKey } = operation;
  const query = parts.find(({ isBody }) => !isBody);
  const body = parts.find(({ isBody }) => isBody);
  const url = textLiteral(`${baseUrl}${path}${query === undefined ? "" : "?"}`);
  const address = query === undefined ? url : `${url} + ${encoded(query)}`;
  const options = [
    ...(body === undefined ? [] : [`data=${encoded(body)}.encode()`]),
    ...(sendsKey ? [`headers={${textLiteral(signing.header)}: os.environ["${keyVariable}"]}`] : []),
    ...(method === (body === undefined ? "GET" : "POST") ? [] : [`method="${method}"`]),
  ];
  if (options.length === 0) return { before: [], argument: address };
  const lines = [address, ...options].map((option) => `    ${option},`);
  return { before: ["request = Request(", ...lines, ")"], argument: "request" };
}

/** Without a space, the common short call gives the same encoding. */
function encoded({ name, fields }: Part): string {
  const hasSpace = fields.some(({ text }) => text.includes(" "));
  return `urlencode(${name}${hasSpace ? ", quote_via=quote" : ""})`;
}

/** The imports that a program needs, in the order of formatters. */
function imports(program: string): readonly string[] {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b[(.)]`).test(program);
  const from = (module: string, names: readonly string[]): readonly string[] => {
    const used = names.filter(uses);
    return used.length === 0 ? [] : [`from ${module} import ${used.join(", ")}`];
  };
  return [
    ...["hashlib", "hmac", "json", "os", "time"].filter(uses).map((name) => `import ${name}`),
    "from urllib.error import HTTPError",
    ...from("urllib.parse", ["quote", "urlencode"]),
    ...from("urllib.request", ["Request", "urlopen"]),
  ];
}
