/** The status of a question, as people read it: what was decided, or how to answer, and what waits for it. */
import { describe, expect, test } from "vitest";
import { shortTextHash } from "../../../src/engine/messages/suggestion.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { openedKey } from "../../../src/engine/model/opened.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { questionStatusText } from "../../../src/engine/presentation/status/question-status-text.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { acceptedFor, type Known, recordOf, statusIn } from "../../support/answered.ts";
import { vote } from "../../support/ballots.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  answer,
  bob,
  closed,
  closedAsDuplicate,
  completed,
  escalation,
  links,
  maria,
  notPlanned,
  question,
  reopened,
  start,
  task,
  us,
} from "../../support/issues.ts";

const minute = 60_000;
const asked = (changes: Partial<IssueSeen> = {}) =>
  question(40, "#12", { title: "Q: Where is it?", createdAt: start, blocking: links(task(12)), ...changes });
const waiting = recordOf(task(12, { title: "Store it", blockedBy: links(asked()) }));

function statusOf(
  seen: IssueSeen,
  persisted: Partial<PersistedState> = {},
  others: readonly IssueRecord[] = [],
  known: Known = {},
) {
  const at = { now: start + minute, ...known };
  return statusIn(questionStatusText, [waiting, recordOf(seen, persisted), ...others], 40, at);
}

const howTo = "To answer, comment `/answer <decision>` (not `alice`, who asked).";
const asksAt = "If unanswered by 2026-01-01 00:10 UTC, it will be escalated.";

