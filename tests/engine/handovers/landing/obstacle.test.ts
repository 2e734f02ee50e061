/** Tasks that land together while nothing can be merged in the repository of one of them. */
import { describe, expect, it } from "vitest";
import type { IssueSeen, RepositorySeen } from "../../../../src/engine/model/fact.ts";
import type { Context } from "../../../../src/engine/model/rule.ts";
import type { PullRequest } from "../../../../src/handover/evidence.ts";
import { defaultSettings, type Settings } from "../../../../src/protocol/settings/config.ts";
import { loadTexts } from "../../../../src/texts/texts.ts";
import { changed, evidence, head, nextHead, pullRequest } from "../../../support/evidence.ts";
import { bob, decided, demo, effectsOn, handover, start, task } from "../../../support/issues.ts";
import { asSeen, openedFor } from "../../../support/opened.ts";

type Decision = ReturnType<typeof decided>;

const { render } = loadTexts();
const settings: Settings = {
  ...defaultSettings,
  handovers: { ...defaultSettings.handovers, merge: "when accepted" },
};
const web = { ...demo, id: "R_web", name: "web" };
const hourMs = 60 * 60_000;

function workAt(number: number, headSha: string, changes: Partial<PullRequest> = {}) {
  const pull = { number, headSha, headRef: `part-${number}`, files: [changed("src/a.ts")], ...changes };
  const checkRuns = [{ name: "npm test", headSha, conclusion: "success" }];
  return evidence({ pullRequest: pullRequest(pull), checkRuns });
}
const merging = (decision: Decision) => effectsOn(decision, 60).get("merge")?.type;
const statusOf = (decision: Decision): string => {
  const effect = effectsOn(decision, 60).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};

