/** When a task is taken from an agent that has fallen silent, and what counts as a sign of life. */
import { describe, expect, test } from "vitest";
import type { Actor, CommentSeen, IssueSeen } from "../../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../../src/engine/model/persisted-state.ts";
import type { Context } from "../../../../src/engine/model/rule.ts";
import type { SignsOfLife } from "../../../../src/engine/model/signs-of-life.ts";
import type { IssueRecord, Snapshot } from "../../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../../src/protocol/settings/config.ts";
import {
  added,
  alice,
  closed,
  completed,
  decided,
  demo,
  discovery,
  effectsOn,
  handover,
  links,
  maria,
  person,
  question,
  start,
  task,
} from "../../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const settings = settingsSchema.parse({
  agents: { ada: { account: ada.id }, bea: { account: bea.id } },
  leases: { unheard: "1h", return: "10m" },
});
const elsewhere = { ...demo, id: "R_else", name: "else" };
const repositories = new Map([demo, elsewhere].map((each) => [each.id, each]));
const roles = new Map(
  [...repositories.keys()].flatMap((home) =>
    [ada, bea, alice, maria].map(({ id }) => [`${home} ${id}`, "write"] as const),
  ),
);
const minute = 60_000;
/** When ada was given the task, and from when on the App listens unless a test says otherwise. */
const given = start + 10 * minute;
const later = (minutes: number): number => given + minutes * minute;

type Lease = NonNullable<PersistedState["lease"]>;
type Decision = ReturnType<typeof decided>;

