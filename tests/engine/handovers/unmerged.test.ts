/** Asking a person about a merge: one escalation or none, and the effects of a decision. */
import { describe, expect, it } from "vitest";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { Refusal } from "../../../src/engine/model/snapshot.ts";
import type { Evidence, PullRequest } from "../../../src/handover/evidence.ts";
import { defaultSettings, type Settings } from "../../../src/protocol/settings/config.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { changed, evidence, head, nextHead, pullRequest } from "../../support/evidence.ts";
import {
  bob,
  context,
  decided,
  effectsOn,
  handover,
  links,
  maria,
  start,
  task,
} from "../../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../../support/opened.ts";

type Decision = ReturnType<typeof decided>;

const { render } = loadTexts();
const settings: Settings = {
  ...defaultSettings,
  handovers: { ...defaultSettings.handovers, merge: "when accepted" },
};
const minuteMs = 60_000;
const begin = start + 1_000_000;
const files = [changed("src/a.ts")];
const passed = { name: "npm test", headSha: head, conclusion: "success" };
const missing: Partial<PullRequest> = { mergeState: "blocked", reviewDecision: "review required" };

interface Given {
  readonly minutes?: number;
  readonly pull?: Partial<PullRequest>;
  readonly work?: Partial<Evidence>;
  readonly before?: Decision;
  readonly others?: readonly IssueSeen[];
  /** What waits for the task. */
  readonly dependents?: readonly IssueSeen[];
  /** On the handover. */
  readonly comments?: readonly CommentSeen[];
  readonly says?: Readonly<Record<string, string>>;
  readonly refused?: readonly [key: string, message: string, tried?: Refusal["tried"]];
}

/** The decision `minutes` after the first read, the records being those of the decision before. */
function given({
  minutes = 0,
  pull,
  work,
  before,
  others = [],
  dependents = [],
  comments = [],
  says = {},
  refused,
}: Given): Decision {
  const known = { ...context, render, settings, now: begin + minutes * minuteMs };
  const found = evidence({ pullRequest: pullRequest({ files, ...pull }), ...work });
  const records = new Map((before?.records ?? []).map((record) => [record.seen.id, record]));
  const refusals = refused && new Map([["I_60", [refusalOf(...refused)]]]);
  const worked = task(12, { blocking: links(...dependents) });
  const issues = [worked, handover(60, "#12", { says, comments }), ...dependents, ...others];
  return decided(issues, { records, ...(refusals && { refusals }) }, known, { I_60: found });
}

const refusalOf = (key: string, message: string, tried?: Refusal["tried"]): Refusal => ({
  slot: { type: "merge" },
  key,
  message,
  ...(tried === undefined ? {} : { tried }),
});

/** Accepted, with a review missing, for `minutes` by now. */
const waiting = (minutes: number, more: Given = {}) =>
  given({ minutes, pull: missing, before: given({ pull: missing }), ...more });
const saying = (text: string, author: Actor = bob): CommentSeen => ({
  id: `IC_${text}`,
  author,
  text,
  createdAt: begin + 31 * minuteMs,
});
const asked = (decision: Decision) => openedFor(decision, 60);
const merging = (decision: Decision) => effectsOn(decision, 60).get("merge");
const statusOf = (decision: Decision) => {
  const effect = effectsOn(decision, 60).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};
const settledIn = (decision: Decision) =>
  decision.records.find(({ seen }) => seen.number === 60)?.persisted.settled;
const isClosing = (decision: Decision) => [12, 60].map((number) => effectsOn(decision, number).has("close"));