describe("a member in a repository in which nothing can be merged", () => {
  const second = task(13, {
    id: "I_13",
    repositoryId: web.id,
    body: "### Goal\n\nIt works.\n\n### Together with\n\nacme/demo#12\n",
  });
  const work = handover(61, "#13", { repositoryId: web.id });
  const first = task(12, { body: "### Goal\n\nIt works.\n\n### Together with\n\nacme/web#13\n" });
  const begin = start + 1_000_000;

  interface There {
    readonly repository?: Partial<RepositorySeen>;
    readonly here?: Partial<RepositorySeen>;
    readonly known?: Partial<Context>;
    readonly pull?: Partial<PullRequest>;
    readonly hours?: number;
    readonly before?: Decision;
    /** Of the pull request here. */
    readonly ours?: Partial<PullRequest>;
    readonly others?: readonly IssueSeen[];
  }

  function given(there: There): Decision {
    const { repository, here, known, pull, hours = 0, before, ours, others = [] } = there;
    const repositories = new Map([demo, web].map((each) => [each.id, each]));
    repositories.set(web.id, { ...web, ...repository }).set(demo.id, { ...demo, ...here });
    const roles = new Map(
      [`${demo.id} U_alice`, `${web.id} U_alice`, `${demo.id} ${bob.id}`].map((key) => [
        key,
        "write" as const,
      ]),
    );
    const records = new Map((before?.records ?? []).map((record) => [record.seen.id, record]));
    return decided(
      [first, second, handover(60, "#12"), work, ...others],
      { repositories, roles, records },
      { settings, render, now: begin + hours * hourMs, ...known },
      { I_60: workAt(34, head, ours), I_61: workAt(35, nextHead, pull) },
    );
  }
  const before = given({});
  const pauseIn = (since?: number) => (id: string) => (id === web.id ? { since } : undefined);

  it("AG72 is merged with the others where nothing is in the way", () => {
    expect(merging(given({ before }))).toBe("MergePullRequest");
  });

  it.each<[string, There, string]>([
    [
      "archived",
      { repository: { isArchived: true } },
      "The repository of `acme/web#13` is archived, so nothing can be merged there. Unarchive it, or take the task out of `Together with`.",
    ],
    [
      "closed to the App's writes",
      { repository: { lacksPermission: true } },
      "The App may only read in the repository of `acme/web#13`. Accept its permissions again, or take the task out of `Together with`.",
    ],
    [
      "without `contents: write`",
      { repository: { lacksContents: true } },
      "The App may not write contents in the repository of `acme/web#13`, so it cannot merge there. `signalbox setup --with-contents` registers one that may.",
    ],
    [
      "paused",
      { known: { pauseIn: pauseIn() } },
      "The App is paused in the repository of `acme/web#13`. It goes on after `signalbox resume`, or once `paused` is out of that repository's settings.",
    ],
  ])(
    "AG72 one that is %s: nothing lands, and the others say what is in the way and what to do",
    (_, there, sentence) => {
      const decision = given({ before, ...there });
      expect(merging(decision)).toBeUndefined();
      expect(effectsOn(decision, 60).get("check")).toMatchObject({ conclusion: "action_required" });
      expect(statusOf(decision)).toContain(`It lands together with other tasks:\n\n- ${sentence}`);
      expect(decision.refreshes).toContainEqual(expect.objectContaining({ id: "I_60", afterMs: 600_000 }));
      const mended = given({ before: decision });
      expect(merging(mended)).toBe("MergePullRequest");
    },
  );

  it("AG72 to wait for the others is no word about a check that fails here later, and a person is asked about that", () => {
    const archived = { repository: { isArchived: true } };
    const asking = given({ before, ...archived });
    expect(openedFor(asking, 60)[0]?.marker).toBe(`open:I_60:unmerged@${head} landing`);
    const comments = [{ id: "IC_1", author: bob, text: "/decide 1", createdAt: begin + 1_000 }];
    const others = [asSeen(70, openedFor(asking, 60)[0], { comments })];
    const waiting = given({ before: asking, ...archived, others });
    expect(effectsOn(waiting, 70).has("close")).toBe(true);
    expect(openedFor(waiting, 60)).toEqual([]);
    const ours = { mergeState: "unstable" } as const;
    const failed = given({ before: waiting, ours, others, hours: 0.1 });
    expect(merging(failed)).toBeUndefined();
    const later = given({ before: failed, ours, others, hours: 24 });
    expect(merging(later)).toBeUndefined();
    expect(openedFor(later, 60)[0]?.marker).toBe(`open:I_60:unmerged@${head}`);
  });

  it("AG72 a person is asked once, in a repository that takes writes, at once where only a person can help", () => {
    const there = { repository: { isArchived: true } };
    const decision = given({ before, ...there });
    expect(openedFor(decision, 61)).toEqual([]);
    expect(openedFor(decision, 60)[0]?.body).toContain("The repository of `acme/web#13` is archived");
    expect(openedFor(decision, 60)[0]?.body).toContain(
      "1. It waits, and is merged with the others as soon as nothing is in the way.\n2. People merge it by hand, without the others; it counts as accepted.\n",
    );
    expect(openedFor(decision, 60)[0]?.body).not.toContain("Merge it yourself");
    const other = given({ before, here: { isArchived: true } });
    expect(openedFor(other, 60)).toEqual([]);
    expect(openedFor(other, 61)[0]?.body).toContain("The repository of `acme/demo#12` is archived");
  });

  it("AG72 a pause is asked about only when it has lasted as long as a merge may wait", () => {
    const paused = (hours: number) =>
      given({ before, hours, known: { pauseIn: pauseIn(begin + 5 * hourMs) } });
    expect(openedFor(paused(5.4), 60)).toEqual([]);
    expect(paused(5.4).refreshes).toContainEqual(expect.objectContaining({ id: "I_60", afterMs: 360_000 }));
    expect(openedFor(paused(5.5), 60)[0]?.body).toContain("The App is paused in the repository of");
  });

  it("A6 nothing of a group is merged while one changes a workflow file that the App may not merge", () => {
    const repository = { lacksWorkflows: true };
    const pull = { files: [changed(".github/workflows/ci.yml")] };
    expect(merging(given({ before, repository, pull }))).toBeUndefined();
    expect(merging(given({ before, repository }))).toBe("MergePullRequest");
    expect(merging(given({ before, pull }))).toBe("MergePullRequest");
  });

  it("AG72 lacking `contents: write` is no obstacle where people merge by hand", () => {
    const settingsIn = (id: string) => (id === web.id ? defaultSettings : settings);
    const decision = given({ before, repository: { lacksContents: true }, known: { settingsIn } });
    expect(merging(decision)).toBe("MergePullRequest");
  });

  it("AG72 one that has landed already keeps nothing from landing", () => {
    const there = { repository: { isArchived: true }, pull: { state: "merged" } } as const;
    expect(merging(given({ before, ...there }))).toBe("MergePullRequest");
  });
});
