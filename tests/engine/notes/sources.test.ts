/** Given issues and a roster: which agents are told what, and when they no longer need to be. */
import { describe, expect, test } from "vitest";
import type { decide } from "../../../src/engine/decide.ts";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { formatCommentKey } from "../../../src/engine/model/keys/comment-key.ts";
import { newsMs } from "../../../src/engine/model/note.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Context } from "../../../src/engine/model/rule.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import type { Evidence } from "../../../src/handover/evidence.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { evidence, nextHead, pullRequest } from "../../support/evidence.ts";
import {
  answer,
  bob,
  closed,
  completed,
  context,
  decided,
  demo,
  discovery,
  escalation,
  handover,
  links,
  maria,
  notPlanned,
  person,
  question,
  start,
  task,
} from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const cleo = person("cleo");
const agents = { ada: { account: ada.id }, bea: { account: bea.id }, cleo: { account: cleo.id } };
const settings = settingsSchema.parse({ agents });
const roles = new Map([ada, bea, cleo, bob, maria].map(({ id }) => [`${demo.id} ${id}`, "write"]));

type Decision = ReturnType<typeof decide>;

const decideOn = (
  issues: readonly IssueSeen[],
  known: Partial<Context> = {},
  snapshot: Partial<Snapshot> = {},
): Decision => decided(issues, { roles, ...snapshot }, { settings, ...known });

/** `#40 question-answered → ada: text`. */
const notesOf = ({ notes }: Decision): readonly string[] =>
  notes.map(({ issueId, kind, to, text }) => `${issueId.replace("I_", "#")} ${kind} → ${to}: ${text}`);

let ids = 0;
function says(author: Actor, text: string, at = 50_000): CommentSeen {
  ids += 1;
  return { id: `IC_n${ids}`, commentNumber: ids, author, text, createdAt: start + at };
}

