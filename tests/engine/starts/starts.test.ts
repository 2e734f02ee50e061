/** Which agents signalbox starts on which tasks, how many, and what becomes of a start. */
import { describe, expect, test } from "vitest";
import { decide } from "../../../src/engine/decide.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Context } from "../../../src/engine/model/rule.ts";
import type { IssueRecord, StartedTask } from "../../../src/engine/model/snapshot.ts";
import type { Evidence } from "../../../src/handover/evidence.ts";
import { type Settings, settingsSchema } from "../../../src/protocol/settings/config.ts";
import { changed, evidence, pullRequest } from "../../support/evidence.ts";
import {
  alice,
  closed,
  completed,
  context,
  demo,
  empty,
  handover,
  mallory,
  notPlanned,
  person,
  question,
  start,
  task,
} from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const minute = 60_000;
const now = start + 1_000_000;
const settings = settingsSchema.parse({
  agents: { ada: { account: ada.id, start: "workflow", can: ["typescript"] }, bea: { account: bea.id } },
});
const roles = [ada, bea, alice].map(
  ({ id }): Fact => ({ type: "RoleSeen", repositoryId: demo.id, actorId: id, role: "write" }),
);
const free = (number: number, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(number, { assignees: [], labels: ["kind:task", "status:ready"], ...changes });

type Starts = NonNullable<PersistedState["starts"]>;
interface Known {
  readonly at?: number;
  readonly settings?: Settings;
  readonly elsewhere?: readonly StartedTask[];
  readonly persisted?: Readonly<Record<number, Partial<PersistedState>>>;
  readonly context?: Partial<Context>;
  readonly readyNext?: readonly string[];
  readonly evidence?: Readonly<Record<string, Evidence>>;
}

function decideOn(issues: readonly IssueSeen[], known: Known = {}) {
  const at = known.at ?? now;
  const found = Object.entries(known.evidence ?? {}).map(
    ([issueId, evidence]): Fact => ({ type: "EvidenceSeen", issueId, evidence }),
  );
  const read = (records: ReadonlyMap<string, IssueRecord>) =>
    fold({ ...empty, records }, [
      ...roles,
      ...issues.map((issue): Fact => ({ type: "IssueSeen", issue, readAt: at })),
      ...found,
    ]).snapshot;
  const first = read(new Map());
  const records = [...first.records].map(([id, record]): [string, IssueRecord] => [
    id,
    { ...record, persisted: { ...record.persisted, ...known.persisted?.[record.seen.number] } },
  ]);
  const view = { ...read(new Map(records)), starts: known.elsewhere ?? [], readyNext: known.readyNext ?? [] };
  return decide(
    view,
    issues.map(({ id }) => id),
    { ...context, settings: known.settings ?? settings, now: at, listeningSince: start, ...known.context },
  );
}

type Decision = ReturnType<typeof decideOn>;
const startsOf = (decision: Decision, number: number): Starts =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted.starts ?? [];
const started = (decision: Decision): readonly number[] =>
  decision.records.flatMap(({ seen, persisted }) =>
    persisted.starts?.at(-1) !== undefined && persisted.starts.at(-1)?.end === undefined ? seen.number : [],
  );
function labelled(decision: Decision, number: number): { add: readonly string[]; remove: readonly string[] } {
  const found = decision.effects.find(
    ({ issueId, effect }) => issueId === `I_${number}` && effect.type === "SetLabels",
  )?.effect;
  return found?.type === "SetLabels" ? found : { add: [], remove: [] };
}
const offered = (at = now): Starts => [{ agent: "ada", at }];
const leaseSince = (at: number): NonNullable<PersistedState["lease"]> => ({
  holder: { agent: "ada", account: ada.id, login: "ada" },
  token: at,
  since: at,
  assigned: true,
});
const heldBy = (number: number, changes: Partial<IssueSeen> = {}): IssueSeen =>
  free(number, { assignees: [ada], labels: ["kind:task", "status:in-progress", "start:ada"], ...changes });
const lastLease = (how: "released" | "lapsed" | "assigned"): NonNullable<PersistedState["lastLease"]> => ({
  holder: { agent: "ada", account: ada.id, login: "ada" },
  token: now + 1,
  since: now + 1,
  endedAt: now + minute,
  how,
  because: "It ended.",
});

describe("a ready task", () => {
  test("is offered by a label to an agent that the settings let start", () => {
    const decision = decideOn([free(12)]);
    expect(startsOf(decision, 12)).toEqual([{ agent: "ada", at: now }]);
    expect(labelled(decision, 12).add).toEqual(["start:ada"]);
  });

  test("AG27 is offered to nobody while the index is being filled: starts elsewhere may be unknown", () => {
    expect(started(decideOn([free(12)], { context: { isAdopting: true } }))).toEqual([]);
  });

  test("is offered to nobody by default, and to no agent that lacks a capability", () => {
    const off = settingsSchema.parse({ agents: { ada: { account: ada.id } } });
    expect(started(decideOn([free(12)], { settings: off }))).toEqual([]);
    const needs = (what: string) =>
      free(12, { body: `### Goal\n\nBuild it.\n\n### Requires\n\n- ${what}\n` });
    expect(started(decideOn([needs("typescript")]))).toEqual([12]);
    expect(started(decideOn([needs("go")]))).toEqual([]);
  });

  test("is not offered if nobody admitted it, it is blocked, held, assigned or closed", () => {
    const blocker = question(40, "#12");
    expect(started(decideOn([free(12, { author: mallory })]))).toEqual([]);
    expect(started(decideOn([blocker, task(12, { assignees: [], blockedByText: "#40" })]))).toEqual([]);
    expect(started(decideOn([free(12, { assignees: [alice] })]))).toEqual([]);
    expect(started(decideOn([closed(free(12), completed, now)]))).toEqual([]);
    const bobs = { ...leaseSince(start), holder: { agent: "bea", account: bea.id, login: "bea" } };
    expect(started(decideOn([heldBy(12)], { persisted: { 12: { lease: bobs } } }))).toEqual([]);
  });

  test("is not offered while its files are offered with another task", () => {
    const onStore = (number: number) =>
      free(number, { body: "### Goal\n\nBuild it.\n\n### Files\n\n- src/store/**\n" });
    expect(started(decideOn([onStore(12), onStore(13)]))).toEqual([12]);
    const elsewhere = [{ id: "I_9", number: 9, starts: [{ agent: "ada", at: start, files: ["src/**"] }] }];
    expect(started(decideOn([onStore(12)], { elsewhere }))).toEqual([]);
  });

  test("is not offered by an App that does not lead, does not listen, is paused, or forgets", () => {
    for (const more of [
      { isPassive: true },
      { listeningSince: undefined },
      { claimsPaused: { reason: undefined } },
      { keepsIndex: false },
    ])
      expect(started(decideOn([free(12)], { context: more }))).toEqual([]);
  });
});

describe("limits", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => free(at + 1));

  test("of 100 tasks freed at once no more are offered than `parallel`, the best first", () => {
    expect(started(decideOn(hundred))).toEqual([1, 2]);
    const urgent = free(100, { body: "### Goal\n\nBuild it.\n\n### Priority\n\np0\n" });
    expect(started(decideOn([...hundred.slice(0, 99), urgent]))).toEqual([1, 100]);
  });

  test("what is offered or at work elsewhere counts; what rests does not", () => {
    const elsewhere = (end?: "rests"): readonly StartedTask[] => [
      { id: "I_900", number: 900, starts: [{ agent: "ada", at: start, ...(end && { end }) }] },
    ];
    expect(started(decideOn(hundred, { elsewhere: elsewhere() }))).toEqual([1]);
    expect(started(decideOn(hundred, { elsewhere: elsewhere("rests") }))).toEqual([1, 2]);
  });

  test.each([
    ["hour", 6, 60],
    ["day", 40, 24 * 60],
  ])("no more starts in %s than the settings allow, and the next one afterwards", (_, limit, minutes) => {
    const first = now - (minutes - 5) * minute;
    const times = Array.from({ length: limit }, (_, at) => first + at);
    const elsewhere = times.map((at, n) => ({
      id: `I_${900 + n}`,
      number: 900 + n,
      starts: [{ agent: "ada", at, end: "over" as const }],
    }));
    const decision = decideOn([free(12)], { elsewhere });
    expect(started(decision)).toEqual([]);
    expect(decision.refreshes.map(({ afterMs }) => afterMs)).toContain(5 * minute);
    expect(started(decideOn([free(12)], { elsewhere, at: now + 5 * minute }))).toEqual([12]);
  });
});

