/** What a rebuild keeps of leases: GitHub shows them later than they are decided. */
import { afterEach, describe, expect, test } from "vitest";
import { Mutex } from "../../../src/dispatcher/mutex.ts";
import type { Failure } from "../../../src/dispatcher/ports/failure.ts";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import { RoleReader } from "../../../src/dispatcher/repository/role-reader.ts";
import type { Pause } from "../../../src/dispatcher/schedule/pauses.ts";
import { wireRebuild } from "../../../src/dispatcher/wiring/wire-schedule.ts";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { Leader } from "../../../src/engine/model/leading.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { openDesk, type PassContext, type PortsInstead } from "../../support/dispatch-desk.ts";
import { changed, evidence, pullRequest } from "../../support/evidence.ts";
import { alice, bob, demo, handover, maria, start, task } from "../../support/issues.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { MemoryGitHub } from "../../support/memory-github.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { claimOf, rosterText } from "../../support/orders.ts";

const good = evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")] }) });

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
  // Its issues have been read: agents may be given tasks.
  await desk.store.index.commit({ ...nothingSettled, cursor: { repositoryId: demo.id, at: 0 } });
  const text = rosterText({ ada: "U_alice", bea: "U_bob" });
  await desk.store.index.saveSettings(demo.id, { commit: "c", text, problem: undefined });
  desk.github.put(free());
  await desk.deliver(["I_12"]);
  await desk.settled();
}

async function stateOf(id = "I_12"): Promise<PersistedState | undefined> {
  return (await desk.store.index.records([id])).get(id)?.persisted;
}

const says = (author: Actor, text: string): CommentSeen => ({
  id: `IC_${author.login}`,
  commentNumber: 1,
  author,
  text,
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

  test("AG19 keeps the acceptance of a handover that GitHub does not show yet, so that no one is given its task", async () => {
    await open();
    desk.github.put(handover(60, "#12", { author: bob }));
    desk.github.evidence.set("I_60", good);
    await desk.deliver(["I_60"]);
    await desk.settled();
    const { settled } = (await stateOf("I_60")) ?? {};
    expect(settled).toBeDefined();
    desk.github.change("I_60", { own: [] });
    await desk.dispatch.rebuild();
    expect((await stateOf("I_60"))?.settled).toEqual(settled);
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

  test("AG83 AG27 gives no task that the index lacks to its agent: a pass does, which says why in the ledger", async () => {
    await open();
    desk.github.put(task(13, { assignees: [alice] }));
    desk.github.put(free({ ...task(14, { assignees: [] }), comments: [says(bob, "/claim")] }));
    await desk.dispatch.rebuild();
    expect([(await stateOf("I_13"))?.lease, (await stateOf("I_14"))?.lease]).toEqual([undefined, undefined]);
    await desk.settled();
    expect((await stateOf("I_13"))?.lease?.holder.agent).toBe("ada");
    expect((await stateOf("I_14"))?.lease?.holder.agent).toBe("bea");
    expect(leases().toSorted()).toEqual(["ada holds it, with token …", "bea holds it, with token …"]);
  });

  test.each([
    ["nothing is paused", {}, ["remembers differently"]],
    ["claims are paused", { claims: { reason: undefined, since: start } }, []],
    ["another installation leads", { leader: { id: "BOT_other", login: undefined } }, []],
  ])(
    "compares a task that a comment claims with what a pass decides where %s",
    async (_, stops: Stops, found) => {
      await open();
      const settings = settingsSchema.parse({
        agents: { cleo: { account: alice.id }, dan: { account: alice.id } },
      });
      desk.github.change("I_12", { comments: [says(alice, "/claim as cleo")] });
      const rebuild = wireRebuild(
        desk.ports,
        {
          pauses: {
            reconsider: () => {},
            claimsPause: () => stops.claims,
            leaderOf: () => stops.leader,
            wishedPause: () => undefined,
          },
          settingsOf: () => settings,
          keptSettings: { findHead: () => undefined },
          roleReader: new RoleReader(desk.ports, () => settings),
          settingsReader: { findMissing: async () => {} },
        },
        new Mutex(),
      );
      const { differences } = await rebuild();
      expect(differences.map(({ what }) => what)).toEqual(found);
    },
  );
});
