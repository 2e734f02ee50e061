/** How often it is asked whether a session is still open. */
import { expect, test } from "vitest";
import type { Session } from "../../../../src/server/site/session/sessions.ts";
import { createOpenSessions } from "../../../../src/server/site/streams/open-sessions.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const session = (id: string): Session => ({
  id,
  caller: { type: "owner" },
  formToken: "",
  userToken: undefined,
  expiresAt: 0,
});

test("once for all streams of a session, and again when they wake or a while has passed", async () => {
  const clock = manualClock(0);
  const asked: string[] = [];
  const state = { wakes: 0, isOpen: true };
  const sessions = createOpenSessions(
    {
      isOpen: async ({ id }) => {
        asked.push(id);
        return state.isOpen;
      },
    },
    { wakes: () => state.wakes },
    clock,
  );
  const ask = () => Promise.all(["a", "a", "b", "a"].map((id) => sessions.isOpen(session(id))));
  expect(await ask()).toEqual([true, true, true, true]);
  expect(asked).toEqual(["a", "b"]);
  state.isOpen = false;
  state.wakes = 1;
  expect(await ask()).toEqual([false, false, false, false]);
  clock.advance(5_000);
  await ask();
  expect(asked).toEqual(["a", "b", "a", "b", "a", "b"]);
});
