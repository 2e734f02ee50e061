/**
 * Tests every text in every state: it begins with the state, names what it should, and mentions nothing that
 * does not exist.
 */
import { describe, expect, test } from "vitest";
import { commands } from "../../src/protocol/commands/command.ts";
import type { BlockerLine } from "../../src/protocol/text/lines.ts";
import type {
  AnswerStatusData,
  EscalationStatusData,
  HandoverStatusData,
  QuestionStatusData,
  SuggestionData,
  TaskStatusData,
} from "../../src/protocol/text/status.ts";
import type { Text } from "../../src/protocol/text.ts";
import { loadTexts } from "../../src/texts/texts.ts";

const { render } = loadTexts();
const fixes = { problems: [], repairedBody: undefined };
const store: BlockerLine = { name: "#40", title: "Which store?", state: "open", decision: undefined };
const settled: BlockerLine = { ...store, state: "settled", decision: "Use SQLite.\n\nIt is there, @maria." };

const ready: TaskStatusData = {
  status: "ready",
  ending: undefined,
  warned: false,
  inTheWay: [],
  settled: [],
  ring: [],
  asksPerson: false,
  escalations: [],
  removed: [],
  unnamed: [],
  throughPulls: [],
  throughDuplicates: [],
  edgesAreText: false,
  discoveries: [],
  inReview: [],
  unfinished: [],
  fixes,
  refused: [],
  muted: [],
};
const received: HandoverStatusData = {
  task: { name: "#12", title: "Log in, @maria" },
  outcome: "partial",
  status: "waiting",
  acceptedBy: undefined,
  awaitsMerge: false,
  mergeProblem: undefined,
  base: undefined,
  landingWaits: [],
  mergeBlockers: [],
  escalations: [],
  leftBy: undefined,
  leftBecause: undefined,
  isUnproven: false,
  because: undefined,
  policyRow: undefined,
  pullRequest: undefined,
  isMerged: false,
  commit: undefined,
  home: "acme/demo",
  problems: [],
  advice: [],
  passed: [],
  fixes,
  refused: [],
  muted: [],
};
const commit = "a".repeat(40);
const linked = `[aaaaaaa](https://github.com/acme/demo/commit/${commit})`;
const open: QuestionStatusData = {
  status: "open",
  decision: undefined,
  answeredBy: undefined,
  answer: undefined,
  policyRow: undefined,
  blocks: ["#12", "acme/api#3"],
  escalations: [],
  removed: [],
  unnamed: [],
  lowered: [],
  fixes,
  refused: [],
  muted: [],
};
const task = (data: Partial<TaskStatusData>): string =>
  render({ name: "status-task", data: { ...ready, ...data } });
const handover = (data: Partial<HandoverStatusData>): string =>
  render({ name: "status-handover", data: { ...received, ...data } });
const question = (data: Partial<QuestionStatusData>): string =>
  render({ name: "status-question", data: { ...open, ...data } });

