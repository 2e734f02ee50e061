/**
 * An installation's token that GitHub no longer accepts is requested again, whatever else is under way and
 * whatever our clock says.
 */
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Clock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { createBudget } from "../../../src/github/transport/budget.ts";
import { type Client, createClient } from "../../../src/github/transport/client.ts";
import { createOctokits } from "../../../src/github/transport/octokits.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { jumpingClock } from "../../support/jumping-clock.ts";
import { manualClock } from "../../support/manual-clock.ts";

let hub: TestHub;
afterEach(() => {
  vi.useRealTimers();
  return hub.close();
});

const shape = z.object({ total_count: z.number() });
/** Octokit retries a refused token younger than this, assuming that GitHub does not know it yet. */
const youngMs = 5_000;

function clientBy(clock: Clock): Client {
  const { app, url } = hub.hub;
  const { id: appId, privateKey } = app;
  const octokits = createOctokits({ appId, privateKey, baseUrl: `${url}/api/v3` }, clock);
  const budget = createBudget(clock, "off");
  return createClient(octokits, { budget, clock, random: Math.random, log: silentLogger });
}

test("no request of many at once fails when the token expired at GitHub, whose clock is hours ahead of ours", async () => {
  const theirs = jumpingClock();
  hub = await startTestHub({ clock: theirs });
  const client = clientBy(manualClock(Date.now()));
  const ask = () => client.get(hub.hub.app.installationId, "/installation/repositories", {}, shape);
  await ask();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + youngMs });
  theirs.advance(5 * 60 * 60_000);
  const asked: ReturnType<typeof ask>[] = [];
  for (let at = 0; at < 40; at++) {
    asked.push(ask());
    // Some start together, some while the others are under way or have just been refused.
    if (at % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const answers = await Promise.allSettled(asked);
  expect(answers.filter(({ status }) => status === "rejected")).toEqual([]);
});

test("a token is requested again before it expires", async () => {
  const clock = jumpingClock();
  hub = await startTestHub({ clock });
  const client = clientBy(clock);
  const statuses: number[] = [];
  hub.hub.observe((seen) => {
    if (seen.kind === "response" && seen.template === "/installation/repositories")
      statuses.push(seen.status);
  });
  const ask = () => client.get(hub.hub.app.installationId, "/installation/repositories", {}, shape);
  await ask();
  clock.advance(61 * 60_000);
  await ask();
  expect(statuses).toEqual([200, 200]);
});
