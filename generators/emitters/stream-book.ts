import type { Contract } from "../contract/model.ts";
import { contractTypes } from "../write/imports.ts";
import { quoted } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, record, reexport } from "../write/structures.ts";

/** A local order book on the stream client: apart from it, so that only its users load it. */
export const streamBook: Emitter = {
  name: "stream-book",
  sources: ["spec/{asyncapi,events/*,rules/*}.yaml"],
  emit: (contract) =>
    source({
      path: "stream-book.ts",
      emitter: streamBook,
      modules: [
        contractTypes(contract),
        {
          from: "../runtime/order-book/streamed.ts",
          names: ["StreamedBook", "StreamedBookOptions", "followBook"],
        },
        { from: "../runtime/streams/client.ts", names: ["StreamClient"] },
        { from: "./errors.ts", names: ["retry"] },
        { from: "./order-book.ts", names: ["BookSequence", "bookSteps"] },
        { from: "./streams.ts", names: ["streamName"] },
      ],
      statements: [
        ownOptions(contract),
        watchOrderBook(contract),
        reexport("./order-book.ts"),
        reexport("../runtime/order-book/streamed.ts", ["StreamedBook", "StreamedBookOptions"], {
          onlyTypes: true,
        }),
      ],
    }),
};

const see = "spec/rules/bookSync.yaml";

function ownOptions({ streamRules: { bookSync } }: Contract) {
  const { operation } = bookSync.snapshot;
  return record(
    "StreamBookOptions",
    { text: "Where the book of a symbol comes from, and who hears of it." },
    {
      extends: ["StreamedBookOptions<BookSequence>"],
      properties: [
        { name: "streams", isReadonly: true, type: "{ readonly client: StreamClient }" },
        {
          name: "exchange",
          isReadonly: true,
          type: `{
  ${operation}(
    request: { symbol: string; limit: number },
    options: { signal: AbortSignal },
  ): Promise<unknown>;
}`,
        },
      ],
    },
  );
}

function watchOrderBook({ streamRules: { bookSync } }: Contract) {
  const { channel, snapshot } = bookSync;
  return callable(
    "watchOrderBook",
    {
      text:
        "The order book of a symbol, kept live from the stream and from snapshots that the " +
        "client fetches. It has to be closed.",
      see,
    },
    {
      parameters: [
        { name: "symbol", type: "string" },
        { name: "settings", type: "StreamBookOptions" },
      ],
      returnType: "StreamedBook",
      statements: [
        "const { streams, exchange, ...options } = settings;",
        `const name = streamName(${quoted(channel)}, { symbol });`,
        `const source = {
  client: streams.client,
  symbol,
  stream: { name, id: ${quoted(channel)} },
  snapshot: ({ limit }: { limit: number }, signal: AbortSignal) =>
    exchange.${snapshot.operation}({ symbol, limit }, { signal }),
  retry,
};`,
        "return followBook(bookSteps, source, options);",
      ],
    },
  );
}
