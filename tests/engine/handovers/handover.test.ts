/** The effects of a handover on itself, its task and the check, given issues and evidence. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Evidence } from "../../../src/handover/evidence.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { changed, evidence, head, nextHead, pullRequest } from "../../support/evidence.ts";
import {
  added,
  alice,
  bob,
  closed,
  completed,
  decided,
  effectsOn,
  handover,
  links,
  mallory,
  maria,
  notPlanned,
  reopened,
  start,
  task,
  us,
} from "../../support/issues.ts";

const later = start + 600_000;
/** Its one file is `src/a.ts`, as the handovers here say. */
const good = evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")] }) });
const pushed = evidence({
  pullRequest: pullRequest({ files: [changed("src/a.ts")], headSha: nextHead }),
  checkRuns: good.checkRuns,
});
const unproven: Evidence = { ...good, checkRuns: [] };
const wrong = evidence();

const given = (issues: readonly IssueSeen[], found?: Evidence) =>
  decided(issues, {}, {}, found === undefined ? {} : { I_60: found });

function memoryOf(decision: ReturnType<typeof decided>, number: number): PersistedState | undefined {
  return decision.records.find(({ seen }) => seen.number === number)?.persisted;
}

function checkOn(decision: ReturnType<typeof decided>, number = 60) {
  const effect = effectsOn(decision, number).get("check");
  return effect?.type === "ShowCheck" ? effect : undefined;
}

function statusOn(decision: ReturnType<typeof decided>, number: number): string {
  const effect = effectsOn(decision, number).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
}

/** A user's command on an issue. */
function saying(text: string, author = maria, id = "IC_9") {
  return { id, author, text, createdAt: later };
}

const accepting = (author = maria) =>
  given(
    [task(12), handover(60, "#12", { comments: [saying("/accept because it is urgent", author)] })],
    wrong,
  );