describe("a label that signalbox did not set", () => {
  test("is taken away, offers nothing, and keeps its task from being offered until it is gone", () => {
    const decision = decideOn([free(12, { labels: ["kind:task", "status:ready", "start:ada"] })]);
    expect(labelled(decision, 12)).toMatchObject({ remove: ["start:ada"] });
    expect(started(decision)).toEqual([]);
  });

  test("of a name that is no agent's is somebody else's business", () => {
    const decision = decideOn([free(12, { labels: ["kind:task", "status:ready", "start:monday"] })]);
    expect(labelled(decision, 12)).toMatchObject({ add: ["start:ada"], remove: [] });
  });

  test("removed by a user, it ends the offer, and the task is not offered again that day", () => {
    const shown = { starts: [{ agent: "ada", at: now - minute, isShown: true }] };
    const decision = decideOn([free(12)], { persisted: { 12: shown } });
    expect(startsOf(decision, 12)).toMatchObject([{ end: "removed" }]);
    expect(labelled(decision, 12).add).toEqual([]);
    const removed = { 12: { starts: startsOf(decision, 12) } };
    expect(started(decideOn([free(12)], { persisted: removed, at: now + 23 * 60 * minute }))).toEqual([]);
    expect(started(decideOn([free(12)], { persisted: removed, at: now + 24 * 60 * minute }))).toEqual([12]);
  });
});

