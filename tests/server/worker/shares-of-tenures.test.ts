/** What strangers had read in one tenure counts in the next ones, and what was put off is put off once. */
import { describe, expect, test } from "vitest";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { githubPace } from "../../../src/dispatcher/pace.ts";
import type { SpentShares } from "../../../src/dispatcher/ports/carryover.ts";
import { actorOf } from "../../support/actor.ts";
import { noPostgres, rowsOf } from "../../support/postgres.ts";
import { taskBody } from "../../support/story.ts";
import { openTenures } from "./tenures.ts";

const minuteMs = 60_000;
const { stranger } = githubPace.reads;

/** Time goes on as it does, but each tenure begins with a minute. */
function minutes(): { readonly clock: Clock; readonly pass: (count: number) => void } {
  const minute = Math.ceil(Date.now() / minuteMs) * minuteMs;
  let begins = minute;
  let since = Date.now();
  return {
    clock: { now: () => begins + (Date.now() - since), sleep: systemClock.sleep },
    pass: (count) => {
      begins += count * minuteMs;
      since = Date.now();
    },
  };
}

async function started() {
  const { clock, pass } = minutes();
  const opened = await openTenures(clock);
  const { hub, left, alice, admit, serve, url } = opened;
  let isClean = true;
  let guids = 0;
  const tenure = async (): Promise<void> => {
    await serve({ found: { text: left.at(-1), isClean }, clock }).done;
    isClean = true;
  };
  const issue = await alice.open("Store deliveries", taskBody("It stores."), ["kind:task"], []);
  await tenure();
  return {
    alice,
    pass,
    tenure,
    /** As if the worker had died before the last tenure ended. */
    crash: () => {
      left.pop();
      isClean = false;
    },
    /** Delivers a comment of an account as if it had written that many. */
    flood: async (login: string, times: number): Promise<void> => {
      await actorOf(hub.hub.url, hub.hub.tokenOf(login), login, "acme/demo").comment(issue, "Noise");
      const seen = (await hub.inOrder()).findLast(({ event }) => event === "issue_comment");
      if (seen === undefined) throw new Error("The comment was not delivered.");
      await admit(
        Array.from({ length: times }, () => {
          const guid = `${login}-${guids++}`;
          return {
            guid,
            event: seen.event,
            action: "created",
            repositoryId: seen.payload.repository.node_id,
            payload: Buffer.from(seen.raw),
            bodyHash: guid,
            receivedAt: clock.now(),
          };
        }),
      );
    },
    pending: () => waitingIn(url),
    /** Points of all strangers that the last tenure left. */
    spent: () => {
      const { strangers }: SpentShares = JSON.parse(left.at(-1) ?? "").spent;
      return strangers.flatMap(({ minutes }) => minutes).reduce((sum, { points }) => sum + points, 0);
    },
  };
}

function waitingIn(url: string): number {
  const rows = rowsOf(url, "SELECT 1 FROM delivery WHERE state = 'pending'");
  return Array.isArray(rows) ? rows.length : 0;
}

describe.skipIf(noPostgres)("shares of tenures", () => {
  test("G19 a tenure begins with what strangers spent before, puts nothing off twice, and an hour later they are free again", async () => {
    const { alice, pass, tenure, flood, pending, spent } = await started();
    pass(1);
    await flood("mallory", stranger + 50);
    await tenure();
    expect([pending(), spent()]).toEqual([50, stranger]);

    // Those that have waited are read; mallory's new ones wait, and nobody else does.
    pass(1);
    await flood("mallory", 20);
    const task = await alice.open("Read deliveries", taskBody("It reads."), ["kind:task"], []);
    await tenure();
    expect([pending(), spent()]).toEqual([20, stranger]);
    pass(1);
    await tenure();
    expect(pending()).toBe(0);
    expect((await alice.see(task)).labels).toContain("status:ready");

    pass(61);
    await flood("mallory", 5);
    await tenure();
    expect([pending(), spent()]).toEqual([0, 5]);
  }, 60_000);

  test("G19 a crash loses what the tenure counted, and nothing of what earlier ones did", async () => {
    const { pass, tenure, crash, flood, pending, spent } = await started();
    pass(1);
    await flood("mallory", 100);
    await tenure();
    pass(1);
    await flood("mallory", 50);
    await tenure();
    expect(spent()).toBe(150);
    crash();
    pass(1);
    await flood("mallory", 60);
    await tenure();
    expect([pending(), spent()]).toEqual([10, 150]);
  }, 60_000);
});
