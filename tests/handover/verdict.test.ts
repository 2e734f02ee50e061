/** The verdict on a handover, from its text and from what GitHub shows. */
import { describe, expect, test } from "vitest";
import type { Subject } from "../../src/handover/check.ts";
import type { CheckRun } from "../../src/handover/evidence.ts";
import { type HandoverVerdict, verdictOn } from "../../src/handover/verdict.ts";
import type { Handover } from "../../src/protocol/kinds/handover.ts";
import { defaultSettings } from "../../src/protocol/settings/config.ts";
import { changed, evidence, handedOver, head, nextHead, pullRequest, subject } from "../support/evidence.ts";

const policy = defaultSettings.handovers;
const verdict = (changes: Partial<Subject> = {}): HandoverVerdict => verdictOn(subject(changes));
const saying = (changes: Partial<Handover>): HandoverVerdict => verdict({ handover: handedOver(changes) });
const withRuns = (...checkRuns: readonly CheckRun[]): HandoverVerdict =>
  verdict({ evidence: evidence({ checkRuns }) });

function reasonOf(found: HandoverVerdict, check: string) {
  return found.reasons.find((each) => each.check === check);
}

/** All sentences of one check, its own first. */
function sentences(found: HandoverVerdict, check: string): string {
  const reason = reasonOf(found, check);
  return reason === undefined ? "" : [reason, ...reason.parts].map(({ sentence }) => sentence).join("\n");
}

describe("a good handover", () => {
  test("S3.69 S3.104 a handover is verified if its paths match the diff and its claims have run on the head commit", () => {
    const found = verdict();
    expect(found).toMatchObject({ result: "verified", conclusion: "success" });
    expect(found.reasons.map(({ status }) => status)).toEqual(found.reasons.map(() => "passed"));
    expect(found.reasons.map(({ check }) => check)).toEqual([
      "says-something",
      "references",
      "pull-request",
      "changes-match-diff",
      "verified-claims",
      "size",
      "review-threads",
      "tests-changed",
    ]);
  });

  test("a handover of a complete task may say that there are no next steps", () => {
    expect(saying({ nextSteps: "None." }).result).toBe("verified");
    expect(saying({ nextSteps: "1. Nothing." }).result).toBe("verified");
  });
});

describe("a poor handover", () => {
  test.each([
    ["Context", { context: "Check the code." }],
    ["Context", { context: "n/a" }],
    ["Context", { context: "- Done.\n- See the PR!" }],
    ["Context", { context: "Done with track 3. Check the code." }],
    ["Context", { context: "It is finished, all of it." }],
    ["Next steps", { nextSteps: "TBD" }],
    ["Next steps", { nextSteps: "None", status: "partial", blockers: [{ number: 5 }] }],
    ["Changes", { changes: [{ name: "src/a.ts", note: "updated" }] }],
  ] as const)("S3.105 a handover is refused for an empty section %s: %j", (section, changes) => {
    const found = saying(changes);
    expect(found).toMatchObject({ result: "refused", conclusion: "failure" });
    expect(sentences(found, "says-something")).toContain(`"${section}" says only`);
  });

  test("S3.92 text that a reason quotes cannot break out of it", () => {
    const found = saying({ context: "``" });
    expect(sentences(found, "says-something")).toContain("`''`");
  });
});

