/** A connection whose events are collected. */
export interface Listener {
  /** The events so far, as soon as none has come for a moment; at most two seconds. */
  readonly untilQuiet: () => Promise<readonly object[]>;
  readonly close: () => void;
}

const quietMs = 250;
const waitMsMax = 2000;

/** Opens a stream connection and keeps what it brings; throws when it cannot be opened. */
export async function listen(url: string): Promise<Listener> {
  const socket = new WebSocket(url);
  const events: object[] = [];
  let heardAt = performance.now();
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    heardAt = performance.now();
    events.push((JSON.parse(data) as { data: object }).data);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`No stream at ${new URL(url).host}.`)));
  });
  return {
    untilQuiet: async () => {
      const begin = performance.now();
      heardAt = begin;
      while (performance.now() - heardAt < quietMs && performance.now() - begin < waitMsMax) {
        await new Promise((resolve) => setTimeout(resolve, quietMs / 5));
      }
      return events;
    },
    close: () => socket.close(),
  };
}
