import { expect, test } from "vitest";

import { unknownClock, withSample } from "../../../runtime/call/clock.ts";

const known = { offsetMs: 100, errorMs: 50, sampledMs: 0 };

const rows: readonly (readonly [
  name: string,
  from: typeof known,
  sample: readonly [number, number, number],
  offsetMs: number,
])[] = [
  ["the first sample is taken, round trip halved", unknownClock, [1000, 1200, 5100], 4000],
  ["a better sample is taken", known, [1000, 1020, 1120], 110],
  ["a worse one that agrees is dropped", known, [1000, 3000, 2500], 100],
  ["a worse one that contradicts is taken", known, [1000, 1200, 9000], 7900],
  ["an old knowledge gives way", known, [1_000_000, 1_000_400, 1_000_250], 50],
  ["an equally exact one is taken", { ...known, sampledMs: 1100 }, [1000, 1100, 1170], 120],
  ["a worse one at the border agrees", { ...known, sampledMs: 1101 }, [1000, 1101, 1251], 100],
  ["beyond the border it contradicts", { ...known, sampledMs: 1101 }, [1000, 1101, 1252], 201.5],
  ["beyond the border below it does, too", { ...known, sampledMs: 1101 }, [1000, 1101, 1049], -1.5],
  ["a response in no time is exact", known, [1000, 1000, 1500], 500],
  ["a clock that ran backwards teaches nothing", known, [1000, 900, 5000], 100],
  ["no number teaches nothing", known, [1000, 1010, Number.NaN], 100],
];

for (const [name, from, [sentMs, receivedMs, serverMs], offsetMs] of rows) {
  test(name, () => {
    expect(withSample(from, { sentMs, receivedMs, serverMs }).offsetMs).toBe(offsetMs);
  });
}
