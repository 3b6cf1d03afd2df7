/** Puts stream connections and their messages into the feed. */

import type { Redact } from "../../runtime/call/redact.ts";
import {
  type ConnectionLog,
  type ConnectionParts,
  openConnection,
  type StreamHost,
} from "../streams/connection.ts";
import { shownName } from "../streams/handshake.ts";
import type { Message } from "../streams/hub.ts";
import type { Feed, FeedMessage } from "./feed.ts";

/** The parts of a sandbox that the streams need. */
type StreamParts = Omit<ConnectionParts, "log"> & Pick<StreamHost, "handshake">;

/** A message is shown up to here: books of a thousand levels are not. */
const textMax = 4000;

const ownSize = 300;

const eventType = /"e":"(\w+)"/;

/** The streams of an exchange; everything on a connection gets into the feed. */
export function createStreamFeed(parts: StreamParts, feed: Feed, redact: Redact): StreamHost {
  const { exchange, handshake } = parts;
  let connections = 0;
  const accountOf = (name: string) => exchange.listenKeys.accountOf(name, exchange.now());
  const make = ({ time, known, text }: { time: number; known: Known; text: string }) => {
    const event = eventType.exec(text)?.[1];
    const read = text === "" ? {} : { text: redact(text).slice(0, textMax) };
    return { time, ...known, ...(event !== undefined && { event }), ...read };
  };
  const addMessage = (known: Known, text = ""): void =>
    feed.add("message", ownSize + text.length, { time: exchange.now(), known, text }, make);
  const makeSent = ({ time, own, stream, text }: SentMarket) =>
    make({ time, known: { what: "sent", ...own, stream }, text });
  const noteSent = (own: Own, { stream, text }: Message): void => {
    if (stream.includes("@")) {
      // Without its bytes, which would be kept with it.
      const raw = { time: exchange.now(), own, stream, text };
      return feed.add("market", ownSize + text.length, raw, makeSent);
    }
    // The connection logs its replies itself, with the streams that it has then.
    if (stream === "") return;
    const owner = accountOf(stream) ?? own.account;
    addMessage({ what: "sent", ...own, ...(owner !== undefined && { account: owner }) }, text);
  };
  return {
    handshake: (target, ip) => {
      const result = handshake(target, ip);
      const refused = { what: "refused", connection: 0, ip } as const;
      if (result.kind === "rejected") {
        addMessage({ ...refused, code: result.status }, result.message);
      } else if (result.kind !== "open") addMessage(refused, result.kind);
      return result;
    },
    open: (transport, names, ip) => {
      connections += 1;
      let own: Own = { connection: connections, ip };
      const log: ConnectionLog = (what, text, { names: of, ...code } = {}) => {
        // A listen key may be added later.
        const account = of?.map(accountOf).find((name) => name !== undefined);
        if (account !== undefined) own = { ...own, account };
        const shown = what === "replied" ? undefined : of;
        const streams = shown?.map((name) => shownName(exchange, name));
        addMessage({ what, ...own, ...code, ...(streams && { streams }) }, text);
      };
      log("opened", "", { names });
      const send = (message: Message): void => {
        noteSent(own, message);
        transport.send(message);
      };
      return openConnection({ ...parts, log }, { ...transport, send }, names);
    },
  };
}

/** A message of a market stream, which may have thousands of readers. */
interface SentMarket extends Pick<Message, "stream" | "text"> {
  readonly time: number;
  readonly own: Own;
}

type Own = Pick<FeedMessage, "connection" | "ip"> & Partial<FeedMessage>;
type Known = Own & Pick<FeedMessage, "what">;
