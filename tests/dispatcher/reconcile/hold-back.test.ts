/** What accounts beyond their share cause is put off to the next minute, once, by whichever process sees it. */
import { expect, onTestFinished, test } from "vitest";
import { HoldBack } from "../../../src/dispatcher/reconcile/hold-back.ts";
import type { ReadShares } from "../../../src/dispatcher/shares/read-shares.ts";
import { deliveryOf, openDesk } from "../../support/dispatch-desk.ts";
import { demo, start } from "../../support/issues.ts";

const minuteMs = 60_000;
/** A minute's beginning. */
const noon = Math.ceil(start / minuteMs) * minuteMs;
const mallory = { id: "U_mallory", login: "mallory" };

/** All deliveries are of mallory's acts, and her share is used up, unless the options say otherwise. */
async function holdBackAt(now: number, { isNobodys = false, room = false } = {}) {
  const { ports, store, stop } = await openDesk();
  onTestFinished(stop);
  let counted = 0;
  const shares: Pick<ReadShares, "takeUnlessWriter"> = {
    takeUnlessWriter: async (_, __, points) => {
      counted += points;
      return room ? undefined : now + 40 * minuteMs;
    },
  };
  const clock = { ...ports.runtime.clock, now: () => now };
  const holdBack = new HoldBack(
    { ...ports, stores: { ...ports.stores, index: store.index }, runtime: { ...ports.runtime, clock } },
    shares,
  );
  const split = async (...receivedAt: readonly number[]) => {
    const readable = await Promise.all(
      receivedAt.map(async (at) => {
        const delivery = deliveryOf(String(at - noon), ["I_1"], at);
        return {
          delivery,
          translation: { ...(await ports.github.translate(delivery)), by: isNobodys ? undefined : mallory },
        };
      }),
    );
    const { going, putOff } = await holdBack.split(demo.id, readable);
    return {
      going: going.map(({ delivery }) => delivery.receivedAt - noon),
      putOff: putOff?.deliveries.map(({ receivedAt }) => receivedAt - noon) ?? [],
      until: putOff && putOff.until - noon,
      counted,
    };
  };
  return split;
}

test("G19 what comes beyond a share waits for the end of the minute in which it came", async () => {
  const split = await holdBackAt(noon + 20_000);
  expect(await split(noon + 1, noon + 20_000)).toEqual({
    going: [],
    putOff: [1, 20_000],
    until: minuteMs,
    counted: 2,
  });
});

test("G19 what has waited goes on, whatever is used by then and whoever put it off", async () => {
  const split = await holdBackAt(noon + minuteMs);
  expect(await split(noon + 1, noon + minuteMs)).toEqual({
    going: [1],
    putOff: [minuteMs],
    until: 2 * minuteMs,
    counted: 2,
  });
});

test("B15 a delivery that came while the clock was ahead does not wait until then", async () => {
  const split = await holdBackAt(noon);
  expect(await split(noon + 5 * minuteMs)).toMatchObject({ going: [5 * minuteMs], putOff: [] });
});

test("G19 what has room in its share, or is nobody's act, goes on at once", async () => {
  const within = await holdBackAt(noon, { room: true });
  expect(await within(noon)).toEqual({ going: [0], putOff: [], until: undefined, counted: 1 });
  const nobodys = await holdBackAt(noon, { isNobodys: true });
  expect(await nobodys(noon)).toEqual({ going: [0], putOff: [], until: undefined, counted: 0 });
});
