/** Tasks that land together: what each of them waits for, given the pull requests of the others. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../../src/engine/model/fact.ts";
import type { Context } from "../../../../src/engine/model/rule.ts";
import type { Snapshot } from "../../../../src/engine/model/snapshot.ts";
import type { MergeState, PullRequest } from "../../../../src/handover/evidence.ts";
import { defaultSettings, type Settings } from "../../../../src/protocol/settings/config.ts";
import { changed, evidence, head, nextHead, pullRequest } from "../../../support/evidence.ts";
import {
  closed,
  completed,
  decided,
  effectsOn,
  handover,
  maria,
  notPlanned,
  start,
  task,
} from "../../../support/issues.ts";
import { openedFor } from "../../../support/opened.ts";

type Decision = ReturnType<typeof decided>;

const settings: Settings = {
  ...defaultSettings,
  handovers: { ...defaultSettings.handovers, merge: "when accepted" },
};
const optional: Settings = { ...settings, handovers: { ...settings.handovers, optional: ["codecov/**"] } };
const hourMs = 60 * 60_000;

const bodyWith = (other: number): string => `### Goal\n\nIt works.\n\n### Together with\n\n#${other}\n`;

/** Task 12 with handover 60, and task 13 with handover 61, which land together. */
interface Given {
  readonly first?: Partial<PullRequest>;
  readonly second?: Partial<PullRequest>;
  readonly issues?: Readonly<Record<number, Partial<IssueSeen>>>;
  readonly before?: Decision;
  readonly known?: Partial<Context>;
  /** A check that failed on the second's head. */
  readonly failed?: string;
  /** What our check there says, if there is one. */
  readonly ownCheck?: string;
  readonly refusals?: Snapshot["refusals"];
}

function given({
  first,
  second,
  issues = {},
  before,
  known = {},
  failed,
  ownCheck,
  refusals,
}: Given): Decision {
  const seen = [
    task(12, { body: bodyWith(13), ...issues[12] }),
    task(13, { body: bodyWith(12), ...issues[13] }),
    handover(60, "#12", issues[60]),
    handover(61, "#13", issues[61]),
  ];
  const found = (number: number, headSha: string, changes: Partial<PullRequest> = {}) => {
    const more =
      failed !== undefined && number === 35 ? [{ name: failed, headSha, conclusion: "failure" }] : [];
    return evidence({
      pullRequest: pullRequest({
        number,
        headSha,
        headRef: `part-${number}`,
        files: [changed("src/a.ts")],
        ...changes,
      }),
      checkRuns: [{ name: "npm test", headSha, conclusion: "success" }, ...more],
      ownCheck: ownCheck === undefined ? undefined : { headSha, shows: ownCheck },
    });
  };
  const records = new Map((before?.records ?? []).map((record) => [record.seen.id, record]));
  return decided(
    seen,
    { records, ...(refusals === undefined ? {} : { refusals }) },
    { settings, ...known },
    {
      I_60: found(34, head, first),
      I_61: found(35, nextHead, second),
    },
  );
}

/** In the order of their handovers: what is done with each pull request. */
const merging = (decision: Decision) =>
  [60, 61].map((number) => effectsOn(decision, number).get("merge")?.type);
const statusOf = (decision: Decision, number: number): string => {
  const effect = effectsOn(decision, number).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};
const waitsOf = (decision: Decision, number: number): readonly string[] =>
  JSON.parse(statusOf(decision, number)).data.landingWaits;
const accepted = given({});

describe("GitHub's merge state of another member", () => {
  const lands: Readonly<Record<MergeState, boolean>> = {
    clean: true,
    unstable: false,
    blocked: false,
    behind: false,
    unknown: false,
  };
  it.each(Object.entries(lands))(
    "AG72 %s: the first is merged only if the second would be, too",
    (mergeState, isMerged) => {
      const state = mergeState as MergeState;
      const before = given({ before: accepted });
      const together = given({ before, second: { mergeState: state } });
      const alone = given({ before, first: { state: "merged" }, second: { mergeState: state } });
      expect(merging(together)[0]).toBe(isMerged ? "MergePullRequest" : undefined);
      expect(merging(alone)[1] === "MergePullRequest").toBe(isMerged);
    },
  );
});