const lease: Lease = {
  holder: { agent: "ada", account: ada.id, login: "ada" },
  token: given,
  since: given,
  assigned: true,
};
const held = (changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(12, { assignees: [ada], labels: ["kind:task", "status:in-progress"], ...changes });

function decide(
  issues: readonly IssueSeen[],
  { at, since = given, ...known }: { readonly at: number; readonly since?: number } & Partial<Context>,
  changes: Partial<IssueRecord> = {},
  of: Lease | "nobody" = lease,
  more: Partial<PersistedState> = {},
): Decision {
  const [first = held()] = issues;
  const context = { settings, now: given, listeningSince: given };
  const [record] = decided([{ ...first, comments: [] }], { roles }, context).records;
  if (record === undefined) throw new Error("no record");
  const known12 = {
    ...record,
    ...changes,
    persisted: { ...record.persisted, ...more, lease: of === "nobody" ? undefined : of },
  };
  const records: Snapshot["records"] = new Map([[record.seen.id, known12]]);
  return decided(
    issues,
    { roles, records, repositories },
    { ...context, now: at, listeningSince: since, ...known },
  );
}

const stateOf = (decision: Decision): PersistedState | undefined =>
  decision.records.find(({ seen }) => seen.number === 12)?.persisted;
const isHeld = (decision: Decision): boolean => stateOf(decision)?.lease !== undefined;
/** In how many minutes the task is looked at again. */
const again = (decision: Decision): readonly number[] =>
  decision.refreshes.flatMap(({ because, afterMs }) =>
    because === "Its holder may be gone." ? afterMs / minute : [],
  );
const says = (author: Actor, text: string, at: number): CommentSeen => ({
  id: `IC_${at}`,
  commentNumber: at,
  author,
  text,
  createdAt: at,
});

describe("AG18 a holder that is not heard", () => {
  test("keeps the task for as long as the settings say, and is looked for when that is over", () => {
    const waiting = decide([held()], { at: later(59) });
    expect([isHeld(waiting), again(waiting)]).toEqual([true, [1]]);
  });

  test("loses it then: unassigned, ready again, named with the reason, and nobody is told", () => {
    const decision = decide([held()], { at: later(60) });
    expect(isHeld(decision)).toBe(false);
    expect(stateOf(decision)).toMatchObject({
      lastLease: {
        holder: lease.holder,
        since: given,
        endedAt: later(60),
        how: "lapsed",
        because: "ada was not heard from for 1h.",
      },
    });
    expect(effectsOn(decision, 12).get("unassign")).toEqual({ type: "RemoveAssignees", assignees: [ada.id] });
    expect(added(decision, 12)).toEqual(["status:ready"]);
    const kinds = decision.effects.map(({ effect }) => effect.type).toSorted();
    expect(kinds).toEqual(["RemoveAssignees", "SetLabels"]);
    expect(again(decision)).toEqual([]);
  });

  test("the next one claims it in the same decision, with the pull request that is there", () => {
    const comments = [says(bea, "/claim", later(59))];
    const linkedPulls = [{ number: 30, createdAt: later(5), by: ada.id }];
    const decision = decide([held({ comments, linkedPulls })], { at: later(60) });
    expect(stateOf(decision)?.lease?.holder.agent).toBe("bea");
  });

  test("a person is never timed out, and a passive installation ends nothing", () => {
    const { agent: _, ...nobody } = lease.holder;
    const persons = { ...lease, holder: nobody };
    expect(isHeld(decide([held()], { at: later(6_000) }, {}, persons))).toBe(true);
    expect(isHeld(decide([held()], { at: later(6_000), isPassive: true }))).toBe(true);
  });
});

describe("a sign of life", () => {
  const made = closed(task(41), completed, later(20));
  const partial = { Status: "partial", Blockers: "#41" };
  const wrote = { author: ada, createdAt: later(30) };
  test.each<readonly [string, readonly IssueSeen[], Partial<IssueRecord>]>([
    ["a command", [held({ comments: [says(ada, "/explain", later(30))] })], {}],
    ["a comment", [held({ activity: [{ by: ada.id, at: later(30) }] })], {}],
    ["a push to the open pull request", [held({ activity: [{ at: later(30) }] })], {}],
    ["what an earlier read showed", [held()], { heardAt: later(30) }],
    ["a discovery for the task", [held(), discovery(40, "#12", wrote)], {}],
    ["a partial handover", [held(), handover(50, "#12", { ...wrote, says: partial }), made], {}],
    ["an edit of the task", [held({ editor: ada, editedAt: later(30) })], {}],
  ])("%s puts the end off", (_, issues, record) => {
    expect(isHeld(decide(issues, { at: later(89) }, record))).toBe(true);
    expect(isHeld(decide(issues, { at: later(90) }, record))).toBe(false);
  });

  test("what others write is none", () => {
    const others = held({
      comments: [says(bea, "/explain", later(30))],
      activity: [{ by: bea.id, at: later(30) }],
    });
    expect(isHeld(decide([others], { at: later(60) }))).toBe(false);
  });
});

describe("AG20 silence counts only while the App listens", () => {
  test("a start, an outage or a pause begins the wait again", () => {
    const decision = decide([held()], { at: later(100), since: later(90) });
    expect([isHeld(decision), again(decision)]).toEqual([true, [50]]);
    expect(isHeld(decide([held()], { at: later(150), since: later(90) }))).toBe(false);
  });

  test("while nothing is heard no one loses a task, however late it is", () => {
    const decision = decide([held()], { at: later(6_000), listeningSince: undefined });
    expect([isHeld(decision), again(decision)]).toEqual([true, [60]]);
  });
});

describe("AG21 a lease rests", () => {
  const open = question(40, "#12", { author: ada, createdAt: later(1) });

  test("while the task is blocked; then the holder has time to return", () => {
    const blocked = [held({ blockedBy: links(open) }), open];
    const waiting = decide(blocked, { at: later(600) });
    expect([isHeld(waiting), again(waiting)]).toEqual([true, []]);
    const answered = closed(task(40), completed, later(600));
    const freed = [held({ blockedBy: links(answered) }), answered];
    const returning = decide(freed, { at: later(609) });
    expect([isHeld(returning), again(returning)]).toEqual([true, [1]]);
    expect(stateOf(decide(freed, { at: later(610) }))?.lastLease?.because).toBe(
      "ada was not heard from for 10m.",
    );
  });

  describe("and the time to return is for that alone:", () => {
    const shut = (minutes: number) => closed(task(40), completed, later(minutes));
    const freedAt = (minutes: number, changes: Partial<IssueSeen> = {}): readonly IssueSeen[] => [
      held({ blockedBy: links(shut(minutes)), ...changes }),
      shut(minutes),
    ];
    const brief = { ...lease, ttlMs: 2 * minute };
    const isHeldAt = (minutes: number, issues: readonly IssueSeen[], of: Lease, since = 0): boolean =>
      isHeld(decide(issues, { at: later(minutes), since: later(since) }, {}, of));

    test("a blocker that was resolved before the lease does not lengthen it, however often the server starts", () => {
      const issues = freedAt(-1);
      expect([isHeldAt(1, issues, brief), isHeldAt(2, issues, brief)]).toEqual([true, false]);
      expect([isHeldAt(501, issues, brief, 500), isHeldAt(502, issues, brief, 500)]).toEqual([true, false]);
    });

    test("it is over once the holder is heard again", () => {
      const issues = freedAt(20, { activity: [{ by: ada.id, at: later(21) }] });
      expect([isHeldAt(22, issues, brief), isHeldAt(23, issues, brief)]).toEqual([true, false]);
    });

    test("it does not begin again with a start", () => {
      const issues = freedAt(20);
      expect([isHeldAt(29, issues, brief), isHeldAt(30, issues, brief)]).toEqual([true, false]);
      expect([isHeldAt(101, issues, brief, 100), isHeldAt(102, issues, brief, 100)]).toEqual([true, false]);
    });
  });

  test("while a complete handover is looked at", () => {
    const whole = handover(50, "#12", { author: ada, createdAt: later(1) });
    expect(isHeld(decide([held(), whole], { at: later(3_000) }))).toBe(true);
    const turnedDown = closed(whole, { state: "closed", reason: "not_planned" }, later(3_000), maria);
    expect(isHeld(decide([held(), turnedDown], { at: later(3_009) }))).toBe(true);
    expect(isHeld(decide([held(), turnedDown], { at: later(3_010) }))).toBe(false);
  });

  test("not for a handover in another repository, open or closed", () => {
    const foreign = { author: bea, createdAt: later(1), repositoryId: elsewhere.id };
    const whole = handover(50, "acme/demo#12", foreign);
    expect(isHeld(decide([held(), whole], { at: later(60) }))).toBe(false);
    const turnedDown = closed(whole, { state: "closed", reason: "not_planned" }, later(55), maria);
    expect(isHeld(decide([held(), turnedDown], { at: later(60) }))).toBe(false);
  });
});

/** As many lapses in a row as the settings allow. */
describe("AG18 a holder that beats", () => {
  const at12 = [{ issue: 12, token: given }];
  /** What was heard of ada, in minutes after the award. */
  const heard =
    (...sessions: readonly (readonly [id: string, minutes: number, leases?: typeof at12])[]): SignsOfLife =>
    (agent) =>
      agent === "ada"
        ? sessions.map(([id, minutes, leases = []]) => ({
            id,
            leases,
            hasEnded: false,
            heardAt: later(minutes),
          }))
        : [];
  const ttl = { ...settings, leases: { ...settings.leases, ttl: "20m" } };
  const decideAt = (minutes: number, signsOfLife: SignsOfLife, of: Lease = lease): Decision =>
    decide([held()], { at: later(minutes), signsOfLife, settings: ttl }, {}, of);

  test("on this task may be silent for `leases.ttl`, and is not looked for while it is heard", () => {
    const waiting = decideAt(29, heard(["S1", 10, at12]));
    expect([isHeld(waiting), again(waiting)]).toEqual([true, [1]]);
    expect(waiting.refreshes).toMatchObject([{ unlessHeard: true }]);
    const over = decideAt(30, heard(["S1", 10, at12]));
    expect(stateOf(over)?.lastLease?.because).toBe("ada was not heard from for 20m.");
  });

  test.each([
    ["only another command of it was heard", heard(["", 30])],
    ["it beats on another task", heard(["S1", 30, [{ issue: 13, token: 1 }]])],
    ["it beat under an earlier token", heard(["S1", 30, [{ issue: 12, token: given - 1 }]])],
  ])("may be silent for `leases.unheard` where %s", (_, signsOfLife) => {
    expect(again(decideAt(31, signsOfLife))).toEqual([59]);
  });

  test("another session of its agent says nothing about the one that beats", () => {
    expect(isHeld(decideAt(30, heard(["S1", 10, at12], ["S2", 29])))).toBe(false);
  });

  test("another session of its agent goes on once the one that beat has left, whether it beats or not", () => {
    const left: SignsOfLife = (agent) =>
      heard(["S1", 10, at12], ["S2", 25])(agent).map((each) => ({ ...each, hasEnded: each.id === "S1" }));
    const decision = decideAt(31, left);
    expect([isHeld(decision), again(decision)]).toEqual([true, [54]]);
    const alone: SignsOfLife = (agent) =>
      heard(["S1", 10, at12])(agent).map((each) => ({ ...each, hasEnded: true }));
    expect(isHeld(decideAt(30, alone))).toBe(false);
  });

  test("may be silent for as long as its claim said, whether it beats or not", () => {
    const long = { ...lease, ttlMs: 90 * minute };
    expect(again(decideAt(10, heard(), long))).toEqual([80]);
    expect(again(decideAt(10, heard(["S1", 10, at12]), long))).toEqual([90]);
  });

  test("may do so by a comment, which gets no reaction, for itself alone", () => {
    const shared = settingsSchema.parse({
      agents: { ada: { account: ada.id }, eve: { account: ada.id } },
      leases: { unheard: "1h", ttl: "20m", return: "10m" },
    });
    const by = (text: string): Decision =>
      decide([held({ comments: [says(ada, text, later(5))] })], { at: later(10), settings: shared });
    const own = by("/beat as ada");
    expect([again(own), effectsOn(own, 12).size]).toEqual([[15], 0]);
    expect(again(by("/beat as eve"))).toEqual([50]);
    expect(again(by("Still at it."))).toEqual([55]);
  });

  test("AG20 keeps the task while the App did not listen, as the wait begins with it", () => {
    const beaten = heard(["S1", 10, at12]);
    const decision = decide(
      [held()],
      { at: later(120), since: later(110), signsOfLife: beaten, settings: ttl },
      {},
    );
    expect([isHeld(decision), again(decision)]).toEqual([true, [10]]);
  });
});

describe("AG22 after three lapses in a row", () => {
  const before = { count: 2, token: given - 2, at: given - 1 };
  const third = (changes: Partial<PersistedState> = {}, ...others: readonly IssueSeen[]): Decision =>
    decide([held(), ...others], { at: later(60) }, {}, lease, { lapses: before, ...changes });
  const aside = { count: 3, token: given, at: later(60), isSetAside: true };

  test("the task is blocked and put before people", () => {
    const decision = third();
    expect(stateOf(decision)?.lapses).toEqual(aside);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    const opened = decision.effects.filter(({ effect }) => effect.type === "OpenIssue");
    expect(opened.map(({ reason }) => reason.because)).toEqual([
      "Leases that lapsed in a row, without a handover: 3.",
    ]);
  });

  test("the first two change nothing but the count", () => {
    const decision = third({ lapses: { ...before, count: 1 } });
    expect(stateOf(decision)?.lapses).toEqual({ count: 2, token: given, at: later(60) });
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });

  test("a handover in between begins the count again", () => {
    const made = closed(task(41), completed, later(1));
    const says = { Status: "partial", Blockers: "#41" };
    const partial = handover(50, "#12", { author: ada, createdAt: later(0), says });
    expect(stateOf(third({}, partial, made))).toMatchObject({ lastLease: { how: "lapsed" } });
    expect(stateOf(third({}, partial, made))?.lapses).toBeUndefined();
  });

  test("a handover in another repository does not", () => {
    const made = closed(task(41), completed, later(1));
    const says = { Status: "partial", Blockers: "acme/demo#41" };
    const foreign = { author: bea, createdAt: later(1), repositoryId: elsewhere.id, says };
    const decision = third({}, handover(50, "acme/demo#12", foreign), made);
    expect(stateOf(decision)?.lapses).toEqual(aside);
  });

  test("so does a holder that gives it back", () => {
    const comments = [says(ada, "/release", later(59))];
    const decision = decide([held({ comments })], { at: later(60) }, {}, lease, { lapses: before });
    expect(stateOf(decision)?.lastLease?.how).toBe("released");
    expect(stateOf(decision)?.lapses).toBeUndefined();
  });

  const setAside = (changes: Partial<IssueSeen>, at = later(70)): Decision =>
    decide([task(12, { assignees: [], ...changes })], { at }, {}, "nobody", { lapses: aside });

  test("no agent gets it by a claim or by assigning itself", () => {
    const claimed = setAside({ comments: [says(bea, "/claim", later(65))] });
    expect(isHeld(claimed)).toBe(false);
    expect(claimed.effects.map(({ reason }) => reason.because)).toContain(
      "Not done: the agents that took it fell silent, and it was escalated.",
    );
    const assignments = [{ assignee: bea.id, at: later(65), by: bea.id }];
    expect(isHeld(setAside({ assignees: [bea], assignments }))).toBe(false);
  });

  test("a person who assigns an agent gives it the task, and one who reopens it offers it again", () => {
    const assignments = [{ assignee: bea.id, at: later(65), by: maria.id }];
    const assigned = setAside({ assignees: [bea], assignments });
    expect(stateOf(assigned)?.lease?.holder.agent).toBe("bea");
    expect(stateOf(assigned)?.lapses).toBeUndefined();
    expect(stateOf(setAside({ reopenedAt: later(65) }))?.lapses).toBeUndefined();
  });
});