describe("a handover whose evidence holds", () => {
  it("S3.45 S3.55 a handover whose evidence holds is closed, and closes its task as completed", () => {
    const decision = given([task(12), handover(60, "#12")], good);
    expect(memoryOf(decision, 60)?.settled).toEqual({
      at: expect.any(Number),
      how: "evidence",
      base: "main",
      version: { title: handover(60, "#12").title, hash: handover(60, "#12").textHash },
      commit: head,
      since: 0,
    });
    expect(effectsOn(decision, 60).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    expect(effectsOn(decision, 12).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    expect(statusOn(decision, 60)).toContain('"status":"accepted"');
    expect(checkOn(decision)).toMatchObject({
      headSha: head,
      conclusion: "success",
      title: "Accepted: #60 completes #12 Task 12",
    });
  });

  it("a handover closes its task once: a reopened task needs a new handover", () => {
    const accepted = given([task(12), handover(60, "#12")], good).records;
    const records = new Map(accepted.map((record) => [record.seen.id, record]));
    const again = { ...task(12), issueState: reopened, reopenedAt: later };
    const done = closed(handover(60, "#12"), completed, later);
    expect(effectsOn(decided([again, done], { records }), 12).has("close")).toBe(false);
    const second = handover(61, "#12", { createdAt: later + 1_000 });
    const decision = decided([again, done, second], { records }, {}, { I_61: good });
    expect(effectsOn(decision, 12).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
  });

  it("a reopened handover is disputed until its text or its commit changes", () => {
    const accepted = given([task(12), handover(60, "#12")], good).records;
    const records = new Map(accepted.map((record) => [record.seen.id, record]));
    const open = { issueState: reopened, reopenedAt: later };
    const decision = decided([task(12), handover(60, "#12", open)], { records });
    expect(effectsOn(decision, 60).has("close")).toBe(false);
    expect(effectsOn(decision, 12).has("close")).toBe(false);
    expect(statusOn(decision, 60)).toContain('"status":"disputed"');
    const mended = handover(60, "#12", { ...open, says: { Context: "It was not so easy." } });
    expect(effectsOn(decided([task(12), mended], { records }), 60).has("close")).toBe(true);
  });

  it("D12 a handover whose task is reopened does not unblock it again: tasks that waited are blocked again", () => {
    const again = { ...task(12), issueState: reopened, reopenedAt: later };
    const waiting = task(13, { blockedBy: links(again), labels: ["kind:task", "status:ready"] });
    const accepted = given([task(12), handover(60, "#12")], good).records;
    const records = new Map(accepted.map((record) => [record.seen.id, record]));
    const done = closed(handover(60, "#12"), completed, later);
    const decision = decided([again, done, waiting], { records });
    expect(added(decision, 13)).toEqual(["status:blocked"]);
    expect(effectsOn(decision, 12).has("close")).toBe(false);
  });

  it("a handover is closed even if a person closed its task before, and the task stays as that person left it", () => {
    for (const reason of [completed, notPlanned]) {
      const decision = given([closed(task(12), reason, later), handover(60, "#12")], good);
      expect(effectsOn(decision, 60).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
      expect([...effectsOn(decision, 12).values()].map(({ type }) => type)).not.toContain("CloseIssue");
    }
  });

  it("D12 a handover reopened with its task completes it again once either text or commit changes", () => {
    const accepted = given([task(12), handover(60, "#12")], good).records;
    const records = new Map(accepted.map((record) => [record.seen.id, record]));
    const again = { ...task(12), issueState: reopened, reopenedAt: start - 1 };
    const disputed = handover(60, "#12", { issueState: reopened, reopenedAt: later });
    const same = decided([again, disputed], { records }, {}, { I_60: good });
    expect([effectsOn(same, 12).has("close"), effectsOn(same, 60).has("close")]).toEqual([false, false]);
    const shown = { ...pushed, checkRuns: good.checkRuns.map((run) => ({ ...run, headSha: nextHead })) };
    const next = decided([again, disputed], { records }, {}, { I_60: shown });
    expect(effectsOn(next, 60).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
  });

  it("a handover by an untrusted user does nothing", () => {
    const decision = given([task(12), handover(60, "#12", { author: mallory })], good);
    expect(effectsOn(decision, 12).has("close")).toBe(false);
    expect(memoryOf(decision, 60)?.settled).toBeUndefined();
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });
});

describe("a handover that is being checked", () => {
  it("K07 a handover waits while a claim is not shown, and its task is in review", () => {
    const decision = given([task(12), handover(60, "#12")], unproven);
    expect(effectsOn(decision, 60).has("close")).toBe(false);
    expect(added(decision, 12)).toEqual(["status:in-review"]);
    expect(statusOn(decision, 60)).toContain('"status":"unverified"');
    expect(added(decision, 60)).not.toContain("needs-fix");
    expect(checkOn(decision)).toMatchObject({
      conclusion: "action_required",
      title: "Not verified yet: 1 of 8 checks of handover #60",
    });
  });

  it("a handover asks for nothing while its checks are running", () => {
    const running = { ...good, checkRuns: [{ name: "npm test", headSha: head, conclusion: undefined }] };
    expect(effectsOn(given([task(12), handover(60, "#12")], running), 60).has("status")).toBe(false);
  });

  it("a handover is refused in one comment that names each reason, with the label, and its changes on the files", () => {
    const decision = given([task(12), handover(60, "#12")], wrong);
    expect(added(decision, 60)).toContain("needs-fix");
    expect(statusOn(decision, 60)).toContain("tests/a.test.ts` changed, but is not under");
    expect(checkOn(decision)).toMatchObject({
      conclusion: "failure",
      title: "Changes needed: 1 of 8 checks of handover #60",
    });
    expect(checkOn(decision)?.annotations.map(({ path }) => path)).toEqual(["tests/a.test.ts"]);
  });

  it("K05 an incomplete list of files is never shown as success", () => {
    const partly = evidence({
      pullRequest: pullRequest({ files: [changed("src/a.ts")], hasAllFiles: false }),
    });
    const decision = given([task(12), handover(60, "#12")], partly);
    expect(checkOn(decision)?.conclusion).toBe("action_required");
    expect(effectsOn(decision, 12).has("close")).toBe(false);
  });

  it("a handover of a task that a person closed is checked as usual, and reopens nothing", () => {
    const decision = given([closed(task(12), notPlanned, later), handover(60, "#12")], unproven);
    expect(statusOn(decision, 60)).toContain('"status":"unverified"');
    expect(added(decision, 12)).toEqual([]);
  });

  it("a withdrawn handover leaves its task in progress", () => {
    const labels = ["kind:task", "status:in-review"];
    const withdrawn = closed(handover(60, "#12"), notPlanned, later);
    const decision = given([task(12, { labels }), withdrawn], good);
    expect(added(decision, 12)).toEqual(["status:in-progress"]);
    expect(checkOn(decision)).toMatchObject({ conclusion: "action_required" });
  });
});

describe("a push after success", () => {
  const accepted = given([task(12), handover(60, "#12")], good).records;
  const records = new Map(accepted.map((record) => [record.seen.id, record]));

  it("K03 a push creates a new check on the new commit, by what is known of that commit", () => {
    const done = closed(handover(60, "#12"), completed, later);
    const decision = decided([closed(task(12), completed, later), done], { records }, {}, { I_60: pushed });
    expect(checkOn(decision)).toMatchObject({ headSha: nextHead, conclusion: "action_required" });
  });

  it("K03 a push undoes an acceptance that was not acted on yet", () => {
    const decision = decided([task(12), handover(60, "#12")], { records }, {}, { I_60: pushed });
    expect(memoryOf(decision, 60)?.settled).toBeUndefined();
    expect(effectsOn(decision, 12).has("close")).toBe(false);
    expect(effectsOn(decision, 60).has("close")).toBe(false);
  });

  it("K03 a change of base undoes an acceptance, too, as the same commit makes another change there", () => {
    const offered = pullRequest({ files: [changed("src/a.ts"), changed("src/evil.ts")], baseRef: "junk" });
    const retargeted = { ...good, pullRequest: offered };
    const open = decided([task(12), handover(60, "#12")], { records }, {}, { I_60: retargeted });
    expect(memoryOf(open, 60)?.settled).toBeUndefined();
    const done = closed(handover(60, "#12"), completed, later);
    const over = decided([closed(task(12), completed, later), done], { records }, {}, { I_60: retargeted });
    expect([checkOn(open)?.conclusion, checkOn(over)?.conclusion]).toEqual(["failure", "failure"]);
  });

  it("a push after success is answered once", () => {
    const first = checkOn(decided([task(12), handover(60, "#12")], { records }, {}, { I_60: pushed }));
    const shown = { ...pushed, ownCheck: { headSha: nextHead, shows: first?.shows } };
    expect(
      checkOn(decided([task(12), handover(60, "#12")], { records }, {}, { I_60: shown })),
    ).toBeUndefined();
    const old = { ...pushed, ownCheck: { headSha: head, shows: first?.shows } };
    expect(checkOn(decided([task(12), handover(60, "#12")], { records }, {}, { I_60: old }))).toBeDefined();
  });
});

it("a handover edited after it was accepted and closed is not shown as withdrawn", () => {
  const accepted = given([task(12), handover(60, "#12")], good).records;
  const records = new Map(accepted.map((record) => [record.seen.id, record]));
  const edited = closed(
    handover(60, "#12", { says: { Context: "It was harder than that." } }),
    completed,
    later,
  );
  const decision = decided([closed(task(12), completed, later), edited], { records });
  expect(statusOn(decision, 60)).toContain('"status":"outdated"');
  expect(checkOn(decision)).toMatchObject({
    conclusion: "action_required",
    title: "Edited: handover #60 was accepted before",
  });
});

describe("an acceptance despite the verdict", () => {
  it("K08 a maintainer may accept despite the verdict, which is recorded with the reason", () => {
    const decision = accepting();
    expect(memoryOf(decision, 60)?.settled).toMatchObject({
      commit: head,
      how: "command",
      by: { login: "maria" },
      because: "it is urgent",
      row: "role admin; the settings ask for maintain",
    });
    expect(effectsOn(decision, 60).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    expect(effectsOn(decision, 12).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    const reason = decision.effects.find(
      ({ slot, issueId }) => slot.type === "close" && issueId === "I_12",
    )?.reason;
    expect(reason?.actor).toMatchObject({ login: "maria", role: "admin" });
    expect(checkOn(decision)).toMatchObject({ conclusion: "success", offersAccept: false });
  });

  it.each([
    ["a user with write access", alice],
    ["another user with write access", bob],
  ])("K08 accepting despite the verdict is refused to %s, in one reply", (_, author) => {
    const decision = accepting(author);
    expect(memoryOf(decision, 60)?.settled).toBeUndefined();
    const reply = effectsOn(decision, 60).get("reply:IC_9");
    expect(reply?.type === "AddComment" && reply.text).toContain(
      "It takes a person with the role `maintain`",
    );
    expect(checkOn(decision)).toMatchObject({ conclusion: "failure", offersAccept: true });
  });

  it("K08 accepting despite the verdict is refused to a listed agent, whatever its role", () => {
    const issues = [task(12), handover(60, "#12", { comments: [saying("/accept because I am sure")] })];
    const settings = { ...defaultSettings, trust: { ...defaultSettings.trust, agents: [maria.id] } };
    const decision = decided(issues, {}, { settings }, { I_60: wrong });
    expect(memoryOf(decision, 60)?.settled).toBeUndefined();
  });

  it("K08 the button gets no response if a user without access presses it", () => {
    const pressed = saying("/accept because the button was pressed", mallory, "pressed CR_1 U_mallory");
    const decision = given([task(12), handover(60, "#12", { comments: [pressed] })], wrong);
    expect([...effectsOn(decision, 60).keys()].toSorted()).toEqual(["check", "labels", "status"]);
    expect(memoryOf(decision, 60)?.settled).toBeUndefined();
  });

  it("K03 an acceptance despite the verdict holds for the accepted commit, and for no later one", () => {
    const records = new Map(accepting().records.map((record) => [record.seen.id, record]));
    const next = { ...wrong, pullRequest: pullRequest({ headSha: nextHead }) };
    const done = closed(handover(60, "#12"), completed, later);
    const decision = decided([closed(task(12), completed, later), done], { records }, {}, { I_60: next });
    expect(checkOn(decision)).toMatchObject({ headSha: nextHead, conclusion: "failure" });
  });
});

describe("a handover that is not complete", () => {
  const says = { Status: "partial", Blockers: "#40", "Next steps": "1. Log out." };

  it("an unfinished handover is closed, and its blockers keep the task open", () => {
    const labels = ["kind:task", "status:in-progress"];
    const issues = [task(12, { labels }), handover(60, "#12", { says }), task(40)];
    const decision = given(issues, evidence({ pullRequest: undefined, checkRuns: [] }));
    expect(effectsOn(decision, 60).get("close")).toEqual({ type: "CloseIssue", reason: "completed" });
    expect(effectsOn(decision, 12).has("close")).toBe(false);
    const edge = { type: "AddBlockedBy", blockedId: "I_12", blockerId: "I_40" };
    expect(effectsOn(decision, 12).get("edge I_40")).toEqual(edge);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
  });

  it("an unfinished handover shows on its task what comes next", () => {
    const issues = [task(12, { blockedBy: links(task(40)) }), handover(60, "#12", { says }), task(40)];
    const decision = given(issues, good);
    expect(statusOn(decision, 12)).toContain('"nextSteps":"1. Log out."');
    expect(checkOn(decision)).toMatchObject({
      conclusion: "neutral",
      title: "Partial: #60 leaves #12 Task 12 open",
    });
  });

  it.each([
    ["was not shown", unproven, "action_required", "Not verified yet: 1 of 8 checks of handover #60"],
    [
      "a check run contradicts",
      { ...good, checkRuns: [{ name: "npm test", headSha: head, conclusion: "failure" }] },
      "failure",
      "Changes needed: 1 of 8 checks of handover #60",
    ],
  ] as const)(
    "K07 an unfinished handover with a claim that %s is received, but does not pass the check",
    (_, found, conclusion, title) => {
      const received = given([task(12), handover(60, "#12", { says }), task(40)], good).records;
      const records = new Map(received.map((record) => [record.seen.id, record]));
      const done = closed(handover(60, "#12", { says }), completed, later, us);
      const decision = decided([task(12), done, task(40)], { records }, {}, { I_60: found });
      expect(checkOn(decision)).toMatchObject({ conclusion, title });
      expect(statusOn(decision, 60)).toContain('"status":"accepted"');
      expect(statusOn(decision, 60)).toContain('"isUnproven":true');
      expect(memoryOf(decision, 60)?.settled).toBeDefined();
    },
  );

  it("K08 an unfinished handover passes the check if a maintainer accepted it despite the verdict", () => {
    const opened = { says, issueState: reopened, reopenedAt: start - 1 };
    const told = handover(60, "#12", { ...opened, comments: [saying("/accept because half is enough")] });
    const received = given([task(12), handover(60, "#12", { says }), task(40)], unproven).records;
    const records = new Map(received.map((record) => [record.seen.id, record]));
    const decision = decided([task(12), told, task(40)], { records }, {}, { I_60: unproven });
    expect(checkOn(decision)?.conclusion).toBe("neutral");
  });

  it("an unfinished handover creates a dependency once: a removed one is not created again", () => {
    const first = given([task(12), handover(60, "#12", { says }), task(40)], good).records;
    const records = new Map(
      first.map((record) => [
        record.seen.id,
        record.seen.number === 12
          ? { ...record, persisted: { ...record.persisted, edges: ["I_40"] } }
          : record,
      ]),
    );
    const done = closed(handover(60, "#12", { says }), completed, later, us);
    const decision = decided([task(12), done, task(40)], { records });
    expect(effectsOn(decision, 12).has("edge I_40")).toBe(false);
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });
});

it("the newer of two handovers with one pull request determines its check", () => {
  const issues = [task(12), handover(60, "#12"), handover(61, "#12")];
  const decision = decided(issues, {}, {}, { I_60: wrong, I_61: good });
  expect(checkOn(decision, 60)).toBeUndefined();
  expect(checkOn(decision, 61)?.conclusion).toBe("success");
});

describe("an older handover that was refused and left open, of a task whose newer one was accepted", () => {
  const followed = () => {
    const newer = handover(61, "#12");
    const accepted = decided([task(12), handover(60, "#12"), newer], {}, {}, { I_60: wrong, I_61: good });
    const records = new Map(accepted.records.map((record) => [record.seen.id, record]));
    expect(memoryOf(accepted, 61)?.settled).toBeDefined();
    return { records, newer: closed(newer, completed, later, us) };
  };

  it("K09 does not decide the check after a push: the newer one does", () => {
    const { records, newer } = followed();
    const badly = evidence({ pullRequest: pullRequest({ headSha: nextHead }) });
    const found = { I_60: badly, I_61: pushed };
    const done = closed(task(12), completed, later, us);
    const decision = decided([done, handover(60, "#12"), newer], { records }, {}, found);
    expect(checkOn(decision, 60)).toBeUndefined();
    expect(checkOn(decision, 61)).toMatchObject({ headSha: nextHead });
  });

  it("does not hold up its merge either", () => {
    const settings = {
      ...defaultSettings,
      handovers: { ...defaultSettings.handovers, merge: "when accepted" },
    } as const;
    const newer = handover(61, "#12");
    const issues = [task(12), handover(60, "#12"), newer];
    const decision = decided(issues, {}, { settings }, { I_60: wrong, I_61: good });
    expect(checkOn(decision, 61)?.conclusion).toBe("success");
    expect(checkOn(decision, 60)).toBeUndefined();
  });

  it("still decides where the newer one was withdrawn", () => {
    const withdrawn = closed(handover(61, "#12"), notPlanned, later, alice);
    const found = { I_60: wrong, I_61: good };
    const decision = decided([task(12), handover(60, "#12"), withdrawn], {}, {}, found);
    expect(checkOn(decision, 60)?.conclusion).toBe("failure");
  });

  it("still decides for another task", () => {
    const { records, newer } = followed();
    const other = handover(62, "#13");
    const found = { I_60: wrong, I_61: pushed, I_62: wrong };
    const decision = decided([task(12), task(13), handover(60, "#12"), newer, other], { records }, {}, found);
    expect(checkOn(decision, 62)?.conclusion).toBe("failure");
  });
});

describe("a handover that was accepted and closed", () => {
  const statusAfter = (changes: Parameters<typeof pullRequest>[0]) => {
    const accepted = given([task(12), handover(60, "#12")], good);
    const records = new Map(accepted.records.map((record) => [record.seen.id, record]));
    const found = evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")], ...changes }) });
    const shut = closed(handover(60, "#12"), completed, later, us);
    const done = closed(task(12), completed, later, us);
    return statusOn(decided([done, shut], { records }, {}, { I_60: found }), 60);
  };

  it("K10 says that its pull request has got conflicts, or was closed unmerged, and what to do", () => {
    const problemIn = (text: string) => /"mergeProblem":"(\w+)","base":"main"/.exec(text)?.[1];
    expect(problemIn(statusAfter({ hasConflicts: true }))).toBe("conflicts");
    expect(problemIn(statusAfter({ state: "closed" }))).toBe("closed");
    for (const changes of [{}, { hasConflicts: undefined }, { state: "merged" as const }])
      expect(problemIn(statusAfter(changes))).toBeUndefined();
  });
});
