/** What the engine hears of sessions that say at times where they are, and at times do not. */
import { expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import { createSessions } from "../../../src/dispatcher/sessions/sessions.ts";
import { readSignsOfLife } from "../../../src/dispatcher/sessions/signs-of-life.ts";
import { demo, start } from "../../support/issues.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { memorySessions } from "../../support/memory-sessions.ts";

const id = "01JDB3Z5M7Q8R9S0T1V2W3X4Y5";
const nowhere = { agent: "ada", id, repositoryId: undefined };
const here = { ...nowhere, repositoryId: demo.id };
const elsewhere = { ...nowhere, repositoryId: "R_other" };

function begin() {
  const clock = manualClock(start);
  const sessions = createSessions({ store: memorySessions(), clock, logger: silentLogger });
  const inDemo = () => readSignsOfLife(sessions, { aheadMs: () => 0 }, demo.id)("ada");
  return { clock, sessions, inDemo };
}

test("AG17 a session that joined without naming its repository is as alive as its last beat", () => {
  const { clock, sessions, inDemo } = begin();
  sessions.heard(nowhere);
  clock.advance(600_000);
  sessions.heard({ ...here, lease: { issue: 12, token: 7 } });
  const [session, ...others] = inDemo();
  expect(others).toEqual([]);
  expect(session).toMatchObject({ id, hasEnded: false, leases: [{ issue: 12, token: 7 }] });
  expect(session?.heardAt).toBeGreaterThanOrEqual(start + 600_000);
});

test("a session that leaves without naming a repository ends everywhere", () => {
  const { clock, sessions, inDemo } = begin();
  for (const sign of [nowhere, here, elsewhere]) sessions.heard(sign);
  clock.advance(1_000);
  expect(sessions.left(nowhere)).toBe(true);
  expect(inDemo()).toMatchObject([{ id, hasEnded: true }]);
  expect(sessions.of("ada", "R_other").every(({ endedAt }) => endedAt !== undefined)).toBe(true);
  expect(sessions.left(nowhere)).toBe(false);
});

test("a session that leaves a repository ends there, although it joined without naming one", () => {
  const { clock, sessions, inDemo } = begin();
  for (const sign of [nowhere, elsewhere]) sessions.heard(sign);
  clock.advance(1_000);
  expect(sessions.left(here)).toBe(true);
  expect(inDemo()).toMatchObject([{ hasEnded: true }]);
  expect(sessions.of("ada", "R_other")).toContainEqual(expect.objectContaining({ endedAt: undefined }));
});

test("a session that is heard again after it left has not ended", () => {
  const { clock, sessions, inDemo } = begin();
  sessions.heard(nowhere);
  sessions.left(nowhere);
  clock.advance(1_000);
  sessions.heard(here);
  expect(inDemo()).toMatchObject([{ hasEnded: false }]);
});