describe("an accepted handover that GitHub does not merge without a person", () => {
  it("S3.55 the impact of delay names what waits for the task", () => {
    const before = given({ pull: missing });
    expect(asked(waiting(31))[0]?.body).toContain("Nothing is waiting for it now.");
    const [asking] = asked(waiting(31, { dependents: [task(13)], before }));
    expect(asking?.body).toContain("#13 Task 13 cannot continue.");
  });

  it("S3.55 a handover that GitHub does not merge asks no one for half an hour, is then refreshed, and says what it waits for", () => {
    const early = waiting(29);
    expect(asked(early)).toEqual([]);
    expect(merging(early)).toBeUndefined();
    expect(early.refreshes.map(({ id, afterMs }) => [id, afterMs])).toContainEqual(["I_60", minuteMs]);
    expect(statusOf(early)).toContain("A rule on `main` requires a review.");
    expect(isClosing(early)).toEqual([false, false]);
  });

  it("S3.55 a person is asked once, whatever becomes of the escalation", () => {
    const late = waiting(30);
    expect(asked(late)).toMatchObject([{ kind: "escalation", marker: `open:I_60:unmerged@${head}` }]);
    expect(asked(late)[0]?.body).toContain("requires a review");
    const opened = asSeen(61, asked(late)[0]);
    const later = waiting(60, { others: [opened] });
    expect(asked(later)).toEqual([]);
    expect(statusOf(later)).toContain("Escalated in #61.");
  });

  it.each([
    [{ isDraft: true }, "It is a draft."],
    [{ reviewDecision: "changes requested" }, "A reviewer requested changes."],
    [{ reviewDecision: "review required", codeOwners: ["@acme/web"] }, "The code owners are `@acme/web`."],
    [{ unresolvedThreads: 2 }, "2 unresolved review threads."],
    [{}, "A rule on `main` is not met. GitHub does not report which."],
    [{ mergeState: "unstable" }, "A non-required check has not succeeded."],
  ] satisfies readonly (readonly [Partial<PullRequest>, string])[])(
    "the status says what is missing: %o",
    (pull, sentence) => {
      const before = given({});
      const decision = given({ minutes: 30, pull: { mergeState: "blocked", ...pull }, before });
      expect(asked(decision)[0]?.body).toContain(sentence);
    },
  );

  it("the escalation names the checks that failed", () => {
    const failed = { name: "lint", headSha: head, conclusion: "failure" };
    const work = { checkRuns: [passed, failed] };
    const decision = given({ minutes: 30, pull: { mergeState: "unstable" }, work, before: given({}) });
    expect(asked(decision)[0]?.body).toContain("`lint` did not succeed.");
  });

  it.each([
    [
      "a check of the commit runs",
      { work: { checkRuns: [passed, { ...passed, name: "e2e", conclusion: undefined }] } },
    ],
    [
      "a check ended a moment ago",
      { work: { checkRuns: [{ ...passed, completedAt: begin + 40 * minuteMs }] } },
    ],
    ["GitHub works it out", { pull: { mergeState: "unknown" } }],
    ["its branch is brought up to date", { pull: { mergeState: "behind" } }],
    ["another commit was pushed", { pull: { ...missing, headSha: nextHead } }],
  ] satisfies readonly (readonly [string, Given])[])("no one is asked while %s", (_, more) => {
    expect(asked(waiting(60, more))).toEqual([]);
  });

  it("C15 a person is asked at once if GitHub refuses permanently, and the missing permission is named", () => {
    const refused = [
      `I_60 merge MergePullRequest ${head}`,
      "Resource not accessible by integration",
    ] as const;
    const decision = given({ refused });
    expect(statusOf(decision)).toContain(refused[1]);
    expect(isClosing(decision)).toEqual([false, false]);
    expect(asked(decision)).toMatchObject([{ marker: `open:I_60:unmerged@${head}` }]);
    expect(asked(decision)[0]?.body).toContain("signalbox setup --with-contents");
    expect(asked(given({}))).toEqual([]);
  });
});