describe("the listed paths", () => {
  test("S3.52 each listed path that the pull request does not change is named, and each unlisted one that it does", () => {
    const files = [changed("src/a.ts"), changed("src/b.ts")];
    const found = verdict({ evidence: evidence({ pullRequest: pullRequest({ files }) }) });
    expect(found.result).toBe("refused");
    expect(sentences(found, "changes-match-diff")).toContain('`tests/a.test.ts` is under "Changes", but');
    expect(sentences(found, "changes-match-diff")).toContain(
      '`src/b.ts` changed, but is not under "Changes".',
    );
    expect(reasonOf(found, "changes-match-diff")?.parts.at(-1)?.path).toBe("src/b.ts");
  });

  test("listed paths may be folders and begin with ./", () => {
    const changes = [
      { name: "./src/", note: "the login" },
      { name: "tests", note: "say so" },
    ];
    expect(saying({ changes }).result).toBe("verified");
  });

  test("K05 a renamed file may be listed under either name, and both are shown if it is missing", () => {
    const files = [changed("src/b.ts", { previousPath: "src/a.ts" }), changed("tests/a.test.ts")];
    const renamed = evidence({ pullRequest: pullRequest({ files }) });
    expect(verdict({ evidence: renamed }).result).toBe("verified");
    const handover = handedOver({ changes: [{ name: "tests/a.test.ts", note: "says so" }] });
    const found = verdict({ evidence: renamed, handover });
    expect(sentences(found, "changes-match-diff")).toContain("`src/b.ts`, renamed from `src/a.ts`,");
  });

  test("K05 a deleted file has to be listed, and a path in another case is another file", () => {
    const files = [
      changed("src/A.ts"),
      changed("tests/a.test.ts"),
      changed("src/old.ts", { isRemoved: true }),
    ];
    const found = verdict({ evidence: evidence({ pullRequest: pullRequest({ files }) }) });
    expect(found.result).toBe("refused");
    expect(sentences(found, "changes-match-diff")).toContain("`src/old.ts`, removed, changed");
    expect(sentences(found, "changes-match-diff")).toContain("The diff has `src/A.ts`");
  });

  test("K05 an incomplete file list never leads to success", () => {
    const partly = evidence({ pullRequest: pullRequest({ hasAllFiles: false }) });
    expect(verdict({ evidence: partly })).toMatchObject({
      result: "unverified",
      conclusion: "action_required",
    });
    const changes = [...handedOver().changes, { name: "src/z.ts", note: "is on a later page" }];
    const found = verdict({ evidence: partly, handover: handedOver({ changes }) });
    expect(found).toMatchObject({ result: "unverified", conclusion: "action_required" });
  });

  test("K05 each of 350 files has to be listed, and a folder lists them all", () => {
    const files = Array.from({ length: 350 }, (_, i) => changed(`src/part-${i}.ts`));
    const big = { ...policy, big: { ...policy.big, asks: [] } };
    const many = { evidence: evidence({ pullRequest: pullRequest({ files }) }), policy: big };
    const listed = files.map(({ path }) => ({ name: path, note: "does its part" }));
    expect(verdict({ ...many, handover: handedOver({ changes: listed }) }).result).toBe("verified");
    const without = verdict({ ...many, handover: handedOver({ changes: listed.slice(0, 300) }) });
    expect(without.result).toBe("refused");
    expect(sentences(without, "changes-match-diff")).toContain("30 more paths changed and not listed.");
    const folder = [{ name: "src/", note: "all parts do it" }];
    expect(verdict({ ...many, handover: handedOver({ changes: folder }) }).result).toBe("verified");
  });

  test("generated files need not be listed", () => {
    const files = [...pullRequest().files, changed("web/package-lock.json", { lines: 9_000 })];
    const found = verdict({ evidence: evidence({ pullRequest: pullRequest({ files }) }) });
    expect(found.result).toBe("verified");
    expect(sentences(found, "size")).toBe("A small change: 2 files, 20 lines.");
  });

  test("a list of 3,000 changed files takes less than 200 ms", () => {
    const files = Array.from({ length: 3_000 }, (_, i) =>
      changed(`packages/p${i % 50}/src/deep/er/file-${i}.ts`),
    );
    const changes = files.map(({ path }) => ({ name: path, note: "does its part" })).slice(0, 500);
    const given = subject({
      handover: handedOver({ changes }),
      evidence: evidence({ pullRequest: pullRequest({ files }) }),
      policy: { ...policy, generated: Array.from({ length: 50 }, (_, i) => `**/gen-${i}/**/*.{js,ts}`) },
    });
    // CPU time of this thread, as other programs may use the machine.
    const took = [1, 2, 3].map(() => {
      const begin = process.threadCpuUsage();
      verdictOn(given);
      const { user, system } = process.threadCpuUsage(begin);
      return (user + system) / 1_000;
    });
    expect(Math.min(...took)).toBeLessThan(200);
  });
});

