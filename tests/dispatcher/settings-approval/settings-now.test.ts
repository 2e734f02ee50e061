/** The settings that are in effect after moves of the default branch that no delivery reported. */
import { describe, expect, test } from "vitest";
import type { ReceivedPush, SettingsFile, StoredSettings } from "../../../src/dispatcher/ports/settings.ts";
import type {
  BranchMove,
  HowMerged,
  Merge,
  SettingsStatement,
} from "../../../src/dispatcher/ports/settings-history.ts";
import { createEntitlement } from "../../../src/dispatcher/settings-approval/judge-changes.ts";
import { createSettingsNow } from "../../../src/dispatcher/settings-approval/settings-now.ts";
import { openDesk } from "../../support/dispatch-desk.ts";
import { demo, person, us } from "../../support/issues.ts";

const strict = "policy:\n  - {name: chiefs, who: [admin]}\n";
const lax = "policy:\n  - {name: all, who: [people, agents]}\n";
const maria = person("maria");
const alice = person("alice");

type Move = Pick<BranchMove, "before" | "after" | "by"> & Partial<BranchMove>;

interface World {
  /** The default branch. */
  readonly branch: string;
  /** Texts by commit; a commit that is not among them is gone. */
  readonly files: Readonly<Record<string, string>>;
  /** By branch, the oldest first. */
  readonly moves: Readonly<Record<string, readonly Move[]>>;
  readonly statements?: Readonly<Record<string, readonly SettingsStatement[]>>;
  /** How many moves GitHub shows at a time. */
  readonly pageSize?: number;
  /** By commit; any other commit is not a merge. */
  readonly merges?: Readonly<Record<string, HowMerged>>;
  /** What a delivery reported about the head. */
  readonly push?: ReceivedPush;
}

const movesOf = ({ moves }: World, branch: string): readonly BranchMove[] =>
  (moves[branch] ?? [])
    .map((move, i) => ({
      id: `${branch} ${i}`,
      at: 1_000 * (i + 1),
      isMerge: false,
      isQueued: false,
      ...move,
    }))
    .toReversed();

const fileIn = ({ files }: World, commit: string): SettingsFile => {
  const text = files[commit];
  return text === undefined ? { type: "unreadable", why: "it is gone" } : { type: "text", text };
};

/** What is stored after reading that world, with `known` stored before. */
async function look(world: World, known?: StoredSettings): Promise<StoredSettings | undefined> {
  const desk = await openDesk();
  desk.github.roles.set("maria", "admin").set("alice", "write");
  const { pageSize = 100 } = world;
  const tracker = {
    ...desk.github.tracker,
    settingsHistory: {
      ...desk.github.tracker.settingsHistory,
      moves: async (_repository: unknown, branch: string, next?: string) => {
        const from = Number(next ?? 0);
        const all = movesOf(world, branch);
        const rest = from + pageSize < all.length ? String(from + pageSize) : undefined;
        return { moves: all.slice(from, from + pageSize), next: rest };
      },
      filesAt: async (_repository: unknown, commits: readonly string[]) =>
        new Map(
          commits.flatMap((commit) => (commit in world.files ? [[commit, world.files[commit] ?? ""]] : [])),
        ),
      fileAt: async (_repository: unknown, commit: string) => fileIn(world, commit),
      howMerged: async (_repository: unknown, { commit }: Merge) => world.merges?.[commit] ?? "no merge",
      statementsOn: async (_repository: unknown, commit: string) => world.statements?.[commit] ?? [],
    },
  };
  const commit = world.push?.after ?? movesOf(world, world.branch)[0]?.after ?? "";
  const seen = { commit, branch: world.branch };
  const { index } = desk.store;
  const entitlement = createEntitlement(tracker, us.id);
  const settingsNow = createSettingsNow({ index, tracker, clock: desk.clock, entitlement });
  const kept = await settingsNow(demo, { known, seen, push: world.push });
  await desk.stop();
  return kept ?? known;
}

const began: World = {
  branch: "main",
  files: { A: strict, B: lax },
  moves: { main: [{ before: undefined, after: "A", by: maria }] },
};
const pushed: World = {
  ...began,
  moves: { main: [...(began.moves.main ?? []), { before: "A", after: "B", by: alice }] },
};
const renamed: World = {
  ...pushed,
  branch: "trunk",
  moves: { trunk: [{ before: undefined, after: "B", by: maria }] },
};

describe("a default branch that is renamed or changed", () => {
  test("N05 renaming the default branch, even by an admin, does not put a file that waits into effect", async () => {
    const waits = await look(pushed, await look(began));
    expect([waits?.text, waits?.authority?.waiting?.text]).toEqual([strict, lax]);
    const kept = await look(renamed, waits);
    expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([strict, lax]);
  });

  test("N05 renaming the default branch puts no file that waits into effect after the index was lost, either", async () => {
    const statements = { B: [{ effectiveCommit: "A", stay: "trunk 0", at: 9_000 }] };
    const kept = await look({ ...renamed, statements });
    expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([strict, lax]);
  });

  test("N05 a new default branch with the same settings keeps them, as its own", async () => {
    const known = await look(began);
    const same = { ...renamed, moves: { trunk: [{ before: undefined, after: "A", by: alice }] } };
    const kept = await look(same, known);
    expect(kept).toMatchObject({
      text: strict,
      authority: { commit: "A", stay: "trunk 0", branch: "trunk" },
    });
    expect(kept?.authority?.waiting).toBeUndefined();
  });

  test("N05 a new default branch does not bring back settings that an admin pushed to it long before", async () => {
    const files = { A: strict, B: lax, C: lax };
    const old = { before: undefined, after: "B", by: maria, at: 1 };
    const other = {
      ...began,
      files,
      branch: "dev",
      moves: { dev: [old, { before: "B", after: "C", by: alice }] },
    };
    const kept = await look(other, await look(began));
    expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([strict, lax]);
  });
});

