import { streams } from "../../../../generators/emitters/streams/streams.ts";
import { type EmitterCase, testEmitter } from "../../../support/emitted.ts";
import * as given from "../../../support/given.ts";

const depth = given.contract({
  schemas: [given.schema("DepthUpdate", { kind: "text" })],
  channels: [given.channel({ description: "Changes of the book.", messages: [given.message()] })],
});

const cases: readonly EmitterCase[] = [
  {
    name: "a stream is a row",
    given: depth,
    want: `
      depth: {
        address: "{symbol}@depth",
        access: "public",
        afterReconnect: "newSnapshot",
        parameters: [{ name: "symbol", letterCase: "lower" }],
        messages: [{ name: "depthUpdate", eventType: "depthUpdate" }],
        source: "spec/asyncapi.yaml:1",
      },`,
  },
  {
    name: "what its name is made of is typed",
    given: depth,
    want: `
      /** Changes of the book. */
      readonly depth: { readonly symbol: string };`,
  },
  { name: "what it carries is typed", given: depth, want: "readonly depth: DepthUpdate;" },
  {
    name: "a stream without messages may carry anything",
    given: given.contract({ channels: [given.channel()] }),
    want: "readonly depth: unknown;",
  },
  {
    name: "a message that announces itself has a guard",
    given: depth,
    want: `
      export function isDepthUpdate(message: unknown): message is DepthUpdate {
        return hasEventType(message, "depthUpdate");
      }`,
  },
  {
    name: "one that does not has none",
    given: given.contract({
      channels: [given.channel({ messages: [given.message({ eventType: undefined })] })],
    }),
    want: "export const streams",
    not: "export function is",
  },
  {
    name: "a message says how its copies are recognized",
    given: given.contract({
      channels: [
        given.channel({
          messages: [
            given.message({
              eventKeys: [
                { fields: ["i", "t"], unless: { field: "t", is: -1 } },
                { fields: ["i", "T"] },
              ],
            }),
          ],
        }),
      ],
    }),
    want: `
      eventKeys: [{ fields: ["i", "t"], unless: { field: "t", is: -1 } }, { fields: ["i", "T"] }],`,
  },
  {
    name: "connectionRules that the spec does not state are absent",
    given: depth,
    want: "export const connectionRules = { methods: {} } as const satisfies ConnectionRules;",
  },
  {
    name: "the bounds of a connection are data",
    given: depth,
    want: `
      lifetimeMs: 86_400_000,
      streams: 1024,
      inboundMessages: 5,
      inboundWindowMs: 1000,`,
  },
];

testEmitter(streams, cases);