describe("a task's status", () => {
  test.each<[string, Partial<TaskStatusData>, string]>([
    ["ready", {}, "**Ready.**"],
    [
      "blocked",
      { status: "blocked", inTheWay: [store] },
      "**Blocked** by 1 issue.\n\n- #40 Which store?: open",
    ],
    ["blocked by two", { status: "blocked", inTheWay: [store, store] }, "**Blocked** by 2 issues."],
    [
      "in a ring",
      { status: "blocked", ring: ["#1", "#2", "#3"] },
      "**Blocked: a cycle.** #1, #2 and #3 wait for each other",
    ],
    [
      "blocked by a dead one",
      { status: "blocked", asksPerson: true },
      "**Blocked: a person has to decide.**",
    ],
    [
      "set aside and not asked about any more",
      { status: "blocked", isSetAside: true },
      "**Blocked:** the agents that took it fell silent. It goes to the agent that a person assigns.",
    ],
    ["in progress", { status: "in-progress" }, "**In progress.**"],
    ["in review", { status: "in-review" }, "**In review.**"],
    ["closed", { status: "closed", ending: "completed" }, "**Closed as completed.**"],
  ])("a task's status begins with %s", (_, data, start) => {
    expect(task(data).startsWith(start)).toBe(true);
  });

  test.each([
    ["completed", "**Closed as completed.** Tasks that waited only for this one are ready."],
    ["duplicate", "**Closed as a duplicate.** Tasks that waited for it now wait for the original."],
    ["not_planned", "**Closed as not planned.** Tasks that wait for it stay blocked until someone decides."],
  ] as const)(
    "N48 a comment on a task that was closed as %s says what follows, not only that",
    (ending, text) => {
      expect(task({ status: "closed", ending }).trim()).toBe(text);
    },
  );

  test("a task's status warns of a blocker that was reopened after the start", () => {
    expect(task({ status: "in-progress", warned: true })).toMatch(
      /^\*\*In progress\.\*\* No one is assigned\.\n\n\*\*Check your work:\*\*/,
    );
  });

  test("a task's status shows the decisions of its resolved blockers, without notifying anyone", () => {
    expect(task({ settled: [settled] })).toContain("- #40 Which store? Use SQLite. It is there, `@maria`");
  });

  test("a task's status names relations that a person removed and what GitHub refused", () => {
    const text = task({ removed: ["#3"], refused: ["The limit of 50 is reached."] });
    expect(text).toContain("The body mentions #3, but that dependency was removed");
    expect(text).toContain("**GitHub rejected**");
    expect(text).toContain("- The limit of 50 is reached.");
  });
});

