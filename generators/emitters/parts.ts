import type { Contract, Operation } from "../contract/model.ts";
import { type Code, call, codeText, object } from "../write/code.ts";
import { flat } from "../write/doc.ts";
import type { Module } from "../write/imports.ts";
import type { Data } from "../write/literal.ts";
import { methodName, propertyKey } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { constant, pure, table } from "../write/structures.ts";

/** What clients are put together from: what each needs, and the parts that can be left out. */
export const parts: Emitter = {
  name: "parts",
  sources: ["spec/**/*.yaml"],
  emit: (contract) => [
    ...source({ path: "calls.ts", emitter: parts, statements: callTexts(contract) }),
    ...source({
      path: "parts.ts",
      emitter: parts,
      modules,
      statements: [...needed(contract), ...checks(contract), ...others(contract)],
    }),
  ],
};

/** One constant for each, so that a bundle holds those that are asked for. */
function callTexts(contract: Contract) {
  const { operations } = contract;
  const names = operations.map(({ id }) => methodName(id));
  const texts = operations.map((each) =>
    table(methodName(each.id), { text: `${flat(each.summary)}.` }, callText(each, contract), {
      isConstant: false,
    }),
  );
  const all = operations.map(({ id }) => [propertyKey(id), methodName(id)] as const);
  const code = codeText(object(all), "export const calls = ".length);
  const text = "Every operation as the short text that clients read; see `CallTexts`.";
  return names.length === 0 ? [] : [...texts, constant("calls", { text }, code)];
}

const modules: readonly Module[] = [
  { from: "./calls.ts", names: ["calls"] },
  { from: "../runtime/client/parts.ts", names: ["callerPart", "CallerBase"] },
  { from: "../runtime/client/answer-shapes.ts", names: ["createAnswerDecoder"] },
  { from: "../runtime/client/advice-words.ts", names: ["adviceWords"] },
  { from: "../runtime/client/clock-sync.ts", names: ["createClockSync"] },
  { from: "../runtime/client/rate-limiting.ts", names: ["createClientLimits"] },
  { from: "../runtime/orders/guard.ts", names: ["createPlacementGuard"] },
  { from: "../runtime/orders/placement.ts", names: ["createPlacements"] },
  { from: "../runtime/encoding/wire.ts", names: ["writeFields"] },
  { from: "./answers.ts", names: ["answerTable"] },
  { from: "./errors.ts", names: ["envelope", "retry"] },
  { from: "./filters.ts", names: ["compileFilters"] },
  { from: "./limits.ts", names: ["limitRules", "limits"] },
  { from: "./order-rules.ts", names: ["checkOrderType", "rulesRefresh"] },
  { from: "./signing.ts", names: ["signing"] },
];

function needed(contract: Contract) {
  const { errors } = contract;
  const advices = [...new Set(errors.map(({ advice }) => advice))];
  const codesOf = (wanted: string): string =>
    errors.flatMap(({ advice, code }) => (advice === wanted ? [code] : [])).join(" ");
  return [
    table(
      "codes",
      { text: "What to do after each failure code.", see: "spec/errors.yaml" },
      Object.fromEntries(advices.map((advice) => [advice, codesOf(advice)])),
    ),
    table(
      "statuses",
      {
        text:
          "What to do after HTTP statuses, where it is not `fixRequest` below 500 and `backOff` " +
          "from there on.",
        see: "spec/errors.yaml",
      },
      statusAdvice(contract),
    ),
    table(
      "retryPolicy",
      { text: "What is tried again, and how long is waited.", see: "spec/rules/retry.yaml" },
      { rules: contract.retry.rules, backoff: contract.retry.backoff },
    ),
    {
      ...constant("base", { text: "What every client needs." }, ""),
      declarations: [{ name: "base", type: "CallerBase", initializer: baseCode(contract) }],
    },
  ];
}

