/** What a rebuild keeps of leases: GitHub shows them later than they are decided. */
import { afterEach, describe, expect, test } from "vitest";
import type { Failure } from "../../../src/dispatcher/ports/failure.ts";
import type { Pause } from "../../../src/dispatcher/schedule/pauses.ts";
import { wireDeciding } from "../../../src/dispatcher/wiring/wire-deciding.ts";
import { wireRebuild } from "../../../src/dispatcher/wiring/wire-schedule.ts";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { Leader } from "../../../src/engine/model/leading.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { openDesk, type PassContext, type PortsInstead } from "../../support/dispatch-desk.ts";
import { alice, demo, maria, start, task } from "../../support/issues.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { MemoryGitHub } from "../../support/memory-github.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { claimOf, rosterText } from "../../support/orders.ts";

let desk: PassContext;
afterEach(() => desk.stop());

/** What happens once a rebuild has read the issues of a repository, and before it saves them. */
let meanwhile: () => Promise<void>;

const free = (changes: Partial<IssueSeen> = {}): IssueSeen => task(12, { assignees: [], ...changes });

async function open(): Promise<void> {
  meanwhile = async () => {};
  const clock = manualClock(start + 300_000);
  const github = new MemoryGitHub(clock, [demo]);
  const { tracker } = github;
  const ports: PortsInstead = {
    tracker: {
      ...tracker,
      readIssues: async (...asked) => {
        const read = await tracker.readIssues(...asked);
        await meanwhile();
        return read;
      },
    },
  };
  desk = await openDesk({ before: { github, clock, store: memoryStore() }, ports });
  const text = rosterText({ ada: "U_alice", bea: "U_bob" });
  await desk.store.index.saveSettings(demo.id, { commit: "c", text, problem: undefined });
  desk.github.put(free());
  await desk.deliver(["I_12"]);
  await desk.settled();
}

async function stateOf(): Promise<PersistedState | undefined> {
  return (await desk.store.index.records(["I_12"])).get("I_12")?.persisted;
}

const says = (author: Actor, text: string): CommentSeen => ({
  ...{ id: `IC_${author.login}`, commentNumber: 1, author, text },
  createdAt: desk.github.second(),
});

/** During the next read alone. */
function once(work: () => Promise<unknown>): void {
  meanwhile = async () => {
    meanwhile = async () => {};
    await work();
  };
}

const leases = (): readonly string[] =>
  desk.store.ledger.flatMap(({ kind, what }) => (kind === "lease" ? what.replace(/\d+$/, "…") : []));

/** Why agents are given no task. */
interface Stops {
  readonly claims?: Pause;
  readonly leader?: Leader;
}

describe("a rebuild", () => {
  test("AG27 keeps a lease that began while it read, and says nothing else of it", async () => {
    await open();
    once(async () => {
      expect(await desk.dispatch.placeOrder(claimOf(12, "ada", 1))).toMatchObject({ type: "done" });
      await desk.settled();
    });
    await desk.dispatch.rebuild();
    expect((await stateOf())?.lease?.holder.agent).toBe("ada");
    await desk.settled();
    expect((await stateOf())?.lease?.holder.agent).toBe("ada");
    expect(leases()).toEqual(["ada holds it, with token …"]);
  });

  test("AG27 keeps a lease that GitHub does not show yet", async () => {
    await open();
    await desk.dispatch.placeOrder(claimOf(12, "ada", 1));
    await desk.settled();
    desk.github.put(free());
    const { lease } = (await stateOf()) ?? {};
    await desk.dispatch.rebuild();
    expect((await stateOf())?.lease).toEqual(lease);
    expect(leases()).toEqual(["ada holds it, with token …"]);
  });

  test("AG27 does not bring back a lease whose end GitHub does not show yet", async () => {
    await open();
    await desk.dispatch.placeOrder(claimOf(12, "ada", 1));
    await desk.settled();
    const shown = desk.github.show("I_12") ?? free();
    await desk.dispatch.placeOrder(claimOf(12, "ada", 2, { text: "/release as ada" }));
    await desk.settled();
    desk.github.put(shown);
    await desk.dispatch.rebuild();
    expect((await stateOf())?.lease).toBeUndefined();
  });

  test("AG83 has each lease begin by a pass, which says why in the ledger", async () => {
    await open();
    desk.github.change("I_12", { comments: [says(alice, "/claim")] });
    await desk.dispatch.rebuild();
    expect((await stateOf())?.lease).toBeUndefined();
    await desk.settled();
    expect((await stateOf())?.lease?.holder.agent).toBe("ada");
    expect(leases()).toEqual(["ada holds it, with token …"]);
  });

  test("obeys no release a second time whose reaction is not there yet", async () => {
    await open();
    await desk.dispatch.placeOrder(claimOf(12, "ada", 1));
    await desk.settled();
    const [scope, retryAt] = ["request", desk.clock.now() + 60_000] as const;
    const failure: Failure = { type: "wait", scope, retryAt, message: "Not now." };
    desk.github.writeFaults.push({ failure, applied: false, on: "AddReaction" });
    desk.github.change("I_12", { comments: [says(maria, "/release")] });
    await desk.deliver(["I_12"]);
    await desk.settled();
    await desk.dispatch.placeOrder(claimOf(12, "bea", 2));
    await desk.settled();
    await desk.dispatch.rebuild();
    await desk.settled();
    expect((await stateOf())?.lease?.holder.agent).toBe("bea");
  });

  test.each([
    ["nothing is paused", {}, "ada"],
    ["claims are paused", { claims: { reason: undefined, since: start } }, undefined],
    ["another installation leads", { leader: { id: "BOT_other", login: undefined } }, undefined],
  ])(
    "AG27 gives an assigned task that the index lacks to its agent where %s",
    async (_, stops: Stops, holder) => {
      await open();
      desk.github.put(task(13, { assignees: [alice] }));
      const settings = settingsSchema.parse({ agents: { ada: { account: alice.id } } });
      const rebuild = wireRebuild(
        desk.ports,
        {
          pauses: {
            reconsider: () => {},
            claimsPause: () => stops.claims,
            leaderOf: () => stops.leader,
          },
          settings: { reader: { findMissing: async () => {} } },
        },
        wireDeciding(desk.ports, { settingsOf: () => settings }),
      );
      await rebuild();
      const record = (await desk.store.index.records(["I_13"])).get("I_13");
      expect([record?.seen.number, record?.persisted.lease?.holder.agent]).toEqual([13, holder]);
    },
  );
});
