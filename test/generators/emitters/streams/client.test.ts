import { streamClient } from "../../../../generators/emitters/streams/client.ts";
import { type EmitterCase, testEmitter } from "../../../support/emitted.ts";
import * as given from "../../../support/given.ts";

const depth = given.channel({ description: "Changes of the book.", messages: [given.message()] });
const schemas = [given.schema("DepthUpdate", { kind: "text" })];
const contractOf = (channel: Partial<typeof depth>) =>
  given.contract({ schemas, channels: [{ ...depth, ...channel }] });

const cases: readonly EmitterCase[] = [
  {
    name: "a public stream is a method that takes one symbol or many",
    given: contractOf({}),
    want: "depth(symbol: string | readonly string[], options?: SubscribeOptions)",
  },
  {
    name: "its doc says what its name takes, and what a slow reader loses",
    given: contractOf({ backlog: "latest" }),
    want: `
      * Takes one \`symbol\` or a list, in letters of any case. A reader that is too slow finds the
      * newest event.`,
  },
  {
    name: "its method opens it with the policy of the spec",
    given: contractOf({ backlog: "latest" }),
    want: 'depth: (symbol, options) => open("depth", each("symbol", symbol), "latest", options),',
  },
  {
    name: "where the spec has no policy, what is had again as a whole has no holes",
    given: contractOf({ backlog: undefined }),
    want: '"stale", options),',
  },
  {
    name: "a name with more than one gap takes them one by one",
    given: contractOf({
      parameters: [
        { name: "symbol", letterCase: "lower" },
        { name: "interval", letterCase: "asIs" },
      ],
    }),
    want: '(symbol, interval, options) => open("depth", [{ symbol, interval }], "stale", options),',
  },
  {
    name: "the stream of an account is none of them",
    given: contractOf({ access: "userData" }),
    want: "export interface Streams",
    not: "depth(",
  },
];

testEmitter(streamClient, cases);
