/** Merging accepted work: the proposed effects, given the settings and the state of the pull request. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import type { PullRequest } from "../../../src/handover/evidence.ts";
import { defaultSettings, type Settings } from "../../../src/protocol/settings/config.ts";
import { changed, evidence, head, nextHead, pullRequest } from "../../support/evidence.ts";
import { closed, completed, decided, effectsOn, handover, maria, start, task } from "../../support/issues.ts";

const settings: Settings = {
  ...defaultSettings,
  handovers: { ...defaultSettings.handovers, merge: "when accepted" },
};
const files = [changed("src/a.ts")];

function given(changes: Partial<PullRequest>, known = settings, records = {}) {
  const issues: readonly IssueSeen[] = [task(12), handover(60, "#12")];
  const found = evidence({ pullRequest: pullRequest({ files, ...changes }) });
  return decided(issues, records, { settings: known }, { I_60: found });
}

const merging = (decision: ReturnType<typeof decided>) => effectsOn(decision, 60).get("merge");
const isClosing = (decision: ReturnType<typeof decided>) =>
  [12, 60].map((number) => effectsOn(decision, number).has("close"));

describe("an accepted handover whose pull request is to be merged", () => {
  it("an accepted handover asks for the accepted commit to be merged, and nothing is closed before that", () => {
    const decision = given({});
    expect(merging(decision)).toEqual({ type: "MergePullRequest", number: 34, headSha: head });
    expect(isClosing(decision)).toEqual([false, false]);
  });

  it("an accepted handover first updates a branch that is behind", () => {
    expect(merging(given({ mergeState: "behind" }))).toEqual({
      type: "UpdateBranch",
      number: 34,
      headSha: head,
    });
  });

  it("A5 an accepted handover asks for its pull request to be added to a merge queue, up to date or not", () => {
    for (const mergeState of ["clean", "behind"] as const)
      expect(merging(given({ mergeState, queue: { isIn: false } }))).toEqual({
        type: "EnqueuePullRequest",
        number: 34,
        headSha: head,
      });
    expect(merging(given({ mergeState: "blocked", queue: { isIn: false } }))).toBeUndefined();
  });

  it("A5 an accepted handover in a merge queue waits, and is finished by the merge", () => {
    const decision = given({ queue: { isIn: true } });
    expect(merging(decision)).toBeUndefined();
    expect(isClosing(decision)).toEqual([false, false]);
    expect(isClosing(given({ queue: { isIn: true }, state: "merged" }))).toEqual([true, true]);
  });

  it("A5 what left the queue before it was accepted is added all the same", () => {
    const removal = { at: start - 1, reason: "MANUAL" };
    expect(merging(given({ queue: { isIn: false, removal } }))).toMatchObject({ type: "EnqueuePullRequest" });
  });

  it("an accepted handover is closed with its task once its pull request is merged", () => {
    const decision = given({ state: "merged" });
    expect(merging(decision)).toBeUndefined();
    expect(isClosing(decision)).toEqual([true, true]);
  });

  it("a task loses its status label with the write that closes it, and keeps it if GitHub refuses to close it", () => {
    const working = (refusals: Snapshot["refusals"] = new Map()) => {
      const issues = [task(12, { labels: ["kind:task", "status:in-progress"] }), handover(60, "#12")];
      const found = evidence({ pullRequest: pullRequest({ files, state: "merged" }) });
      return effectsOn(decided(issues, { refusals }, { settings }, { I_60: found }), 12);
    };
    expect(working().get("labels")).toEqual({ type: "SetLabels", add: [], remove: ["status:in-progress"] });
    const refusal = {
      slot: { type: "close" },
      key: "I_12 close completed",
      message: "Not allowed.",
    } as const;
    const refused = working(new Map([["I_12", [refusal]]]));
    expect(refused.get("labels")).toMatchObject({ add: ["status:in-review"] });
  });

  it("N29 a handover is not accepted while GitHub does not know whether it can be merged, and is refreshed", () => {
    const decision = given({ hasConflicts: undefined, mergeState: "unknown" }, defaultSettings);
    expect(decision.records.find(({ seen }) => seen.number === 60)?.persisted.settled).toBeUndefined();
    expect(decision.refreshes).toContainEqual(expect.objectContaining({ id: "I_60", afterMs: 5_000 }));
    const accepted = new Map(given({}).records.map((record) => [record.seen.id, record]));
    const later = given({ hasConflicts: undefined, mergeState: "unknown" }, settings, { records: accepted });
    expect(later.records.find(({ seen }) => seen.number === 60)?.persisted.settled).toBeDefined();
  });

  it("a handover with a conflict needs fixes, and is no longer accepted", () => {
    const accepted = new Map(given({}).records.map((record) => [record.seen.id, record]));
    const decision = given({ hasConflicts: true, mergeState: "blocked" }, settings, { records: accepted });
    expect(merging(decision)).toBeUndefined();
    const status = effectsOn(decision, 60).get("status");
    expect(status?.type === "ShowStatus" && status.text).toContain("has conflicts with `main`");
    expect(decision.records.find(({ seen }) => seen.number === 60)?.persisted.settled).toBeUndefined();
  });

  it("S3.54 a merge is requested despite failed checks that the settings call optional, and no others", () => {
    const lenient = { ...settings, handovers: { ...settings.handovers, optional: ["codecov/**"] } };
    const unstable = (...names: readonly string[]) => {
      const runs = names.map((name) => ({ name, headSha: head, conclusion: "failure" }));
      const found = evidence({
        pullRequest: pullRequest({ files, mergeState: "unstable" }),
        checkRuns: [...evidence().checkRuns, ...runs],
      });
      return merging(decided([task(12), handover(60, "#12")], {}, { settings: lenient }, { I_60: found }));
    };
    expect(unstable("codecov/patch")).toMatchObject({ type: "MergePullRequest" });
    expect(unstable("codecov/patch", "lint")).toBeUndefined();
    expect(unstable()).toBeUndefined();
  });

  it("S3.54 a handover completes nothing when its pull request is closed unmerged, until it is opened again", () => {
    const accepted = new Map(given({}).records.map((record) => [record.seen.id, record]));
    const dropped = given({ state: "closed", mergeState: "unknown" }, settings, { records: accepted });
    expect(isClosing(dropped)).toEqual([false, false]);
    const status = effectsOn(dropped, 60).get("status");
    expect(status?.type === "ShowStatus" && status.text).toContain("was closed without being merged");
    const afterwards = new Map(dropped.records.map((record) => [record.seen.id, record]));
    expect(merging(given({}, settings, { records: afterwards }))).toMatchObject({ headSha: head });
  });

  it("K08 a handover completes its task if a maintainer accepted it with the pull request closed", () => {
    const comment = { id: "IC_9", author: maria, text: "/accept because #35 has it", createdAt: start };
    const issues = [task(12), handover(60, "#12", { comments: [comment] })];
    const found = evidence({ pullRequest: pullRequest({ files, state: "closed" }) });
    expect(isClosing(decided(issues, {}, { settings }, { I_60: found }))).toEqual([true, true]);
  });

  it("a closed handover is not merged: a setting that comes later merges no old work", () => {
    const before = new Map(given({}, defaultSettings).records.map((record) => [record.seen.id, record]));
    const done = closed(handover(60, "#12"), completed, start + 600_000);
    const found = evidence({ pullRequest: pullRequest({ files }) });
    const decision = decided([task(12), done], { records: before }, { settings }, { I_60: found });
    expect(merging(decision)).toBeUndefined();
  });

  it("K05 a merge waits while another handover of the same pull request is refused, and the status says so", () => {
    const other = handover(61, "#13", { says: { Changes: "- src/b.ts: does b" } });
    const found = evidence({ pullRequest: pullRequest({ files }) });
    const issues = [task(12), task(13), handover(60, "#12"), other];
    const decision = decided(issues, {}, { settings }, { I_60: found, I_61: found });
    expect(merging(decision)).toBeUndefined();
    const status = effectsOn(decision, 60).get("status");
    expect(status?.type === "ShowStatus" && status.text).toContain("Another handover of it, `#61`");
    const alone = decided(issues.slice(0, 3), {}, { settings }, { I_60: found });
    expect(merging(alone)).toMatchObject({ type: "MergePullRequest" });
  });

  it("K03 a merge is never requested for a commit that was pushed since", () => {
    const accepted = new Map(given({}).records.map((record) => [record.seen.id, record]));
    expect(merging(given({ headSha: nextHead }, settings, { records: accepted }))).toBeUndefined();
  });

  it("an accepted handover is closed at once, and not merged, if the settings say nothing", () => {
    const decision = given({}, defaultSettings);
    expect(merging(decision)).toBeUndefined();
    expect(isClosing(decision)).toEqual([true, true]);
  });
});