/** #12, held by ada under token 1. */
const held = (changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(12, { author: maria, assignees: [ada], ...changes });

const lease = {
  holder: { agent: "ada", account: ada.id, login: "ada" },
  token: 1,
  since: start,
  claim: "IC_0",
} satisfies PersistedState["lease"];

/** The records after a decision, with a change of what is persisted on #12. */
function remembering(issues: readonly IssueSeen[], persisted: Partial<PersistedState>): Partial<Snapshot> {
  const records = decideOn(issues).records.map((record) =>
    record.seen.number === 12 ? { ...record, persisted: { ...record.persisted, ...persisted } } : record,
  );
  return { records: new Map(records.map((record) => [record.seen.id, record])) };
}

describe("AG40 a question", () => {
  const asked = (changes: Partial<IssueSeen> = {}): IssueSeen =>
    question(40, "#12", { author: ada, ...changes });

  test("that is answered is told to the agent that asked it, and to no other", () => {
    const answered = asked({ comments: [says(bob, "/answer SQLite, one file.")] });
    expect(decideOn([held(), answered]).notes).toEqual([
      expect.objectContaining({
        kind: "question-answered",
        to: "ada",
        issueId: "I_40",
        priority: "now",
        from: { name: "bob", proof: "person" },
        text: "Your question was answered: SQLite, one file.",
      }),
    ]);
  });

  test("that is answered is told no more once the tasks that waited for it are closed", () => {
    const answered = asked({ comments: [says(bob, "/answer SQLite, one file.")] });
    expect(notesOf(decideOn([closed(held(), completed, start + 90_000), answered]))).toEqual([]);
  });

  test("that was answered by an issue names the agent that answered", () => {
    const issues = [held(), asked(), answer(41, "#40", { author: bea, decision: "Files." })];
    const policy = [{ name: "all", who: ["agents", "people"] }];
    const found = decideOn(issues, { settings: settingsSchema.parse({ agents, policy }) });
    expect(found.notes.filter(({ kind }) => kind === "question-answered")).toEqual([
      expect.objectContaining({ to: "ada", from: { name: "bea", proof: "account" } }),
    ]);
  });

  test("whose answer by an agent had no effect is told to that agent, with the reason, until it is answered", () => {
    const answered = answer(41, "#40", { author: bea, decision: "Files." });
    expect(notesOf(decideOn([held(), asked(), answered]))).toContainEqual(
      expect.stringMatching(/^#41 answer-refused → bea: Your answer had no effect\. .+/),
    );
    const said = says(bea, "/answer Files.");
    const key = formatCommentKey({ type: "reply", commentId: said.id, isFinal: true });
    const reply = {
      id: "IC_r",
      key,
      text: "**`/answer` had no effect.** A person answers it.",
      persisted: undefined,
      createdAt: start + 51_000,
      isMinimized: false,
    };
    const refused = asked({ comments: [said], own: [reply] });
    expect(notesOf(decideOn([held(), refused]))).toContainEqual(
      "#40 answer-refused → bea: Your answer had no effect. The reply to it says:\n**`/answer` had no effect.** A person answers it.",
    );
    const settled = asked({ comments: [said, says(bob, "/answer SQLite.", 60_000)], own: [reply] });
    expect(notesOf(decideOn([held(), settled])).join()).not.toContain("answer-refused");
  });

  test("that was answered more than two weeks ago is no news", () => {
    const answered = asked({ comments: [says(bob, "/answer SQLite.")] });
    const [before, after] = [start + 50_000 + newsMs - 1, start + 50_000 + newsMs].map((now) =>
      notesOf(decideOn([held(), answered], { now })),
    );
    expect(before).toEqual(["#40 question-answered → ada: Your question was answered: SQLite."]);
    expect(after).toEqual([]);
  });

  test("that somebody else closes without an answer is told; its own withdrawal is not", () => {
    const at = start + 60_000;
    expect(notesOf(decideOn([held(), closed(asked(), notPlanned, at, bob)]))).toEqual([
      "#40 question-closed → ada: Your question was closed without an answer by bob.",
    ]);
    const free = task(12, { author: maria, assignees: [] });
    expect(notesOf(decideOn([free, closed(asked(), notPlanned, at, ada)]))).toEqual([]);
  });

  test("that a person is asked to decide is told until it is decided", () => {
    const issues = [held(), asked(), escalation(41, "#40", { author: maria })];
    expect(notesOf(decideOn(issues))).toContain(
      "#40 question-escalated → ada: A person is asked to decide your question: #41.",
    );
    const decision = [held(), asked(), escalation(41, "#40", { comments: [says(maria, "/decide 1")] })];
    expect(notesOf(decideOn(decision)).filter((note) => note.includes("question-escalated"))).toEqual([]);
  });

  test("that a policy row lets agents decide is told to those it names, except the one that asked", () => {
    const policy = [{ name: "agents", who: ["agents"], categories: ["implementation"] }];
    const byAgents = settingsSchema.parse({ agents, policy });
    expect(notesOf(decideOn([held(), asked()], { settings: byAgents }))).toEqual([
      "#40 question-to-settle → bea: You may decide it: Q: Question 40",
      "#40 question-to-settle → cleo: You may decide it: Q: Question 40",
    ]);
    const byId = settingsSchema.parse({ agents, policy: [{ name: "bea", who: [bea.id] }] });
    expect(notesOf(decideOn([held(), asked()], { settings: byId }))).toEqual([
      "#40 question-to-settle → bea: You may decide it: Q: Question 40",
    ]);
    expect(notesOf(decideOn([held(), asked()]))).toEqual([]);
  });

  test("on a login that a person shares is told to the agent that it names, or that holds the task", () => {
    const shared = { account: bob.id, with_person: true };
    const oneLogin = settingsSchema.parse({ agents: { dan: shared, eve: shared } });
    const answered = (body = ""): IssueSeen =>
      question(40, "#12", { author: bob, comments: [says(maria, "/answer Yes.")], ...withFrom(body) });
    const eves = { ...lease, holder: { agent: "eve", account: bob.id, login: "bob" } };
    const known = { settings: oneLogin };
    const taken = task(12, { author: maria, assignees: [bob] });
    expect(notesOf(decideOn([task(12, { author: maria }), answered("dan")], known))).toEqual([
      "#40 question-answered → dan: Your question was answered: Yes.",
    ]);
    expect(
      notesOf(decideOn([taken, answered()], known, remembering([taken], { lease: eves }))).filter((note) =>
        note.includes("question-answered"),
      ),
    ).toEqual(["#40 question-answered → eve: Your question was answered: Yes."]);
    expect(notesOf(decideOn([task(12, { author: maria, assignees: [] }), answered()], known))).toEqual([]);
  });

  /** A question's body with an envelope that names its sender. */
  function withFrom(name: string): Partial<IssueSeen> {
    if (name === "") return {};
    const { body } = question(40, "#12");
    return {
      body: `${body}\n\n\`\`\`signalbox\nv: 1.0\nid: 01JDB3Z5M7Q8R9S0T1V2W3X4Y5\nfrom: ${name}\n\`\`\`\n`,
    };
  }
});

describe("AG40 a task", () => {
  const answered = closed(task(40), completed, start + 200_000);
  const freed = (changes: Partial<IssueSeen> = {}): IssueSeen =>
    held({ blockedBy: links(answered), ...changes });

  test("that is free again is told to its holder until the holder does something about it", () => {
    const seen = decideOn([freed(), answered], {}, remembering([held()], { lease }));
    expect(notesOf(seen)).toContain("#12 task-free → ada: Nothing blocks it any more: #40 was completed.");
    const acted = freed({ comments: [says(ada, "/help", 250_000)] });
    expect(notesOf(decideOn([acted, answered], {}, remembering([held()], { lease })))).not.toContainEqual(
      expect.stringContaining("task-free"),
    );
  });

  test("that is blocked again is not free", () => {
    const open = question(41, "#12");
    const again = freed({ blockedBy: links(answered, open) });
    expect(notesOf(decideOn([again, answered, open], {}, remembering([held()], { lease })))).toEqual([]);
  });

  test("that a person gives an agent is told with its token; one that it claimed is not", () => {
    const assigned = held({ assignments: [{ assignee: ada.id, at: start, by: maria.id, byLogin: "maria" }] });
    expect(notesOf(decideOn([assigned]))).toEqual([
      `#12 lease-awarded → ada: The task is yours, with token ${context.now}.`,
    ]);
    expect(
      notesOf(decideOn([task(12, { author: maria, assignees: [], comments: [says(ada, "/claim")] })])),
    ).toEqual([]);
  });

  test("that is handed on is told to the next holder, and its loss to a holder who did not release it", () => {
    const [byAda, byMaria] = ["ada", "maria"].map((login) => says(person(login), "/release to bea", 900_000));
    for (const [comment, ended] of [
      [byAda, []],
      [
        byMaria,
        ["#12 lease-ended → ada: You no longer hold the task. maria released it to bea. bea holds it now."],
      ],
    ] as const) {
      const moved = held({ comments: comment === undefined ? [] : [comment] });
      const by = comment === byAda ? "ada" : "maria";
      expect(notesOf(decideOn([moved], {}, remembering([held()], { lease })))).toEqual([
        `#12 lease-awarded → bea: The task is yours, with token ${context.now}. ${by} released it to bea.`,
        ...ended,
      ]);
    }
  });

  describe("whose lease lapsed while its holder was away", () => {
    const endedAt = context.now - 3_600_000;
    const lapsed = { ...lease, endedAt, how: "lapsed", because: "ada was not heard from for 4h." } as const;
    const beas = {
      holder: { agent: "bea", account: bea.id, login: "bea" },
      token: 600,
      since: endedAt + 1_000,
    };
    const adasNote = "#12 lease-ended → ada: You no longer hold the task. ada was not heard from for 4h.";
    const free = task(12, { author: maria, assignees: [] });
    /** After the lease of the next holder, too, was ended by `author` with `words`. */
    const endedBy = (author: typeof ada, words: string): ReturnType<typeof decideOn> =>
      decideOn(
        [{ ...free, comments: [says(author, words, 900_000)] }],
        {},
        remembering([free], { lastLease: lapsed, lease: beas }),
      );

    test("it is told so also after the next holder gave the task back", () => {
      expect(notesOf(endedBy(bea, "/release"))).toEqual([adasNote]);
    });

    test("both are told if the next holder lost it, too", () => {
      const [adas, beas, ...others] = notesOf(endedBy(maria, "/release"));
      expect(adas).toBe(adasNote);
      expect(beas).toMatch(/^#12 lease-ended → bea: You no longer hold the task\. maria released it/);
      expect(others).toEqual([]);
    });

    test.each([
      ["it holds the task again", { comments: [says(ada, "/claim", 950_000)] }],
      ["the task is closed", closed(free, completed, context.now)],
    ])("it is told nothing once %s", (_, changes) => {
      const [record] = endedBy(bea, "/release").records;
      if (record === undefined) throw new Error("no record");
      const after = decideOn([{ ...free, ...changes }], {}, { records: new Map([[record.seen.id, record]]) });
      expect(notesOf(after)).toEqual([]);
    });

    test("it is told nothing after fourteen days, and nothing of it is kept", () => {
      const now = endedAt + newsMs + 1;
      const comments = [says(bea, "/release", now - start - 1_000)];
      const known = remembering([free], { lastLease: lapsed, lease: beas });
      const after = decideOn([{ ...free, comments }], { now }, known);
      expect(notesOf(after)).toEqual([]);
      expect(after.records[0]?.persisted.earlierEnds).toBeUndefined();
    });
  });

  test("that is handed over is told to the agent that opened it, until it is closed", () => {
    const opened = task(12, { author: bea, assignees: [] });
    const report = handover(50, "#12", { author: ada });
    expect(notesOf(decideOn([opened, report]))).toEqual([
      "#12 task-handed-over → bea: ada handed it over (complete): #50 Handover: Work 50",
    ]);
    expect(notesOf(decideOn([closed(opened, completed, start + 90_000), report]))).toEqual([]);
  });

  test.each([
    ["a private repository", true],
    ["a repository that trusts other people", false],
  ])("AG46 that is handed over in %s is not announced to the agent that opened it", (_, isPrivate) => {
    const elsewhere = { ...demo, id: "R_else", name: "else", isPrivate };
    const repositories = new Map([demo, elsewhere].map((each) => [each.id, each]));
    const known = new Map([...roles, [`${elsewhere.id} ${ada.id}`, "write"] as const]);
    const opened = task(12, { author: bea, assignees: [] });
    const foreign = { author: ada, repositoryId: elsewhere.id, title: "Handover: The merger" };
    const report = handover(50, "acme/demo#12", foreign);
    expect(notesOf(decideOn([opened, report], {}, { repositories, roles: known }))).toEqual([]);
  });

  test("that a discovery concerns tells its holder, until the discovery is closed", () => {
    const found = discovery(9, "#12", { author: bea });
    const known = remembering([held()], { lease });
    expect(notesOf(decideOn([held(), found], {}, known))).toEqual([
      "#12 discovery → ada: #9 concerns it (action needed: fix): The token never ends.",
    ]);
    expect(notesOf(decideOn([held(), closed(found, completed, start + 90_000)], {}, known))).toEqual([]);
    expect(notesOf(decideOn([held(), discovery(9, "#12", { author: ada })], {}, known))).toEqual([]);
  });

  test("nobody is told who the settings do not name", () => {
    const known = { settings: settingsSchema.parse({}) };
    expect(decideOn([freed(), answered], known, remembering([held()], { lease })).notes).toEqual([]);
  });
});

describe("AG40 a handover", () => {
  const free = task(12, { author: maria, assignees: [] });
  const says = { "Pull request": "#34", Changes: "- src/a.ts: does it\n- tests/a.test.ts: says so" };
  const report = (changes: Partial<IssueSeen> = {}): IssueSeen =>
    handover(50, "#12", { author: ada, says, ...changes });
  const judged = (found: Evidence, seen = report()): readonly string[] =>
    notesOf(decided([free, seen], { roles }, { settings }, { [seen.id]: found })).filter((note) =>
      note.includes("#50"),
    );
  const shown = evidence({ pullRequest: pullRequest({ named: ["acme/demo#12"] }) });

  test("that is refused is told to its agent with the reasons, until its commit or text changes", () => {
    const conflicting = evidence({ pullRequest: pullRequest({ state: "closed" }) });
    const [refused, ...others] = judged(conflicting);
    expect(others).toEqual([]);
    expect(refused).toMatch(/^#50 handover-refused → ada: Your handover was not accepted:\n- .*closed/);
    const keys = [
      conflicting,
      evidence({ pullRequest: pullRequest({ state: "closed", headSha: nextHead }) }),
    ].map(
      (found) =>
        decided([free, report()], { roles }, { settings }, { I_50: found }).notes.find(
          ({ kind }) => kind === "handover-refused",
        )?.key,
    );
    expect(new Set(keys).size).toBe(2);
    expect(judged(conflicting, closed(report(), notPlanned, start + 90_000))).toEqual([]);
  });

  test("that is refused for what it names says so, and what to do", () => {
    const [refused] = judged(shown, report({ body: report({}).body.replace("#12", "#13") }));
    expect(refused).toMatch(/^#50 handover-refused → ada: .*\n- There is no issue `#13`/);
  });

  test("that cannot be read is told to its agent, until its text is fixed", () => {
    const unread = (body: string) => judged(shown, report({ body }));
    const { body } = report();
    const [told, ...others] = unread(body.replace("complete", "finished"));
    expect(others).toEqual([]);
    expect(told).toMatch(
      /^#50 handover-refused → ada: Your handover cannot be read, so nothing is handed over yet\. Edit its text:\n- .*finished/,
    );
    expect(unread(body)).toEqual(["#50 handover-accepted → ada: Your handover was accepted."]);
  });

  test.each([
    ["refused", evidence({ pullRequest: pullRequest({ state: "closed" }) }), report()],
    ["unreadable", shown, report({ body: report().body.replace("complete", "finished") })],
  ])("that is %s is told no more once its task is closed, or handed over again", (_, found, seen) => {
    const of = (...issues: readonly IssueSeen[]) =>
      notesOf(decided(issues, { roles }, { settings }, { I_50: found })).filter((note) =>
        note.startsWith("#50 handover-refused"),
      );
    const again = (changes: Partial<IssueSeen> = {}) =>
      handover(51, "#12", { author: ada, says, createdAt: start + 60_000, ...changes });
    expect(of(free, seen)).toHaveLength(1);
    expect(of(closed(free, completed, start + 90_000), seen)).toEqual([]);
    expect(of(free, seen, again())).toEqual([]);
    expect(of(free, seen, closed(again(), notPlanned, start + 90_000))).toHaveLength(1);
    expect(of(free, seen, again({ body: seen.body.replace("complete", "finished") }))).toHaveLength(1);
  });

  test("that is accepted is told to its agent", () => {
    expect(judged(shown)).toEqual(["#50 handover-accepted → ada: Your handover was accepted."]);
  });

  test.each([
    ["has conflicts", { hasConflicts: true }],
    ["was closed without being merged", { state: "closed" as const }],
  ])("that was accepted, and whose pull request then %s, is told to its agent", (what, changes) => {
    const accepted = decided([free, report()], { roles }, { settings }, { I_50: shown });
    const records = new Map(accepted.records.map((record) => [record.seen.id, record]));
    const found = evidence({ pullRequest: pullRequest({ named: ["acme/demo#12"], ...changes }) });
    const issues = [closed(free, completed, start + 90_000), closed(report(), completed, start + 90_000)];
    const later = notesOf(decided(issues, { roles, records }, { settings }, { I_50: found }));
    expect(later.filter((note) => note.includes("unmergeable"))).toEqual([
      expect.stringContaining(`#50 handover-unmergeable → ada: Your handover was accepted, and #34 ${what}`),
    ]);
  });
});

describe("a text that needs a fix", () => {
  const free = task(12, { author: maria, assignees: [] });
  const broken = (text: string) => text.replace("implementation", "feelings");

  test("is told to the agent that wrote it, until it is fixed or closed", () => {
    const { body } = question(40, "#12");
    const asked = (changes: Partial<IssueSeen> = {}) =>
      question(40, "#12", { author: ada, body: broken(body), ...changes });
    expect(notesOf(decideOn([free, asked()]))).toEqual([
      expect.stringMatching(
        /^#40 needs-fix → ada: Your question needs a fix\. Edit its text:\n- Category: `feelings` is not one of/,
      ),
    ]);
    expect(notesOf(decideOn([free, asked({ body })]))).toEqual([]);
    expect(notesOf(decideOn([free, closed(asked(), notPlanned, start + 90_000)]))).not.toContainEqual(
      expect.stringContaining("needs-fix"),
    );
    expect(notesOf(decideOn([free, asked({ author: bob })]))).toEqual([]);
  });

  test("is told as a refused answer where it is one", () => {
    const answered = answer(41, "#12", { author: bea });
    expect(notesOf(decideOn([free, answered]))).toEqual([
      expect.stringMatching(
        /^#41 answer-refused → bea: Your answer needs a fix\. .*\n- `#12` is not a question/,
      ),
    ]);
  });
});

describe("AG48 a discovery for everyone", () => {
  test("is told to every agent but its finder, as long as it is open", () => {
    const found = discovery(9, "everyone", { author: bea, action: "none" });
    expect(decideOn([found]).notes.map(({ to, priority }) => [to, priority])).toEqual([
      ["ada", "fyi"],
      ["cleo", "fyi"],
    ]);
    expect(decideOn([closed(found, completed, start + 90_000)]).notes).toEqual([]);
  });
});