function checks({ operations }: Contract) {
  return [
    table(
      "callFields",
      { text: "The fields of every operation by their rules, as far as a client checks them." },
      Object.fromEntries(operations.map(({ id, parameters }) => [id, parameters.map(fieldRules)])),
    ),
    part(
      "fieldChecks",
      "Checks the fields of every call before it is sent, and tells all that is wrong with them.",
      { parameters: "callFields", writeFields: "writeFields" },
    ),
    part(
      "answerChecks",
      "Holds every answer against its documented shape, and makes its integers and decimals exact.",
      { answers: "(isLenient) => createAnswerDecoder(answerTable, isLenient)" },
    ),
    part(
      "orderChecks",
      "Checks placements by the fields of their type and by the filters of their symbol.",
      {
        placements: object([
          ["checkOrderType", "checkOrderType"],
          ["compileFilters", "compileFilters"],
          ["refresh", "rulesRefresh"],
          ["guard", "createPlacementGuard"],
        ]),
      },
    ),
  ];
}

function others({ operations, errors }: Contract) {
  return [
    table(
      "callWeights",
      { text: "What every operation costs." },
      Object.fromEntries(operations.map(({ id, weight }) => [id, costs(weight)])),
    ),
    part("rateLimits", "Keeps calls within the limits of the exchange.", {
      weights: "callWeights",
      limits: object([
        ["windows", "limits"],
        ["rules", "limitRules"],
        ["join", "createClientLimits"],
      ]),
    }),
    part(
      "exchangeClock",
      "Learns the exchange's time, keeps it, and sets it anew when a timestamp is refused.",
      { clockSync: "createClockSync" },
    ),
    part(
      "outcomes",
      "Finds out what became of placements whose answer is lost: `place`, journal and streams.",
      { retry: "retry", outcomes: "createPlacements" },
    ),
    table(
      "codeNames",
      { text: "The names of failure codes.", see: "spec/errors.yaml" },
      Object.fromEntries(errors.map(({ name, code }) => [name, code])),
    ),
    part("errorWords", "Gives errors the names of their codes, and says what to do next.", {
      codeNames: "codeNames",
      adviceWords: "adviceWords",
    }),
  ];
}

/** What the first row that fits says of each status, without what goes without saying. */
function statusAdvice({ statuses }: Contract): Data {
  const told = new Map<string, number[]>();
  for (let status = 400; status < 600; status += 1) {
    const advice = statuses.find(({ from, to }) => status >= from && status <= to)?.advice;
    const usual = status < 500 ? "fixRequest" : "backOff";
    if (advice === undefined || advice === usual) continue;
    told.set(advice, [...(told.get(advice) ?? []), status]);
  }
  return Object.fromEntries([...told].map(([advice, all]) => [advice, all.join(" ")]));
}

function part(name: string, text: string, members: Readonly<Record<string, Code>>) {
  const code = call(pure("callerPart"), [object(Object.entries(members))]);
  return constant(name, { text }, codeText(code, `export const ${name} = `.length));
}

function baseCode({ envelope }: Contract): string {
  const names = ["signing", "retry: retryPolicy", "codes", "statuses"];
  return `{ ${[...names, ...(envelope === undefined ? [] : ["envelope"])].join(", ")} }`;
}

function callText(operation: Operation, { operations, signing }: Contract): string {
  const { method, path, security, places, placement, parameters } = operation;
  const { clientId, resolvedBy } = placement ?? {};
  const known = parameters.filter(
    ({ name, required }) => name === signing.window || (required && name !== signing.timestamp),
  );
  const mark = security.signed ? "signed" : security.sendsKey ? "key" : undefined;
  const isAsked = operations.some(({ id }) => id === resolvedBy?.operation);
  const found = `${clientId}>${resolvedBy?.operation}.${resolvedBy?.parameter}`;
  return [
    method,
    path,
    ...(mark === undefined ? [] : [mark]),
    ...(places.includes("body") ? ["body"] : []),
    ...(placement !== undefined && isAsked ? [found] : []),
    ...known.map(({ name, required }) => (required ? `${name}!` : name)),
  ].join(" ");
}

function fieldRules(parameter: Operation["parameters"][number]): Data {
  const {
    description: _,
    schema: __,
    origin: ___,
    default: ____,
    assumed: _____,
    ...rules
  } = parameter;
  return rules;
}

function costs(weight: Operation["weight"]): Data {
  return weight === null ? null : { ip: weight.ip, account: weight.account };
}