describe("moves of the default branch", () => {
  test("N05 a merge queue's move puts no settings into effect, even if an admin queued the pull request", async () => {
    const queued = { before: "A", after: "B", by: maria, isMerge: true, isQueued: true };
    const world = { ...began, moves: { main: [...(began.moves.main ?? []), queued] } };
    const kept = await look(world, await look(began));
    expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([strict, lax]);
  });

  test.each([
    ["seen", lax, undefined],
    ["unseen", strict, lax],
    ["no merge", strict, lax],
  ] as const)(
    "N05 after an admin's merge that GitHub shows as %s, %s is in effect",
    async (how, effective, waits) => {
      const merged = { before: "A", after: "B", by: maria, isMerge: true };
      const main = [...(began.moves.main ?? []), merged];
      const kept = await look({ ...began, moves: { main }, merges: { B: how } }, await look(began));
      expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([effective, waits]);
    },
  );

  test.each([
    ["seen", lax, undefined],
    ["unseen", strict, lax],
    ["no merge", lax, undefined],
  ] as const)(
    "N05 after an admin's move that only a delivery reports, and that GitHub shows as %s, %s is in effect",
    async (how, effective, waits) => {
      const push = { branch: "main", before: "A", after: "B", by: maria, at: 9_000, keepsSettings: false };
      const kept = await look({ ...began, push, merges: { B: how } }, await look(began));
      expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([effective, waits]);
    },
  );

  test("N05 moves made after the head was read are not reverted by what was read", async () => {
    const push = { branch: "main", before: "A", after: "B", by: maria, at: 9_000, keepsSettings: false };
    const later = { before: "B", after: "C", by: maria };
    const main = [...(began.moves.main ?? []), { before: "A", after: "B", by: maria }, later];
    const files = { ...began.files, C: "deadlines: {look: 4m}\n" };
    const kept = await look({ ...began, files, moves: { main }, push }, await look(began));
    expect([kept?.text, kept?.authority?.waiting]).toEqual([files.C, undefined]);
    const byAlice = { ...later, by: alice };
    const waits = [...main.slice(0, -1), byAlice];
    const asks = await look({ ...began, files, moves: { main: waits }, push }, await look(began));
    expect([asks?.text, asks?.authority?.waiting?.text]).toEqual([lax, files.C]);
  });

  test("N05 if there are too many moves to read, a file waits and approval of it is requested", async () => {
    const late = Array.from(
      { length: 20 },
      (_, i): Move => ({ before: `B${i}`, after: `B${i + 1}`, by: alice }),
    );
    const files = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`B${i}`, lax]));
    const main = [...(began.moves.main ?? []), { before: "A", after: "B0", by: alice }, ...late];
    const kept = await look({ ...began, files: { A: strict, ...files }, moves: { main }, pageSize: 1 });
    expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([undefined, lax]);
  });

  test("N05 a move to a commit that is gone changes nothing", async () => {
    const gone: World = {
      ...began,
      moves: { main: [...(began.moves.main ?? []), { before: "A", after: "X", by: maria }] },
    };
    const kept = await look(gone, await look(began));
    expect(kept?.text).toBe(strict);
  });

  test("N05 moves by an agent that has become an admin since are judged as we said then", async () => {
    const promoted = {
      ...pushed,
      moves: { main: [...(began.moves.main ?? []), { before: "A", after: "B", by: maria }] },
    };
    const statements = { B: [{ effectiveCommit: "A", stay: "main 1", at: 9_000 }], A: [] };
    const kept = await look({ ...promoted, statements });
    expect([kept?.text, kept?.authority?.waiting?.text]).toEqual([strict, lax]);
  });
});

describe("the logins of the agents' accounts", () => {
  const roster = "agents:\n  ada:\n    account: U_alice\n";
  const named: World = { ...began, files: { A: roster, B: `${roster}  bea:\n    account: U_bob\n` } };

  test("are kept with the settings that name them, and of those in effect only", async () => {
    const first = await look(named);
    expect(first?.authority?.logins).toEqual({ U_alice: "alice" });
    const waiting = await look({ ...pushed, files: named.files }, first);
    expect(waiting?.authority?.waiting?.text).toContain("bea");
    expect(waiting?.authority?.logins).toEqual({ U_alice: "alice" });
  });

  test("are the same after the index was lost, where only our own statement says which file is in effect", async () => {
    const statements = { B: [{ effectiveCommit: "A", stay: "main 0", at: 9_000 }] };
    const kept = await look({ ...pushed, files: named.files, statements });
    expect([kept?.text, kept?.authority?.logins]).toEqual([roster, { U_alice: "alice" }]);
  });

  test("are not there where the settings name no agent", async () => {
    expect((await look(began))?.authority).not.toHaveProperty("logins");
  });
});