describe("an offer", () => {
  const shown = free(12, { labels: ["kind:task", "status:ready", "start:ada"] });

  test("that nobody took up within 15 minutes in which we listened is withdrawn", () => {
    const waited = (minutes: number, since = start) =>
      decideOn([shown], {
        persisted: { 12: { starts: offered() } },
        at: now + minutes * minute,
        context: { listeningSince: since },
      });
    expect(started(waited(14))).toEqual([12]);
    expect(startsOf(waited(15), 12)[0]).toMatchObject({ end: "failed" });
    expect(started(waited(15, now + 5 * minute))).toEqual([12]);
  });

  test("three in a row ask a person, and their decision offers it again", () => {
    const failed = (at: number) => ({ agent: "ada", at, end: "failed" as const });
    const starts = [failed(now - 40 * minute), failed(now - 20 * minute), { agent: "ada", at: now }];
    const decision = decideOn([shown], { persisted: { 12: { starts } }, at: now + 15 * minute });
    const [record] = decision.records;
    expect(record?.persisted.lapses).toMatchObject({ count: 3, isSetAside: true });
    expect(decision.effects.map(({ effect }) => effect.type)).toContain("OpenIssue");
    expect(labelled(decision, 12)).toMatchObject({ remove: ["status:ready", "start:ada"] });
    const persisted = { 12: { starts: record?.persisted.starts } };
    expect(startsOf(decideOn([free(12)], { persisted, at: now + 20 * minute }), 12)).toMatchObject([
      { end: "failed" },
      { end: "failed" },
      { end: "over" },
      { at: now + 20 * minute },
    ]);
  });

  test("an agent that fails on different tasks is stopped after three, too", () => {
    const elsewhere = [1, 2].map((n) => ({
      id: `I_90${n}`,
      number: 900 + n,
      starts: [{ agent: "ada", at: now - n * minute, end: "failed" as const }],
    }));
    const decision = decideOn([shown, free(13)], {
      elsewhere,
      persisted: { 12: { starts: offered() } },
      at: now + 15 * minute,
    });
    expect(startsOf(decision, 12)).toMatchObject([{ end: "failed", isAsked: true }]);
    expect(started(decision)).toEqual([]);
  });

  test("is withdrawn by a pause of claims", () => {
    const decision = decideOn([shown], {
      persisted: { 12: { starts: offered() } },
      context: { claimsPaused: { reason: "night" } },
    });
    expect(startsOf(decision, 12)).toMatchObject([{ end: "over" }]);
    expect(labelled(decision, 12).remove).toEqual(["start:ada"]);
  });
});