describe("claims about checks", () => {
  test("K07 a claimed check has to have run on the head commit: without a run it is unverified", () => {
    const found = withRuns();
    expect(found).toMatchObject({ result: "unverified", conclusion: "action_required" });
    expect(sentences(found, "verified-claims")).toContain("but no check run confirms it");
  });

  test("K03 K07 a run on another commit does not count", () => {
    const ofBefore: CheckRun = { name: "npm test", headSha: head, conclusion: "success" };
    const pushed = evidence({ pullRequest: pullRequest({ headSha: nextHead }), checkRuns: [ofBefore] });
    expect(verdict({ evidence: pushed })).toMatchObject({
      result: "unverified",
      conclusion: "action_required",
    });
  });

  test.each([
    ["success", "verified"],
    ["failure", "refused"],
    ["timed_out", "refused"],
    ["cancelled", "refused"],
    ["skipped", "unverified"],
    ["neutral", "unverified"],
    ["a word of next year", "refused"],
    [undefined, "unverified"],
  ])("K07 a run that ended as %s makes it %s", (conclusion, result) => {
    expect(withRuns({ name: "NPM  test", headSha: head, conclusion }).result).toBe(result);
  });

  test("the worse of two runs with one name counts", () => {
    const run = (conclusion: string): CheckRun => ({ name: "npm test", headSha: head, conclusion });
    expect(withRuns(run("success"), run("failure")).result).toBe("refused");
  });

  test("K04 K07 another App's run does not prove a claim if the settings say whose run counts", () => {
    const policy = { ...defaultSettings.handovers, checks: { "NPM Test": { app: 15_368 } } };
    const by = (app?: number) => {
      const run = { name: "npm test", headSha: head, conclusion: "success" };
      const checkRuns = [app === undefined ? run : { ...run, app }];
      return verdictOn(subject({ policy, evidence: evidence({ checkRuns }) })).result;
    };
    expect([by(15_368), by(4), by()]).toEqual(["verified", "unverified", "unverified"]);
  });

  test("a claim with check runs named in the settings is proven only by all of them", () => {
    const claims = { "npm test": ["unit", "flows"] };
    const runs = (flows: string) => [
      { name: "unit", headSha: head, conclusion: "success" },
      { name: "flows", headSha: head, conclusion: flows },
    ];
    const given = (flows: string) =>
      verdict({ policy: { ...policy, claims }, evidence: evidence({ checkRuns: runs(flows) }) });
    expect(given("success").result).toBe("verified");
    expect(sentences(given("failure"), "verified-claims")).toContain(
      "(check run `flows`): the check run ended",
    );
  });
});

describe("the pull request", () => {
  test.each([
    [
      "is not known to merge",
      { hasConflicts: undefined },
      "unverified",
      "has not said yet whether #34 merges",
    ],
    ["has conflicts", { hasConflicts: true }, "refused", "has conflicts with `main`"],
    ["was closed", { state: "closed" }, "refused", "was closed without being merged"],
    ["is a draft", { isDraft: true }, "unverified", "is a draft"],
    ["has open review threads", { unresolvedThreads: 2 }, "unverified", "2 unresolved review threads"],
    ["comes from a fork", { isFork: true }, "verified", "#34 is open, from a fork."],
    ["was merged, with conflicts since", { state: "merged", hasConflicts: true }, "verified", "merged"],
  ] as const)(
    "K05 a handover gets the expected verdict if its pull request %s",
    (_, changes, result, sentence) => {
      const found = verdict({ evidence: evidence({ pullRequest: pullRequest(changes) }) });
      expect(found.result).toBe(result);
      expect(found.reasons.map((each) => each.sentence).join("\n")).toContain(sentence);
    },
  );

  test("without a pull request everything is unverified", () => {
    const found = verdict({ evidence: evidence({ pullRequest: undefined, checkRuns: [] }) });
    expect(found).toMatchObject({ result: "unverified", conclusion: "action_required" });
    const several = verdict({ evidence: evidence({ pullRequest: undefined, candidates: [34, 35] }) });
    expect(sentences(several, "pull-request")).toContain("#34, #35");
  });
});

describe("a handover that is not complete", () => {
  const partial = handedOver({ status: "partial", blockers: [{ number: 40 }] });

  test("an incomplete handover is accepted without evidence and opens no gate", () => {
    expect(verdict({ handover: partial, evidence: evidence({ checkRuns: [] }) })).toMatchObject({
      result: "verified",
      conclusion: "action_required",
    });
    expect(verdict({ handover: partial })).toMatchObject({ result: "verified", conclusion: "neutral" });
  });

  test("an incomplete handover is refused if something that it names does not exist", () => {
    const missing = { name: "#40", section: "Blockers", expected: undefined, found: undefined };
    const wrong = { name: "#50", section: "Discoveries", expected: "discovery", found: "task" };
    const found = verdict({ handover: partial, references: [missing, wrong] });
    expect(found.result).toBe("refused");
    expect(sentences(found, "references")).toContain("mentions `#40`, which does not exist");
    expect(sentences(found, "references")).toContain("mentions `#50`, which is not a discovery");
  });
});

