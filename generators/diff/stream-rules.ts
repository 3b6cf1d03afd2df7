import type { Rule } from "./fact-rules.ts";
import { sooner } from "./fact-rules.ts";
import { breaking, ceiling, fact, floor, minor, pace, whole } from "./verdicts.ts";

/** What changes in our own vocabulary for streams mean, the first rule that fits. */
export const streamRules: readonly Rule[] = [
  { at: "x-connection/lifetime|streams", verdicts: ceiling("a connection carries less") },
  { at: "x-connection/inbound|attempts/amount", verdicts: ceiling(sooner) },
  { at: "x-connection/inbound|attempts/window", verdicts: floor("the amount must last longer") },
  { at: "x-connection/pingPong/answeredWithin", verdicts: ceiling("a slow client is cut off") },
  { at: "x-connection/pingPong/every", verdicts: pace("pings come at another pace") },
  { at: "x-connection/preferredOverPolling", verdicts: pace("it is advice") },
  {
    at: "x-user-session/keepAliveEvery|validity",
    verdicts: ceiling("who keeps the key alive at the old pace loses it"),
  },
  {
    at: "x-user-session/**",
    verdicts: fact("callers and readers", "a session is kept in another way"),
  },
  { at: "x-book-sync/pace", verdicts: pace("updates come at another pace") },
  {
    at: "x-book-sync",
    verdicts: fact("readers", "nothing tells how a local book is kept"),
  },
  {
    at: "x-book-sync/steps/**",
    verdicts: whole("readers", "a local book is kept by other steps"),
  },
  {
    at: "x-book-sync/**",
    verdicts: fact("readers", "a local book kept by the old steps is wrong"),
  },
  {
    at: "**/x-event-key",
    verdicts: {
      added: minor("readers", "copies of an event can be known"),
      removed: breaking("readers", "copies of an event can no longer be known"),
    },
  },
  {
    at: "**/x-event-key/**",
    verdicts: whole("readers", "copies of an event are told apart by other fields"),
  },
  {
    at: "channels/*/x-stream/access",
    verdicts: fact("callers and readers", "the stream is opened in another way"),
  },
  {
    at: "channels/*/x-stream/afterReconnect",
    verdicts: fact("readers", "after a reconnect something else has to be done"),
  },
  {
    at: "channels/*/x-stream/backlog",
    verdicts: fact("readers", "a reader that is too slow finds something else"),
  },
];