describe("a question's status", () => {
  test.each<[QuestionStatusData["status"], string]>([
    ["open", "**Open.**"],
    ["withdrawn", "**Withdrawn:**"],
    ["dead", "**Closed without an answer.**"],
    ["closed without an answer", "**Needs an answer.**"],
    ["answered", "**Answered** by `bob` in #41.\n\n> Use SQLite."],
  ])("a question's status begins with %s", (status, start) => {
    const text = question({ status, decision: "Use SQLite.", answeredBy: "bob", answer: "#41" });
    expect(text.startsWith(start)).toBe(true);
    expect(text).toMatch(/(?:Blocks|No longer blocks) #12 and acme\/api#3\./);
  });

  test.each<[QuestionStatusData["status"], string]>([
    ["answered", "**Answered** by `bob` (edited by `maria`) in #41."],
    ["contradicted", "this one counts, by `bob` (edited by `maria`) in #41:"],
    ["disputed", "`bob` (edited by `maria`) had decided:"],
    ["answer deleted", "with this decision by `bob` (edited by `maria`);"],
  ])("a question's status names who edited the answer when it is %s", (status, shown) => {
    const data = { decision: "Use SQLite.", answeredBy: "bob", editedBy: "maria", answer: "#41" };
    expect(question({ status, ...data })).toContain(shown);
  });

  test("a question's status shows the policy row", () => {
    expect(question({ status: "answered", decision: "x", policyRow: "write access" })).toContain(
      "*Policy: write access.*",
    );
  });
});

describe("an answer's status", () => {
  const repairedBody = undefined;
  const broken = { fixes: { problems: [{ message: "Decision is missing." }], repairedBody } };
  test.each<[string, Partial<AnswerStatusData>, string]>([
    [
      "not applied",
      { notApplied: "An earlier answer settled the question." },
      "**Not applied.** An earlier answer",
    ],
    ["broken", broken, "**Needs a fix: 1 place.**"],
    ["sound", {}, "**Received.**"],
    ["settling", { status: "settles" }, "**Accepted**. #2 is answered."],
    ["approved", { approvedBy: "maria" }, "**Approved** by `maria` in its current wording. It counts"],
    [
      "both",
      { status: "settles", approvedBy: "maria" },
      "**Accepted**, approved by `maria`. #2 is answered.",
    ],
  ])("an answer's status begins with %s", (_, changes, start) => {
    const usual = {
      notApplied: undefined,
      status: "received",
      question: "#2",
      policyRow: undefined,
    } as const;
    const ending = { approvedBy: undefined, fixes: { problems: [], repairedBody }, refused: [], muted: [] };
    const text = render({ name: "status-answer", data: { ...usual, ...ending, ...changes } });
    expect(text.startsWith(start)).toBe(true);
  });

  test("an answer's status shows the policy row that allowed it", () => {
    const data = { notApplied: undefined, status: "settles", question: "#2", approvedBy: "maria" } as const;
    const ending = { fixes: { problems: [], repairedBody }, refused: [], muted: [] };
    const text = render({ name: "status-answer", data: { ...data, policyRow: 'Row "people".', ...ending } });
    expect(text).toContain('*Policy: Row "people"..*');
  });
});

describe("a suggestion's status", () => {
  test.each<[SuggestionData["status"], string]>([
    ["waiting", "**Suggested.** Correct? Comment `/approve abcdef12`"],
    ["refused", "**Rejected.**"],
    ["over", "**No longer needed.** #2 was edited"],
  ])("a suggestion's status begins with %s, and only a pending one shows how to take it", (status, start) => {
    const data = { status, textHash: "abcdef12", command: "/approve abcdef12", question: "#2" };
    const text = render({ name: "suggestion", data });
    expect(text.startsWith(start)).toBe(true);
    expect(text.includes("/approve")).toBe(status === "waiting");
  });
});

const waiting: EscalationStatusData = {
  isSetAside: false,
  status: "open",
  obsolete: undefined,
  regarding: "#40",
  options: ["Use SQLite.", "Use files, @maria."],
  takesOptionsOnly: false,
  people: [],
  recommendation: undefined,
  option: undefined,
  decision: undefined,
  because: undefined,
  decidedBy: undefined,
  policyRow: undefined,
  fixes,
  refused: [],
  muted: [],
};
const decided: EscalationStatusData = {
  ...waiting,
  status: "decided",
  option: "2",
  decision: "Use files.",
  because: "Simple.",
  decidedBy: "maria",
  policyRow: "row",
};

describe("an escalation's status", () => {
  test.each<[EscalationStatusData, string]>([
    [waiting, "**Waiting for a decision.** Comment `/decide 1` or `/decide 2`, ideally with `because …`."],
    [decided, "**Decided** by `maria`: option 2. *Policy: row.*\n\n> Use files.\n\nBecause:\n\n> Simple."],
    [{ ...waiting, isSetAside: true }, "**Suspended.** #40 was edited by a user without write access"],
    [{ ...waiting, status: "obsolete", obsolete: "answered" }, "**No longer needed:** #40 has been answered"],
    [{ ...waiting, status: "obsolete", obsolete: "closed" }, "**No longer needed:** #40 is closed"],
    [
      { ...waiting, status: "obsolete", obsolete: "replaced" },
      "**No longer needed:** another escalation about #40",
    ],
    [{ ...waiting, status: "obsolete", obsolete: "changed" }, "**No longer needed:** the answers to #40"],
    [
      { ...waiting, status: "obsolete", obsolete: "cleared" },
      "**No longer needed:** what #40 was waiting for",
    ],
    [{ ...waiting, status: "obsolete", obsolete: "broken" }, "**No longer needed:** the issues no longer"],
    [{ ...waiting, status: "closed" }, "**Closed without a decision.**"],
    [{ ...waiting, options: [] }, "**Waiting for a decision.** Comment `/answer <your decision>`."],
  ])("an escalation's status begins with its state", (data, start) => {
    expect(render({ name: "status-escalation", data }).startsWith(start)).toBe(true);
  });

  test("an escalation's status names who is asked, and so does the question's", () => {
    expect(render({ name: "status-escalation", data: { ...waiting, people: ["maria"] } })).toContain(
      "**Waiting for `maria`.**",
    );
    const asked = { name: "#60", people: [] };
    expect(question({ escalations: [asked] })).toContain("Escalated in #60.");
    expect(
      question({ escalations: [{ ...asked, people: ["ada", "cleo"], due: "2026-11-23 05:12 UTC" }] }),
    ).toContain("Escalated to `ada` and `cleo` in #60, due 2026-11-23 05:12 UTC.");
    expect(question({ escalations: [{ ...asked, remindedAt: "2026-11-23 05:12 UTC" }] })).toContain(
      "Escalated in #60, with a reminder at 2026-11-23 05:12 UTC.",
    );
  });

  test("N14 a question says when a person is asked if no one answers", () => {
    expect(question({ asksAt: "2026-11-23 05:12 UTC" })).toContain(
      "\nIf unanswered by 2026-11-23 05:12 UTC, it will be escalated.",
    );
  });
});

test("what a person decided on a reopened question is no part of our sentence below it", () => {
  const text = question({ status: "disputed", decision: "SQLite.", asksAt: "2026-11-23 05:12 UTC" });
  expect(text).toContain("> SQLite.\n\nIf unanswered by 2026-11-23 05:12 UTC, it will be escalated.");
});

describe("the other kinds", () => {
  test("a handover says what it hands over, or that it is not received", () => {
    expect(handover({})).toBe("**Received:** hands over #12 Log in, `@maria` (partial).");
    expect(handover({ task: undefined })).toBe(
      "**Ignored:** it doesn't mention a task that signalbox can read.",
    );
  });

  test("a refused handover names each reason, what to fix before what is in order", () => {
    const problems = Array.from({ length: 7 }, (_, index) => `\`src/${index}.ts\` is not listed.`);
    const passed = ["Every section says something."];
    const shown = { pullRequest: "#34", commit, problems, advice: ["No test changed."], passed };
    const text = handover({ status: "refused", ...shown });
    expect(text.startsWith(`**Changes needed: 7 problems in #34** at ${linked}. Push, or edit`)).toBe(true);
    expect(text).toContain("- `src/4.ts` is not listed.\n- and 2 more\n\nA maintainer can accept it as is");
    expect(text).toContain(
      "<summary>2 more problems; 1 other check passed; 1 suggestion</summary>\n\n- **To fix:** `src/5.ts` is not listed.\n- **To fix:** `src/6.ts` is not listed.\n- **Suggestion:** No test changed.\n- Every section says something.\n",
    );
    expect(handover({ status: "refused", problems: ["No."] })).toMatch(
      /^\*\*Changes needed: 1 problem\.\*\* Push, or/,
    );
  });

  test("a handover accepted despite the verdict says by whom, why, and what allowed it", () => {
    const override = { acceptedBy: "maria", because: "The diff is generated.", policyRow: "role admin" };
    const text = handover({ status: "accepted", commit, ...override });
    expect(text.startsWith(`**Accepted as partial** at ${linked}: #12 Log in, \`@maria\` stays open`)).toBe(
      true,
    );
    expect(text).toContain("`maria` accepted it as is. *Policy: role admin.*\n\n> The diff is generated.");
  });

  test("a handover accepted without evidence says that its pull request does not pass, and why", () => {
    const problems = ["No check ran."];
    const text = handover({ status: "accepted", isUnproven: true, pullRequest: "#34", problems });
    expect(text).toContain("#34 isn't passing yet:\n\n- No check ran.");
  });

  test("a handover that completes its task says at which commit, and whether that is merged", () => {
    const whole = { status: "accepted", outcome: "complete", pullRequest: "#34", commit } as const;
    const task = "#12 Log in, `@maria` is complete";
    expect(handover(whole)).toBe(`**Accepted:** ${task} at ${linked}.`);
    expect(handover({ ...whole, isMerged: true })).toBe(`**Merged** #34 at ${linked}: ${task}.`);
  });

  test.each([
    ["withdrawn", "**Withdrawn:**"],
    ["unverified", "**Not verified yet:"],
    ["disputed", "**Reopened** after"],
    ["outdated", "**Edited** after"],
  ] as const)("a handover that is %s says so", (status, opening) => {
    expect(handover({ status }).startsWith(opening)).toBe(true);
  });

  test("a task shows what hands it over, and what an unfinished handover leaves", () => {
    const line = { name: "#60", outcome: "partial", nextSteps: "1. Log out, @maria." };
    const text = task({ inReview: [{ ...line, outcome: "complete" }], unfinished: [line] });
    expect(text).toContain("#60 hands it over (complete) and is being checked.");
    expect(text).toContain("#60 handed it over (partial). What comes next:\n\n> 1. Log out, `@maria`.");
  });

  test("a discovery links to the tasks that show it", () => {
    const open = { status: "open", endsByItself: false, opened: [] } as const;
    const data = { ...open, shownIn: ["#11", "#12"], fixes, refused: [], muted: [] };
    expect(render({ name: "status-discovery", data })).toMatch(/^\*\*Shown in\*\* #11 and #12 /);
    expect(render({ name: "status-discovery", data: { ...data, shownIn: [] } })).toMatch(
      /^\*\*Not shown yet/,
    );
    expect(render({ name: "status-discovery", data: { ...data, status: "closed" } })).toMatch(
      /^\*\*Closed\./,
    );
    expect(render({ name: "status-discovery", data: { ...data, endsByItself: true } })).toContain(
      "it is closed with the last of them.",
    );
    expect(render({ name: "status-discovery", data: { ...data, status: "announced" } })).toMatch(
      /^\*\*Closed,\*\* because every task .*Reopen it to show it in later tasks/,
    );
  });

  test("a task lists what was found elsewhere", () => {
    const text = task({ discoveries: [{ name: "#50", title: "Tokens @maria", action: "fix" }] });
    expect(text).toContain("**Worth knowing:**\n\n- #50 Tokens `@maria` (action needed: fix)");
  });

  test("users notified of a discovery are mentioned, and what was found is quoted", () => {
    const data = {
      people: ["alice"],
      name: "#50",
      title: "Tokens",
      action: "fix",
      finding: "Never end, @maria.",
    };
    expect(render({ name: "discovery-notice", data })).toBe(
      "@alice, there is something to **fix** in this task: #50 Tokens\n\n> Never end, `@maria`.",
    );
  });
});

describe("the list of problems", () => {
  const problems = [
    { section: "Urgency", message: "Urgency is missing or empty.", fix: "One of `blocking`." },
    { message: "x" },
  ];

  test("G16 the list names each problem and shows the whole body in a fence that the body cannot close", () => {
    const repairedBody = "### Context\n\n```\n@alice\n```\n\n### Urgency\n\n<!-- hint -->\n";
    const text = question({ fixes: { problems, repairedBody } });
    expect(text).toContain("- **Urgency** is missing or empty. One of `blocking`.\n- x\n");
    expect(text).toContain(`~~~markdown\n${repairedBody}\n~~~`);
  });

  test("a body too long to be shown completely is not shown in part", () => {
    const text = question({ fixes: { problems, repairedBody: "x".repeat(50_000) } });
    expect(text).toContain("**Urgency** is missing");
    expect(text).not.toContain("<details>");
  });
});

test("an unblock notice mentions those who wait and no one else", () => {
  const text = render({
    name: "wake",
    data: { people: ["alice", "bob"], settled: [settled], withdrawn: [], waivers: [], isChange: false },
  });
  expect(text).toBe(
    "@alice and @bob, this task is ready: #40 Which store? is decided\n\n> Use SQLite.\n>\n> It is there, `@maria`.",
  );
  expect(
    render({ name: "wake", data: { people: [], settled: [], withdrawn: [], waivers: [], isChange: false } }),
  ).toMatch(/^This task is ready/);
});

test("an unblock notice says what is done without a decision, what a person decided to continue without, and what was withdrawn", () => {
  const text = render({
    name: "wake",
    data: {
      people: [],
      settled: [{ name: "#41", title: "Part two", decision: undefined }],
      withdrawn: ["#42", "#43"],
      waivers: [
        { name: "#44", by: "maria", because: "Nobody needs it, @bob." },
        { name: "acme/web#4", by: "bob", because: "" },
      ],
      isChange: false,
    },
  });
  expect(text).toBe(
    "This task is ready: #41 Part two is done.\n\n`maria` decided to continue without #44:\n\n> Nobody needs it, `@bob`.\n\n`bob` decided to continue without acme/web#4.\n\nWithdrawn: #42 and #43.",
  );
});

test("an unblock notice for a changed decision says which, also if the decision is not shown", () => {
  const woken = (decision: string | undefined) =>
    render({
      name: "wake",
      data: {
        people: ["alice"],
        settled: [{ ...settled, decision }],
        withdrawn: [],
        waivers: [],
        isChange: true,
      },
    });
  const start =
    "@alice, the answer to #40 Which store? has changed, and this task builds on it. Check your work.";
  expect(woken("Use files.")).toBe(`${start}\n\n> Use files.`);
  expect(woken(undefined)).toBe(start);
});

test("the help lists every command with its form", () => {
  const text = render({ name: "command-help", data: {} });
  for (const { usage, purpose } of commands) expect(text).toContain(`\`${usage}\`: ${purpose}`);
});

test("a refusal says why, and shows the right form if the command was malformed", () => {
  const refused = (usage: string | undefined) =>
    render({
      name: "command-refused",
      data: { command: "/decide 5", reason: "There are 2 options.", usage },
    });
  const what = "**`/decide 5` had no effect.** There are 2 options.";
  expect(refused(undefined)).toBe(what);
  expect(refused("/decide 2 because …")).toBe(
    `${what}\n\nWrite a new comment (edits are not read): \`/decide 2 because …\``,
  );
});

test("an explanation has one line for each thing done", () => {
  const row = {
    at: "2026-11-21T03:30:00Z",
    rule: "label-status",
    because: "#40 is open",
    what: "labelled blocked",
  };
  const text = render({ name: "explain", data: { rows: [row, row] } });
  expect(text).toContain("- `2026-11-21T03:30:00Z` labelled blocked: `#40` is open (rule `label-status`)\n-");
  expect(render({ name: "explain", data: { rows: [] } })).toMatch(/^\*\*Nothing has been done here\*\*/);
  const told = {
    gates: [{ gate: "policy", passes: false, reasons: ["No row lets it."] }],
    passages: [{ citation: "docs/a.md@c0ffee#L1-L2", title: "A", score: 1.234, isSuperseded: false }],
    trackRecord: { isSuggestion: true, accepted: 12, settled: 13, lowerBound: 0.667 },
  };
  const considered = render({ name: "explain", data: { rows: [], ...told } });
  expect(considered).toContain("- **stopped** policy: No row lets it.");
  expect(considered).toContain("- `docs/a.md@c0ffee#L1-L2` A (1.23)");
  expect(considered).toContain(
    "Answers here wait for approval: 12 of 13 suggestions were approved, lower bound 0.67.",
  );
});

test("an approval is asked for by its command, and names who has no write access", () => {
  const textHash = "a".repeat(64);
  const data = { author: "mallory", unproven: undefined, textHash, command: "/approve aaaaaaaa", muted: [] };
  expect(render({ name: "needs-approval", data })).toContain(`<!-- text ${textHash} -->`);
  expect(render({ name: "needs-approval", data })).toMatch(
    /^\*\*Needs approval\.\*\* `mallory` has no write access here.*\n\n.*comment `\/approve aaaaaaaa`/,
  );
});

test("G15 no text gives a user's words any effect", () => {
  const evil = "@everyone #1 fixes #2\n/close\n<img src=x> [a](http://evil) {{quote}}";
  const blocker = { name: evil, title: evil, state: evil, decision: evil };
  const lines = Array.from({ length: 7 }, () => evil);
  const evilReasons = { problems: lines, advice: lines, passed: lines };
  const evilTask = { name: evil, title: evil };
  const all: readonly Text[] = [
    {
      name: "status-task",
      data: {
        ...ready,
        status: "blocked",
        inTheWay: [blocker],
        settled: [blocker],
        ring: [evil, evil],
        removed: [evil],
        refused: [evil],
        muted: [{ login: evil, until: evil }],
        fixes: { problems: [{ message: evil, fix: evil }], repairedBody: evil },
      },
    },
    {
      name: "status-question",
      data: {
        ...open,
        status: "answered",
        decision: evil,
        answeredBy: evil,
        answer: evil,
        policyRow: evil,
        blocks: [evil],
        removed: [evil],
      },
    },
    {
      name: "suggestion",
      data: { status: "waiting", textHash: evil, command: evil, question: evil },
    },
    {
      name: "status-answer",
      data: {
        notApplied: undefined,
        status: "settles",
        question: evil,
        approvedBy: evil,
        policyRow: evil,
        fixes: { ...fixes, problems: [] },
        refused: [],
        muted: [],
      },
    },
    {
      name: "status-answer",
      data: {
        status: "received",
        question: evil,
        approvedBy: evil,
        policyRow: evil,
        notApplied: evil,
        fixes,
        refused: [evil],
        muted: [{ login: evil, until: evil }],
      },
    },
    {
      name: "status-handover",
      data: {
        ...received,
        ...evilReasons,
        task: evilTask,
        status: "accepted",
        acceptedBy: evil,
        because: evil,
        policyRow: evil,
      },
    },
    {
      name: "status-handover",
      data: {
        ...received,
        ...evilReasons,
        status: "refused",
        pullRequest: evil,
        commit: evil,
        home: evil,
        task: evilTask,
      },
    },
    ...(["changes needed", "accepted", "verified"] as const).map(
      (status): Text => ({
        name: "check-handover",
        data: {
          ...evilReasons,
          status,
          handover: evil,
          task: evilTask,
          outcome: evil,
          commit: evil,
          home: evil,
        },
      }),
    ),
    {
      name: "check-settings",
      data: {
        status: "unreadable",
        issue: evil,
        effectiveCommit: evil,
        problem: evil,
        home: evil,
        logins: [{ path: evil, login: evil, command: evil }],
      },
    },
    { name: "check-note", data: { sentence: evil } },
    {
      name: "status-discovery",
      data: {
        status: "open",
        endsByItself: true,
        opened: [],
        shownIn: [evil],
        fixes,
        refused: [evil],
        muted: [{ login: evil, until: evil }],
      },
    },
    {
      name: "status-escalation",
      data: { ...waiting, regarding: evil, options: [evil], people: [evil], recommendation: evil },
    },
    {
      name: "status-escalation",
      data: { ...decided, decision: evil, because: evil, decidedBy: evil, policyRow: evil },
    },
    {
      name: "discovery-notice",
      data: { people: [evil], name: evil, title: evil, action: evil, finding: evil },
    },
    {
      name: "needs-approval",
      data: { author: evil, unproven: undefined, textHash: evil, command: evil, muted: [] },
    },
    {
      name: "wake",
      data: {
        people: [evil],
        settled: [blocker],
        withdrawn: [evil],
        waivers: [{ name: evil, by: evil, because: evil }],
        isChange: false,
      },
    },
    {
      name: "wake",
      data: {
        people: [evil],
        settled: [blocker],
        withdrawn: [evil],
        waivers: [{ name: evil, by: evil, because: evil }],
        isChange: true,
      },
    },
    { name: "command-refused", data: { command: evil, reason: evil, usage: evil } },
    { name: "explain", data: { rows: [{ at: evil, rule: evil, because: evil, what: evil }] } },
  ];
  for (const text of all) {
    const bare = render(text)
      .replace(/^(```|~~~)[\s\S]*?^\1$/gm, "")
      .replace(/`[^`\n]*`/g, "");
    expect(bare).not.toMatch(/@\w|#\d|<img|\]\(|:\/\/|^\/|undefined|\[object/m);
  }
});

test("a directory without its templates is refused at the start", () => {
  expect(() => loadTexts(undefined, new URL("../fixtures/", import.meta.url))).toThrow("ENOENT");
});

test("the check of the settings says what a login stands for and the command that prints the id", () => {
  const login = { path: "trust.agents", login: "bob", command: "gh api users/bob --jq .node_id" };
  const shown = {
    status: "in effect",
    issue: undefined,
    effectiveCommit: "c0ffee",
    problem: undefined,
  } as const;
  const data = { ...shown, home: "acme/demo", logins: [login, { ...login, path: "leader" }] };
  const text = render({ name: "check-settings", data });
  expect(text).toContain(
    "- `trust.agents` has the login `bob`, which matches no account. Until it is an ID, the account counts as a person. Use the ID printed by `gh api users/bob --jq .node_id`.",
  );
  expect(text).toContain("- `leader` has the login `bob`, which matches no account. Use the ID");
});