describe("a person's decision about the merge", () => {
  const late = waiting(30);
  const opened = asked(late)[0];
  const decide = (words: string): Decision => {
    const others = [asSeen(61, opened, { comments: [saying(words)] })];
    return given({ minutes: 31, pull: missing, before: late, others });
  };

  it("the escalation offers what signalbox then does", () => {
    const { message } = readingOf(opened);
    expect(message?.kind === "escalation" && message.options).toHaveLength(3);
  });

  it("after option 1 the handover waits and is merged once it can be, even if a check that no branch rule requires fails", () => {
    const decision = decide("/decide 1");
    expect(merging(decision)).toBeUndefined();
    expect(effectsOn(decision, 61).has("close")).toBe(true);
    const later = given({ minutes: 40, pull: { mergeState: "unstable" }, before: decision });
    expect(merging(later)).toEqual({ type: "MergePullRequest", number: 34, headSha: head });
  });

  it.each(["/decide 1", "/decide 2"])(
    "%s counts for the text that the person was asked about, and for no later one",
    (words) => {
      const about = "0".repeat(64);
      const sealed = { ...opened?.sealed, about };
      const other = asSeen(61, opened && { ...opened, sealed }, { comments: [saying(words)] });
      const decision = given({ minutes: 31, pull: missing, before: late, others: [other] });
      const known = decision.records.find(({ seen }) => seen.number === 60);
      expect(known?.persisted.merging).toBeUndefined();
      expect(isClosing(decision)).toEqual([false, false]);
      // Nobody is met with silence: the present text is asked about, once.
      expect(asked(decision)).toMatchObject([{ marker: `open:I_60:unmerged@${head} after #61` }]);
    },
  );

  it("a person who is asked about a refused merge reads how often and how long it was tried", () => {
    const key = `I_60 merge MergePullRequest ${head}`;
    const body = (tried?: Refusal["tried"]) =>
      asked(given({ refused: [key, "Not mergeable", tried] }))[0]?.body;
    expect(body({ times: 5, forMs: 11_700 })).toContain("- signalbox tried it 5 times within 12 seconds.");
    expect(body()).not.toContain("signalbox tried it");
  });

  it.each([
    ["CI_FAILURE", "The merge queue removed it: a required check failed on the merged commit."],
    ["merge_conflict", "The merge queue removed it: it conflicts with the base branch"],
    ["SOMETHING_NEW", "The merge queue removed it. GitHub's reason is `SOMETHING_NEW`."],
    ["", "The merge queue removed it."],
  ])("A5 a person is asked about what the merge queue gave up: %j", (reason, sentence) => {
    const accepted = given({ pull: { queue: { isIn: false } } });
    const removal = { at: begin + 5 * minuteMs, reason };
    const pull = { queue: { isIn: false, removal } };
    const soon = given({ minutes: 6, pull, before: accepted });
    expect(merging(soon)).toBeUndefined();
    expect(asked(soon)).toEqual([]);
    const later = given({ minutes: 60, pull, before: soon });
    expect(asked(later)[0]?.body).toContain(`- ${sentence}`);
  });

  it("A5 a person is asked, once, about a merge queue that neither merges nor removes for six hours", () => {
    const pull = { queue: { isIn: true, since: begin } };
    const accepted = given({ pull });
    const due = accepted.refreshes.filter(({ because }) => because.includes("asked about its merge"));
    expect(due).toMatchObject([{ id: "I_60", afterMs: 360 * minuteMs }]);
    const soon = given({ minutes: 359, pull, before: accepted });
    expect(asked(soon)).toEqual([]);
    const later = given({ minutes: 360, pull, before: soon });
    const [effect, ...more] = asked(later);
    expect(more).toEqual([]);
    const sentence = /- It is in the merge queue of `main` since .* UTC, and was neither merged nor removed/;
    expect(effect?.body).toMatch(sentence);
    const status = effectsOn(later, 60).get("status");
    expect(status?.type === "ShowStatus" && status.text).toMatch(sentence);
    expect(merging(later)).toBeUndefined();
    // It stays in the queue: a person who says "try again" leaves it there for as long again.
    const createdAt = begin + 361 * minuteMs;
    const comments = [{ id: "IC_1", author: maria, text: "/decide 1", createdAt }];
    const others = [asSeen(61, effect, { comments })];
    const opened = given({ minutes: 362, pull, before: later, others });
    const patient = given({ minutes: 700, pull, before: opened, others });
    expect(asked(patient)).toEqual([]);
    expect(merging(patient)).toBeUndefined();
  });

  it("A6 a person is told of workflow files where GitHub refuses because of them", () => {
    const words =
      "refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission";
    const decision = given({ refused: [`I_60 merge MergePullRequest ${head}`, words] });
    expect(asked(decision)[0]?.body).toContain(
      "`signalbox setup --with-contents --with-workflows` registers one",
    );
  });

  it("after option 1 a refused merge is tried again, and a person is asked again if it is refused again", () => {
    const decision = decide("/decide 1");
    const key = `I_60 merge MergePullRequest ${head}`;
    const again = given({ pull: {}, before: decision, refused: [key, "Not allowed."] });
    expect(again.effects.find(({ slot }) => slot.type === "merge")?.key).toBe(`${key} after #61`);
    expect(asked(again)).toEqual([]);
    const refusedAgain = given({ before: decision, refused: [`${key} after #61`, "Not allowed."] });
    expect(asked(refusedAgain)).toMatchObject([{ marker: `open:I_60:unmerged@${head} after #61` }]);
  });

  it("after option 2 the handover and its task count as accepted, and signalbox merges nothing", () => {
    const decision = decide("/decide 2 because the release manager merges");
    expect(isClosing(decision)).toEqual([true, true]);
    expect(statusOf(decision)).toContain("the release manager merges");
    expect(merging(given({ minutes: 40, before: decision }))).toBeUndefined();
  });

  it("after option 3 the handover is refused with the reason, until it is edited or pushed", () => {
    const decision = decide("/decide 3 because the API must not change");
    expect(settledIn(decision)).toBeUndefined();
    expect(statusOf(decision)).toContain("`bob` refused it in `#61`: `the API must not change`.");
    expect(effectsOn(decision, 60).get("check")).toMatchObject({ conclusion: "failure" });
    expect(isClosing(decision)).toEqual([false, false]);
    const clean = given({ minutes: 40, before: decision });
    expect(merging(clean)).toBeUndefined();
    const edited = given({ minutes: 40, before: decision, says: { Context: "The API stays." } });
    expect(merging(edited)).toMatchObject({ type: "MergePullRequest" });
  });

  it("a decision to refuse is overridden by a maintainer's /accept", () => {
    const refused = decide("/decide 3 because the API must not change");
    const accepts = saying("/accept because the API may change", maria);
    const accepted = given({ minutes: 40, before: refused, comments: [accepts] });
    expect(settledIn(accepted)).toMatchObject({ commit: head, how: "command", by: { login: "maria" } });
    expect(merging(accepted)).toMatchObject({ type: "MergePullRequest" });
    expect(settledIn(given({ minutes: 41, before: accepted, comments: [accepts] }))).toBeDefined();
  });
});