describe("an open question", () => {
  test("says what waits for it, how to answer, and when people are asked", () => {
    expect(statusOf(asked())).toEqual({
      status: `**Open.** #12 Store it waits for it. ${howTo}\n${asksAt}`,
      isNews: false,
    });
  });

  test("names the agent that asked, and the login that therefore cannot answer", () => {
    const settings = settingsSchema.parse({ agents: { ada: { account: alice.id } } });
    const shown = (login: string) =>
      statusOf(asked({ author: { ...alice, login } }), {}, [], { settings }).status;
    expect(shown("alice")).toContain("(not `alice`, whose agent `ada` asked).");
    expect(shown("ada")).toContain("(not `ada`, who asked).");
  });

  test.each([
    [
      "1. SQLite\n2. PostgreSQL",
      "comment `/answer 1` (SQLite), `/answer 2` (PostgreSQL), or `/answer <decision>`",
    ],
    [
      "A) SQLite\nB) PostgreSQL",
      "comment `/answer A` (SQLite), `/answer B` (PostgreSQL), or `/answer <decision>`",
    ],
    [
      "- 1\n- 2\n- 4\n- 8\n- 16\n- 32\n- 64",
      "comment `/answer 1` (1), `/answer 2` (2), `/answer 3` (4) and so on, or",
    ],
    ["- a\n- b\n- c\n- d\n- e\n- f", "`/answer 3` (c) and so on, or `/answer <decision>`"],
    ["None", "To answer, comment `/answer <decision>`"],
  ])("says how to choose one of the options %j", (options, expected) => {
    const sections = {
      "Blocking task": "#12",
      Category: "tooling",
      Urgency: "blocking",
      Context: "Both work.",
    };
    const { status } = statusOf(asked({ body: form({ ...sections, Options: options }) }));
    expect(status).toContain(expected);
  });

  test("names the tasks that it would block where none waits, and no author that is gone", () => {
    const held = recordOf(closed(task(12), completed, start));
    const { status } = statusIn(questionStatusText, [held, recordOf(asked({ author: undefined }))], 40, {
      now: start + minute,
    });
    expect(status).toContain("To answer, comment `/answer <decision>`.");
    expect(status).toContain("Blocks #12.");
  });

  test("that cannot be read says what to fix, and not how to answer", () => {
    const { status, isNews } = statusOf(asked({ body: "### Blocking task\n\n#12\n" }));
    expect(status).toMatch(/^(?:Blocks #12\.\n)?\*\*Needs a fix/);
    expect(status).not.toContain("To answer");
    expect(isNews).toBe(true);
  });

  test("says of dependencies that a person removed, or that the text no longer names", () => {
    const gone = { edges: ["I_12"] };
    const { status, isNews } = statusOf(asked({ blocking: links() }), gone, [], { now: start + minute });
    expect(status).toContain("The body mentions #12, but that dependency was removed");
    expect(status).not.toMatch(/Blocks #12/);
    expect(isNews).toBe(true);
    const other = recordOf(task(13));
    const both = asked({ blocking: links(task(12), task(13)) });
    const left = statusOf(both, { edges: ["I_12", "I_13"] }, [other]);
    expect(left.status).toContain("The body no longer mentions #13, but the dependency is still there.");
    expect(left.isNews).toBe(true);
    const disputed = { decision: "Here.", by: { id: bob.id, login: "bob" } };
    const again = { ...both, issueState: reopened, reopenedAt: start + 1 };
    expect(statusOf(again, { edges: ["I_12", "I_13"], disputed }, [other]).status).toContain(
      "The body no longer mentions #13",
    );
    const done = { accepted: acceptedFor(both, "Here.") };
    expect(
      statusOf(closed(both, completed, start + 1), { ...done, edges: ["I_13"] }, [other]).status,
    ).not.toContain("no longer mentions");
  });

  test("says who was asked to decide it, and no time then", () => {
    const raised = recordOf(escalation(60, "#40", { assignees: [maria] }));
    const { status, isNews } = statusOf(asked(), {}, [raised]);
    expect(status).toContain("#60");
    expect(status).not.toContain("If unanswered");
    expect(isNews).toBe(true);
  });

  const proposed = (same: number | undefined, textHash = asked().textHash): Proposal => ({
    textHash,
    basis: "b",
    isSuggestion: true,
    gates: [],
    passages: [],
    proposed: { type: "rest", same, because: "It was asked before." },
  });
  const sameIn = (
    proposal: Proposal,
    seen = asked(),
    mode: "off" | "suggest" = "suggest",
    persisted = {},
  ) => {
    const settings = settingsSchema.parse({ coordinator: { mode } });
    return statusOf(seen, persisted, [], {
      settings,
      snapshot: { proposals: new Map([["I_40", proposal]]) },
    });
  };

  test("names the earlier one that asks the same, where the coordinator looks", () => {
    const told = "#7 asks the same thing.";
    expect(sameIn(proposed(7)).status).toContain(told);
    expect(sameIn(proposed(7)).isNews).toBe(true);
    expect(sameIn(proposed(undefined)).isNews).toBe(false);
    expect(sameIn(proposed(7), asked(), "off").status).not.toContain("asks the same");
    expect(sameIn(proposed(7, "0".repeat(64))).status).not.toContain("asks the same");
    const done = closed(asked(), completed, start + 1);
    expect(
      sameIn(proposed(7), done, "suggest", { accepted: acceptedFor(asked(), "Here.") }).status,
    ).not.toContain("asks the same");
    const answering = {
      ...proposed(7),
      proposed: { type: "escalate", quotes: [], options: [], recommendation: undefined },
    } as Proposal;
    expect(sameIn(answering).status).not.toContain("asks the same");
  });

  test("names our answer that waits for approval, while it is open or disputed", () => {
    const key = openedKey("I_40", { type: "answer", textHash: shortTextHash(recordOf(asked())) });
    const opened = [{ key, id: "I_41", number: 41 }];
    const ours = recordOf(answer(41, "#40", { author: us, opened: { key } }), { admitted: undefined });
    const told = "#41 suggests an answer";
    expect(statusOf(asked(), { opened }, [ours])).toMatchObject({
      status: expect.stringContaining(told),
      isNews: true,
    });
    const again = asked({ issueState: reopened, reopenedAt: start + 10 });
    expect(statusOf(again, { opened, disputed: { decision: "Here.", by: bob } }, [ours]).status).toContain(
      told,
    );
    const done = closed(asked(), completed, start + 1);
    expect(statusOf(done, { opened }, [ours]).status).not.toContain(told);
  });
});

describe("an answered question", () => {
  const at = start + 2 * minute;
  const done = closed(asked(), completed, at);
  const accepted = acceptedFor(asked(), "In the keychain.", { because: "it is safe", number: 41 });

  test("says who answered where, by which rule, what and why, and what it no longer blocks", () => {
    expect(statusOf(done, { accepted })).toEqual({
      status:
        "**Answered** by `maria` in #41. *Policy: people may answer.*\n> In the keychain.\nBecause:\n> it is safe\nNo longer blocks #12.",
      isNews: true,
    });
    const { because: _, number: __, ...plain } = accepted;
    expect(statusOf(done, { accepted: plain }).status).toMatch(
      /^\*\*Answered\*\* by `maria`\. .*\n> In the keychain\.\nNo longer/,
    );
  });

  test("says of tasks alone that it no longer blocks them, and of none whose dependency is gone", () => {
    const also = recordOf(question(13, "#14"));
    const seen = closed(
      asked({ blocking: links(), body: asked().body.replace("#12", "#12, #13") }),
      completed,
      at,
    );
    expect(statusOf(seen, { accepted }, [also]).status).toContain("No longer blocks #12.");
    const { status } = statusOf(seen, { accepted, edges: ["I_12"] }, [also]);
    expect(status).toContain("The body mentions #12, but that dependency was removed");
    expect(status).not.toContain("No longer blocks");
  });

  test("that its asker withdraws is withdrawn, although a later answer contradicts it", () => {
    const key = openedKey("I_40", { type: "contradiction", acceptedId: "I_41", otherId: "I_42" });
    const raised = recordOf(escalation(60, "#40", { author: us, opened: { key } }));
    const { status } = statusOf(closed(asked(), notPlanned, at, alice), { accepted }, [raised]);
    expect(status).toMatch(/^\*\*Withdrawn:\*\*/);
    expect(status).not.toMatch(/Disputed|keychain/);
  });

  test("says where all of a long answer is, and what it was about, once the question was edited", () => {
    const long = acceptedFor(asked(), `${"In the keychain, as before, ".repeat(20)}really.`, {
      commentNumber: 7,
    });
    expect(statusOf(done, { accepted: long }).status).toContain(
      "([all of it](https://github.com/acme/demo/issues/40#issuecomment-7))",
    );
    const earlier = { ...accepted, version: { title: "Q: Before?", hash: "0" } };
    expect(statusOf(done, { accepted: earlier }).status).toContain(
      '> (About an earlier text, "Q: Before?".) In the keychain.',
    );
  });

  test("whose answer a later one contradicts is disputed until a person decides", () => {
    const key = openedKey("I_40", { type: "contradiction", acceptedId: "I_41", otherId: "I_42" });
    const raised = recordOf(escalation(60, "#40", { author: us, opened: { key } }));
    const other = recordOf(answer(42, "#40", { author: maria, decision: "In a file." }));
    const { status } = statusOf(done, { accepted }, [raised, other]);
    expect(status).toContain("**Disputed:** a later answer differs.");
    expect(status).toContain("this one counts, by `maria` in #41:\n> In the keychain.");
    const overdue = { key: openedKey("I_40", { type: "overdue", since: 0 }) };
    const late = recordOf(escalation(60, "#40", { author: us, opened: overdue }));
    expect(statusOf(done, { accepted }, [late]).status).not.toContain("differs");
  });

  test("that was reopened says by whom, and what had been decided by whom", () => {
    const again = asked({ issueState: reopened, reopenedAt: at + 1, reopenedBy: bob });
    const disputed = { decision: "In the keychain.", by: { id: maria.id, login: "maria" }, commentNumber: 7 };
    expect(statusOf(again, { disputed })).toMatchObject({ isNews: true });
    const { status } = statusOf(again, { disputed });
    expect(status).toContain("**Disputed:** `bob` reopened this, so its answer no longer counts.");
    expect(status).toContain("`maria` had decided:\n> In the keychain.");
    expect(status).toContain("it will be escalated");
    const long = { ...disputed, decision: `${"In the keychain, as before, ".repeat(20)}really.` };
    expect(statusOf(again, { disputed: long }).status).toContain("issues/40#issuecomment-7");
    const { reopenedBy: _, ...unknown } = again;
    expect(statusOf(unknown, { disputed }).status).toContain("**Disputed:** this was reopened,");
  });

  test("whose answer was deleted says what it was", () => {
    const { status } = statusOf(done, { accepted: { ...accepted, gone: true } });
    expect(status).toContain("**Its answer was deleted.** It was closed with this decision by `maria`;");
    expect(status).toContain("> In the keychain.");
  });
});

describe("a question that was closed without an answer", () => {
  const at = start + 2 * minute;
  const disputed = { decision: "In the keychain.", by: { id: maria.id, login: "maria" } };

  test.each<readonly [string, IssueSeen, string, boolean]>([
    ["by its asker", closed(asked(), notPlanned, at, alice), "**Withdrawn:** closed as not planned", false],
    [
      "by somebody else",
      closed(asked(), notPlanned, at, bob),
      "**Closed without an answer.** It still blocks",
      true,
    ],
    [
      "as completed",
      closed(asked(), completed, at, bob),
      "**Needs an answer.** It was closed as completed",
      true,
    ],
  ])("%s says what that means, and repeats no earlier answer", (_, seen, first, isNews) => {
    const found = statusOf(seen, { disputed });
    expect(found.status).toMatch(new RegExp(`^${first.replaceAll("*", "\\*")}`));
    expect(found.status).not.toMatch(/keychain|escalated|To answer, comment/);
    expect(found.isNews).toBe(isNews);
  });

  test("as a duplicate names the original, and neither tasks nor dependencies", () => {
    const original = question(39, "#12");
    const seen = closedAsDuplicate(asked({ blocking: links() }), original, at);
    const { status, isNews } = statusOf(seen, { edges: ["I_12"] }, [recordOf(original)]);
    expect(status).toBe("**Duplicate** of #39. Tasks that waited for it now wait for the original.");
    expect(isNews).toBe(false);
  });
});

test("answers that wait for a person are news, each with its author, its words, and where all of it is", () => {
  const settings = settingsSchema.parse({
    agents: { bea: { account: bob.id } },
    policy: [{ name: "all", who: ["people", "agents"] }],
  });
  const words = `${"Delete all customer accounts, as before, ".repeat(10)}really.`;
  const comments = [
    { id: "IC_1", commentNumber: 7, author: bob, text: `/answer ${words}`, createdAt: start + 10 },
  ];
  const { status, isNews } = statusOf(asked({ comments }), {}, [], { settings });
  expect(status).toContain("**Suggested** by `bea`:\n> Delete all customer accounts");
  expect(status).toContain("issues/40#issuecomment-7");
  expect(status).toMatch(/To take it, comment `\/approve [0-9a-f]{64}`\./);
  expect(isNews).toBe(true);
});

test("an answer that waits for a person names who else edited it, and no author twice", () => {
  const settings = settingsSchema.parse({
    agents: { bea: { account: bob.id } },
    policy: [{ name: "all", who: ["people", "agents"] }],
  });
  const suggestedBy = (changes: Partial<IssueSeen>) => {
    const given = answer(41, "#40", { decision: "Delete all customer accounts.", ...changes });
    return statusOf(asked(), {}, [recordOf(given)], { settings }).status;
  };
  expect(suggestedBy({})).toContain("**Suggested** by `bea`:");
  expect(suggestedBy({ editor: maria })).toContain("**Suggested** by `bea` (edited by `maria`):");
  expect(suggestedBy({ editor: bob })).toContain("**Suggested** by `bea`:");
});

test("what a vote carried, and waits for a person, is suggested by signalbox", () => {
  const settings = settingsSchema.parse({ policy: [{ name: "votes", who: ["people", "vote"] }] });
  const outcome = {
    how: "count",
    result: "carried",
    option: 1,
    decision: keepWords("Delete all customer accounts."),
    version: { title: "Vote", hash: "0" },
    votes: 2,
    at: start + 10,
  } as const;
  const carried = recordOf(vote({ Regarding: "#40" }), { outcome, regarded: { settles: asked().textHash } });
  expect(statusOf(asked(), {}, [carried], { settings }).status).toContain(
    "**Suggested** by `signalbox`:\n> Delete all customer accounts.",
  );
});