describe("a start that was taken up", () => {
  const persisted = { 12: { starts: offered(), lease: leaseSince(now + 1) } };

  test("keeps its place and its label while the agent works", () => {
    const decision = decideOn([heldBy(12), free(13), free(14)], { persisted, at: now + 60 * minute });
    expect(started(decision)).toEqual([12, 13]);
    expect(labelled(decision, 12).remove).toEqual([]);
  });

  test("rests while a question waits, gives its place away, and is resumed under the same lease", () => {
    const asked = [question(40, "#12"), heldBy(12)];
    const waiting = decideOn([...asked, free(13)], {
      persisted,
      at: now + minute,
      readyNext: ["I_13", "I_14"],
    });
    expect(startsOf(waiting, 12)).toMatchObject([{ end: "rests" }]);
    expect(labelled(waiting, 12).remove).toContain("start:ada");
    const rested = { 12: { ...persisted[12], starts: startsOf(waiting, 12) } };
    const resumed = decideOn([heldBy(12, { labels: ["kind:task", "status:blocked"] })], {
      persisted: rested,
      at: now + 10 * minute,
    });
    expect(labelled(resumed, 12).add).toContain("start:ada");
    expect(resumed.records[0]?.persisted.lease?.token).toBe(now + 1);
  });

  describe("whose agent handed over", () => {
    const reported = handover(60, "#12", { author: ada, createdAt: now + minute });
    const inReview = decideOn([heldBy(12), reported], { persisted, at: now + 2 * minute });
    const rested = { 12: { ...persisted[12], starts: startsOf(inReview, 12) } };
    const unlabelled = heldBy(12, { labels: ["kind:task", "status:in-review"] });
    const refused = evidence({ pullRequest: pullRequest({ files: [changed("src/other.ts")] }) });
    const resumed = decideOn([unlabelled, reported], {
      persisted: rested,
      at: now + 10 * minute,
      evidence: { I_60: refused },
    });

    test("rests while the handover is checked", () => {
      expect(startsOf(inReview, 12)).toMatchObject([{ end: "rests" }]);
      expect(labelled(inReview, 12).remove).toContain("start:ada");
      const still = decideOn([unlabelled, reported], { persisted: rested, at: now + 10 * minute });
      expect(startsOf(still, 12)).toEqual(startsOf(inReview, 12));
    });

    test("is resumed under the same lease once the handover is refused, and works until another is checked", () => {
      expect(startsOf(resumed, 12)).toMatchObject([{ end: "rests" }, { agent: "ada" }]);
      expect(labelled(resumed, 12).add).toContain("start:ada");
      expect(resumed.records[0]?.persisted.lease?.token).toBe(now + 1);
      const working = { 12: { ...persisted[12], starts: startsOf(resumed, 12) } };
      const said = {
        id: "IC_1",
        commentNumber: 1,
        author: ada,
        text: "I see.",
        createdAt: now + 11 * minute,
      };
      const taken = decideOn([{ ...heldBy(12), comments: [said] }, reported], {
        persisted: working,
        at: now + 12 * minute,
        evidence: { I_60: refused },
      });
      expect(startsOf(taken, 12).at(-1)).toMatchObject({ isTaken: true });
      expect(startsOf(taken, 12).at(-1)?.end).toBeUndefined();
      const edited = { ...reported, body: `${reported.body}\n`, bodyHash: "other" };
      const again = decideOn([heldBy(12), edited], {
        persisted: { 12: { ...persisted[12], starts: startsOf(taken, 12) } },
        at: now + 20 * minute,
      });
      expect(startsOf(again, 12).at(-1)).toMatchObject({ end: "rests" });
    });

    test("rests first if the handover is refused at once: the label has to be set again to start anything", () => {
      const atOnce = decideOn([heldBy(12), reported], {
        persisted,
        at: now + 2 * minute,
        evidence: { I_60: refused },
      });
      expect(startsOf(atOnce, 12)).toMatchObject([{ end: "rests" }]);
      expect(labelled(atOnce, 12).remove).toContain("start:ada");
      expect(atOnce.refreshes).toContainEqual(expect.objectContaining({ id: "I_12", afterMs: 10_000 }));
    });

    test("is resumed three times for one handover, and then no more", () => {
      const tried = (count: number): Starts =>
        Array.from({ length: count }, (_, n) => ({ agent: "ada", at: now + (2 + n) * minute, end: "rests" }));
      const again = (count: number) =>
        decideOn([unlabelled, reported], {
          persisted: { 12: { ...persisted[12], starts: tried(count) } },
          at: now + 2 * 60 * minute,
          evidence: { I_60: refused },
        });
      expect([2, 3].map((count) => labelled(again(count), 12).add.includes("start:ada"))).toEqual([
        true,
        false,
      ]);
    });

    test("has failed if it says nothing for `leases.unheard` after that, and is not started again", () => {
      const silent = {
        12: { ...persisted[12], starts: [{ ...startsOf(resumed, 12)[1], isTaken: true }] as Starts },
      };
      const later = decideOn([heldBy(12), reported], {
        persisted: silent,
        at: now + 5 * 60 * minute,
        evidence: { I_60: refused },
      });
      expect(startsOf(later, 12)).toMatchObject([{ end: "failed" }]);
      expect(labelled(later, 12).remove).toContain("start:ada");
    });

    test("is resumed if the handover is closed without completing the task", () => {
      const withdrawn = closed(reported, notPlanned, now + 9 * minute);
      const after = decideOn([unlabelled, withdrawn], { persisted: rested, at: now + 10 * minute });
      expect(labelled(after, 12).add).toContain("start:ada");
    });
  });

  test("fails if its lease ends by the agent without a handover, not if a person ended it", () => {
    const endAfter = (how: "released" | "lapsed" | "assigned") =>
      startsOf(
        decideOn([free(12)], {
          persisted: { 12: { starts: offered(), lastLease: lastLease(how) } },
          at: now + 2 * minute,
          context: { claimsPaused: { reason: undefined } },
        }),
        12,
      );
    expect(endAfter("released")).toMatchObject([{ end: "failed" }]);
    expect(endAfter("lapsed")).toMatchObject([{ end: "failed" }]);
    expect(endAfter("assigned")).toMatchObject([{ end: "over" }]);
  });

  test("its end has the tasks looked at that come next", () => {
    const decision = decideOn([closed(heldBy(12), completed, now + minute)], {
      persisted,
      at: now + minute,
      readyNext: ["I_13", "I_14"],
    });
    expect(decision.refreshes.map(({ id }) => id)).toEqual(expect.arrayContaining(["I_13", "I_14"]));
  });
});
