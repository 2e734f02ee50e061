/** Who ends a lease by closing its task. */
import { describe, expect, test } from "vitest";
import type { Actor, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Context } from "../../../src/engine/model/rule.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  alice,
  closed,
  completed,
  context,
  decided,
  demo,
  mallory,
  maria,
  person,
  start,
  task,
  us,
} from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const settings = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
const roles = new Map<string, string>([
  ...[ada, bea, alice, maria].map(({ id }) => [`${demo.id} ${id}`, "write"] as const),
  [`${demo.id} ${mallory.id}`, "triage"],
]);
const lease: NonNullable<PersistedState["lease"]> = {
  holder: { agent: "ada", account: ada.id, login: "ada" },
  token: 7,
  since: start,
  assigned: true,
};
const locks: PersistedState["locks"] = [
  { globs: ["src/a/**"], token: 7, isFromTask: true, askedAt: 1, since: 1 },
];
const files = "### Goal\n\nBuild it.\n\n### Files\n\n- src/a/**\n";
const open = (changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(12, { assignees: [ada], body: files, ...changes });
const shut = (by: Actor, changes: Partial<IssueSeen> = {}): IssueSeen =>
  closed(open(changes), completed, start + 60_000, by);

function decide(
  seen: IssueSeen,
  known: Partial<Context> = {},
  snapshot: Partial<Snapshot> = {},
): PersistedState {
  const [first] = decided([open()], { roles }, { settings }).records;
  if (first === undefined) throw new Error("no record");
  const held = { ...first, persisted: { ...first.persisted, lease, locks } };
  const decision = decided(
    [seen],
    { roles, records: new Map([[first.seen.id, held]]), ...snapshot },
    { settings, ...known },
  );
  const [record] = decision.records;
  if (record === undefined) throw new Error("no record");
  return record.persisted;
}

describe("AG32 a task that an agent holds is closed", () => {
  test.each<readonly [string, IssueSeen]>([
    ["the agent itself", shut(ada)],
    ["a person", shut(maria)],
    ["us", shut(us)],
    ["another agent that merges its pull request", shut(bea, { closedFor: ada })],
  ])("by %s: its lease ends, and its locks", (_, seen) => {
    const { lease: after, lastLease, locks: kept } = decide(seen);
    expect([after, lastLease?.how, kept]).toEqual([undefined, "closed", undefined]);
  });

  test.each<readonly [string, IssueSeen]>([
    ["another agent", shut(bea)],
    ["another agent that merges its own pull request", shut(bea, { closedFor: bea })],
    ["another program", shut({ id: "BOT_1", login: "stale", type: "Bot" })],
    ["somebody without write access", shut(mallory)],
    ["an account that exists no more", { ...shut(maria), closedBy: undefined }],
  ])("by %s: the lease and its locks go on", (_, seen) => {
    expect(decide(seen)).toMatchObject({ lease, locks });
  });

  test("and reopened by another agent that claims it: the claim is refused", () => {
    const claim = { id: "IC_1", author: bea, text: "/claim", createdAt: start + 70_000 };
    const again = open({ reopenedAt: start + 65_000, comments: [claim], updatedAt: start + 70_000 });
    expect(decide(again).lease).toEqual(lease);
  });

  test("while the role of who closed it cannot be read: the lease goes on", () => {
    const unread = new Map([...roles].filter(([key]) => key !== `${demo.id} ${maria.id}`));
    expect(decide(shut(maria), {}, { roles: unread }).lease).toEqual(lease);
  });

  test("by another agent, and its holder falls silent: the lease ends without a lapse", () => {
    const later = { now: context.now + 5 * 60 * 60_000, listeningSince: start };
    const { lease: after, lastLease, lapses } = decide(shut(bea), later);
    expect([after, lastLease?.how, lapses]).toEqual([undefined, "closed", undefined]);
  });
});