describe("a check that no rule requires and that failed on another member", () => {
  const second = { mergeState: "unstable" } as const;

  it("AG72 is no obstacle where that repository's settings call it optional, whatever the others' say", () => {
    const failed = "codecov/patch";
    const lenient = { settings: optional, settingsIn: () => settings };
    const before = given({ before: accepted });
    expect(merging(given({ before, second, failed, known: lenient }))[0]).toBeUndefined();
    const there = { settings, settingsIn: () => optional };
    expect(merging(given({ before, second, failed, known: there }))[0]).toBe("MergePullRequest");
  });

  it("AG72 is what a person is asked about, once, and on that task alone", () => {
    const later = given({ before: accepted, second, failed: "lint", known: { now: start + 2 * hourMs } });
    expect(openedFor(later, 60)).toEqual([]);
    expect(openedFor(later, 61)[0]?.body).toContain("`lint` did not succeed.");
    expect(waitsOf(later, 60)).toEqual([
      "A check of the pull request of `#13` has not succeeded, although no rule requires it.",
    ]);
  });
});

describe("a member that GitHub would not merge", () => {
  const late = {
    before: accepted,
    second: { mergeState: "blocked" },
    known: { now: start + 2 * hourMs },
  } as const;

  it("AG72 is asked about when it has rested as long as a merge may wait", () => {
    expect(openedFor(given(late), 61)).toHaveLength(1);
  });

  it("AG72 is not asked about while our own check is what GitHub waits for, unless GitHub refuses that", () => {
    const check = { slot: { type: "check" }, key: "I_61 check", message: "Not allowed." } as const;
    const waiting = { ...late, ownCheck: "waits to land together" };
    expect(openedFor(given(waiting), 61)).toEqual([]);
    const refused = given({ ...waiting, refusals: new Map([["I_61", [check]]]) });
    expect(openedFor(refused, 61)).toHaveLength(1);
  });
});

describe("a member whose pull request was closed without being merged", () => {
  const second = { state: "closed", mergeState: "unknown" } as const;
  const reopen =
    "The pull request of `#13` was closed without being merged. Reopen it, or close the task as not planned to land without it.";
  const body = task(13, { body: bodyWith(12) }).body;
  const taskClosed = (as: typeof completed) => ({ 13: closed(task(13, { body }), as, start + hourMs) });

  it("AG72 is no longer accepted, and the others wait for it", () => {
    const decision = given({ before: accepted, second });
    expect(merging(decision)).toEqual([undefined, undefined]);
    expect(waitsOf(decision, 60)).toEqual(["`#13` has no accepted handover yet."]);
  });

  it("AG72 keeps the others from landing, too, where its handover was closed when it was accepted", () => {
    const byHand = given({ known: { settings: defaultSettings } });
    const issues = {
      ...taskClosed(completed),
      61: closed(handover(61, "#13"), completed, start + hourMs),
    };
    const decision = given({ before: byHand, second, issues });
    expect(merging(decision)).toEqual([undefined, undefined]);
    expect(waitsOf(decision, 60)).toEqual([reopen]);
    const later = given({ before: byHand, first: { state: "merged" }, second, issues });
    expect(effectsOn(later, 12).has("close")).toBe(false);
  });

  it("AG72 is not complete because a person closed its task as completed", () => {
    const decision = given({ before: accepted, second, issues: taskClosed(completed) });
    expect(merging(decision)).toEqual([undefined, undefined]);
    expect(waitsOf(decision, 60)).toEqual([reopen]);
    const unmerged = given({
      before: given({ second }),
      issues: taskClosed(completed),
      second: { isDraft: true },
    });
    expect(waitsOf(unmerged, 60)).toEqual(["`#13` has no accepted handover yet."]);
  });

  it("AG72 is waited for no longer once a person accepts its handover as it is, or gives its task up", () => {
    const comment = { id: "IC_9", author: maria, text: "/accept because #35 has it", createdAt: start };
    const issues = { 61: { comments: [comment] } };
    const overridden = given({ second, issues });
    expect(merging(given({ before: overridden, second, issues }))[0]).toBe("MergePullRequest");
    const givenUp = given({
      before: given({ before: accepted, second }),
      second,
      issues: taskClosed(notPlanned),
    });
    expect(merging(givenUp)[0]).toBe("MergePullRequest");
  });

  it("AG72 has landed if it was merged before its handover was accepted", () => {
    const merged = { state: "merged" } as const;
    const issues = taskClosed(completed);
    const before = given({ second: { isDraft: true, ...merged }, issues });
    expect(merging(given({ before, second: merged, issues }))[0]).toBe("MergePullRequest");
  });
});