describe("the size of a change", () => {
  const sized = (files: number, lines: number, changes: Partial<Subject> = {}) => {
    const all = Array.from({ length: files }, (_, i) => changed(`src/${i}.ts`, { lines: lines / files }));
    const handover = handedOver({ changes: [{ name: "src", note: "all of it" }] });
    return verdict({
      handover,
      evidence: evidence({ pullRequest: pullRequest({ files: all }) }),
      ...changes,
    });
  };

  test.each([
    [4, 79, "A small change"],
    [5, 50, "A medium change"],
    [4, 80, "A medium change"],
    [10, 300, "A medium change"],
    [11, 50, "A big change"],
    [2, 302, "A big change"],
  ])("S2.38 S2.39 a change of %i files and %i lines is described as: %s", (files, lines, sentence) => {
    expect(sentences(sized(files, lines), "size")).toContain(sentence);
  });

  test("S2.40 a big change without documentation is refused", () => {
    const found = sized(11, 50);
    expect(found.result).toBe("refused");
    expect(sentences(found, "size")).toContain("must update the documentation, and this one does not");
    const files = [...Array.from({ length: 11 }, (_, i) => changed(`src/${i}.ts`)), changed("docs/login.md")];
    const changes = ["src", "docs"].map((name) => ({ name, note: "all of it" }));
    const documented = evidence({ pullRequest: pullRequest({ files }) });
    expect(verdict({ handover: handedOver({ changes }), evidence: documented }).result).toBe("verified");
  });

  test("S2.38 a public file makes any change big, under either of its names", () => {
    const files = [changed("lib/new.graphql", { previousPath: "api/schema.graphql" })];
    const given = { ...policy, public: ["api/**"] };
    const handover = handedOver({ changes: [{ name: "lib/new.graphql", note: "moved here" }] });
    const found = verdict({
      policy: given,
      handover,
      evidence: evidence({ pullRequest: pullRequest({ files }) }),
    });
    expect(sentences(found, "size")).toContain("A big change");
  });

  const invariants = [
    { name: "migrations", file_exists: "db/migrations" },
    { name: "lint", command: ["npm", "run", "lint"], exit: 0 },
  ];

  test("S2.41 S2.42 a big change waits for its invariants on the head commit", () => {
    const asked = { ...policy, big: { ...policy.big, asks: ["invariants" as const] } };
    const waiting = sized(11, 50, { invariants, policy: asked });
    expect(waiting.result).toBe("unverified");
    expect(sentences(waiting, "size")).toContain("`migrations`, `lint`");
  });

  const ran = (name: string, conclusion: string, headSha = head): CheckRun => ({ name, headSha, conclusion });
  const given = (...runs: readonly CheckRun[]) =>
    verdict({ invariants, evidence: evidence({ checkRuns: [...evidence().checkRuns, ...runs] }) });

  test("S2.41 S2.42 a failed invariant refuses a change of any size, unless it ran on another commit", () => {
    expect(given(ran("lint", "failure")).result).toBe("refused");
    expect(given(ran("signalbox/invariants", "failure")).result).toBe("refused");
    expect(given(ran("lint", "failure", nextHead)).result).toBe("verified");
  });

  test("S2.41 a failed run for all invariants shows that one of them does not hold, not which", () => {
    const all = ran("signalbox/invariants", "failure");
    expect(sentences(given(all), "invariants-hold")).not.toContain("`lint`");
    expect(sentences(given(all), "invariants-hold")).toContain(
      "Not all invariants checked by `signalbox/invariants` hold.",
    );
    expect(sentences(given(all, ran("lint", "failure")), "invariants-hold")).toContain(
      "`lint` does not hold.",
    );
  });

  test("S2.41 S2.43 invariants are proven by a check run for each, or by one for all", () => {
    expect(sentences(given(ran("lint", "success")), "invariants-hold")).toBe("1 invariant held.");
    expect(sentences(given(ran("signalbox/invariants", "success")), "invariants-hold")).toBe(
      "2 invariants held.",
    );
    expect(
      sentences(given(ran("signalbox/invariants", "success"), ran("lint", "failure")), "invariants-hold"),
    ).toContain("`lint` does not hold.");
  });
});

test("code without a test is advice and blocks nothing", () => {
  const handover = handedOver({ changes: [{ name: "src/a.ts", note: "asks for the password" }] });
  const files = [changed("src/a.ts")];
  const found = verdict({ handover, evidence: evidence({ pullRequest: pullRequest({ files }) }) });
  expect(found).toMatchObject({ result: "verified", conclusion: "success" });
  expect(reasonOf(found, "tests-changed")?.status).toBe("advice");
});
