/** Code samples for streams, in two languages. */

import { textLiteral } from "./fields.ts";

export interface StreamSamples {
  /** A module for the stream client. */
  readonly typescript: string;
  /** A program for the library `websockets`. */
  readonly python: string;
}

/** What all stream samples share. */
export interface StreamInputs {
  /** Address of all streams. */
  readonly url: string;
  /** The address up to the name of a stream. */
  readonly opening: string;
  /** The expression for the event in a message, in Python. */
  readonly event: string;
}

/** `query`: the parameter that names streams; `wrapper`: the field that holds the event, if any. */
export function streamInputs(
  url: string,
  query: string,
  wrapper: string | undefined,
): StreamInputs {
  return {
    url,
    opening: `${url}?${query}=`,
    event: `json.loads(message)${wrapper === undefined ? "" : `[${textLiteral(wrapper)}]`}`,
  };
}

/** A public stream: method and arguments of the stream client, and its name. */
export interface PublicStream {
  readonly method: string;
  readonly args: readonly string[];
  readonly name: string;
}

/** Writes code that subscribes to a public stream. */
export function publicStreamSamples(stream: PublicStream, inputs: StreamInputs): StreamSamples {
  const { method, args, name } = stream;
  return {
    typescript: `import { createStreams } from "tradespec/streams";

const streams = createStreams({
  url: ${textLiteral(inputs.url)},
});

for await (const event of streams.${method}(${args.map(textLiteral).join(", ")})) {
  console.log(event);
}
`,
    python: pythonProgram(
      ["asyncio", "json"],
      "",
      `    async with connect(${textLiteral(inputs.opening + name)}) as socket:
        async for message in socket:
            print(${inputs.event})
`,
    ),
  };
}

/** How a listenKey is created and kept alive. */
export interface ListenKeyInputs {
  readonly baseUrl: string;
  /** The header with the API key. */
  readonly header: string;
  readonly path: string;
  readonly createMethod: string;
  readonly keepAliveMethod: string;
  /** The field that holds it. */
  readonly key: string;
  readonly keepAliveEveryMs: number;
}

/** Writes code that follows an account's user data. */
export function userDataSamples(inputs: StreamInputs, listenKey: ListenKeyInputs): StreamSamples {
  const { baseUrl, key, createMethod, keepAliveMethod, keepAliveEveryMs } = listenKey;
  const variable = key.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return {
    typescript: `import { createClient } from "tradespec";
import { createStreams } from "tradespec/streams";
import { watchUserData } from "tradespec/user-data";

const streams = createStreams({
  url: ${textLiteral(inputs.url)},
});
const client = createClient({
  baseUrl: ${textLiteral(baseUrl)},
  apiKey: process.env.TRADESPEC_KEY,
  apiSecret: process.env.TRADESPEC_SECRET,
});

const account = watchUserData({ client, streams });
for await (const event of account) {
  console.log(event);
}
`,
    python: pythonProgram(
      ["asyncio", "json", "os"],
      "from urllib.request import Request, urlopen\n",
      `    ${variable} = call(${textLiteral(createMethod)})[${textLiteral(key)}]
    upkeep = asyncio.create_task(keep_alive(${variable}))
    async with connect(${textLiteral(inputs.opening)} + ${variable}) as socket:
        async for message in socket:
            print(${inputs.event})
`,
      `URL = ${textLiteral(`${baseUrl}${listenKey.path}`)}
HEADERS = {${textLiteral(listenKey.header)}: os.environ["TRADESPEC_KEY"]}


def call(method, query=""):
    with urlopen(Request(URL + query, headers=HEADERS, method=method)) as response:
        return json.load(response)


async def keep_alive(${variable}):
    while True:
        await asyncio.sleep(${keepAliveEveryMs / 60_000} * 60)
        await asyncio.to_thread(call, ${textLiteral(keepAliveMethod)}, f"?${key}={${variable}}")


`,
    ),
  };
}

/** A program around `main`, whose body is already indented. */
export function pythonProgram(
  modules: readonly string[],
  imports: string,
  main: string,
  definitions = "",
): string {
  return `${modules.map((name) => `import ${name}\n`).join("")}${imports}
from websockets import connect

${definitions === "" ? "\n" : definitions}async def main():
${main}

asyncio.run(main())
`;
}
