/** What operations show of an issue: its text, what it waits for, what names it, and what was decided, about which text. */
import { describe, expect, test } from "vitest";
import type { IssueSeen, RepositorySeen } from "../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import type { Card } from "../../../src/operations/ports.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { cardDetail, linkedIssue, waitsFor } from "../../../src/store/shape/board-cards.ts";
import { acceptedFor, recordOf } from "../../support/answered.ts";
import { vote } from "../../support/ballots.ts";
import { contract } from "../../support/contract-issues.ts";
import { evidence, pullRequest } from "../../support/evidence.ts";
import {
  closed,
  completed,
  demo,
  empty,
  handover,
  issue,
  links,
  maria,
  notPlanned,
  question,
  space,
  start,
  task,
} from "../../support/issues.ts";

const elsewhere: RepositorySeen = { ...demo, id: "R_api", name: "api" };

function viewWith(records: readonly IssueRecord[]) {
  return viewOf({
    ...empty,
    repositories: new Map([demo, elsewhere].map((each) => [each.id, each])),
    records: new Map(records.map((each) => [each.seen.id, each])),
  });
}

const cardOf = ({ id, number, title }: IssueSeen): Card => ({
  id,
  owner: "acme",
  repo: "demo",
  number,
  title,
  kind: "task",
  state: "open",
  status: undefined,
  priority: undefined,
  track: undefined,
  assignees: [],
  updatedAt: 0,
});

function detailOf(record: IssueRecord, others: readonly IssueRecord[] = []) {
  const view = viewWith([record, ...others]);
  const linked = new Map(others.map((each) => [each.seen.id, each]));
  return cardDetail(cardOf(record.seen), record, { view, linked, settings: defaultSettings });
}

describe("the detail of a card", () => {
  test("of a bare task has its text and who wrote it, and nothing that it has not", () => {
    const seen = task(12);
    expect(detailOf(recordOf(seen))).toEqual({
      ...cardOf(seen),
      body: seen.body,
      textHash: seen.textHash,
      author: "alice",
      blockedBy: [],
      blocking: [],
      inTheWay: [],
      unreadableBlockers: 0,
      namedBy: [],
      decision: undefined,
    });
    expect(detailOf(recordOf({ ...seen, author: undefined })).author).toBeUndefined();
  });

  test("says whether the signature holds, and the title that nobody has approved yet", () => {
    const signature = { type: "holds", key: "k", from: "ada", id: "01J", until: start } as const;
    expect(detailOf(recordOf(task(12, { signature }))).signature).toBe("holds");
    const renamed = recordOf(task(12), { admitted: { hash: "0", by: maria.id, title: "Before" } });
    expect(detailOf(renamed).unapprovedTitle).toBe("Task 12");
    expect(detailOf(recordOf(task(12), { admitted: undefined }))).not.toHaveProperty("unapprovedTitle");
  });

  test("has its neighbours, as they are known, and what cannot be read", () => {
    const [before, after, unknown] = [task(13), task(14), issue(15, { title: "As GitHub says" })];
    const seen = task(12, {
      blockedBy: { ...links(before, unknown), unreadable: 2 },
      blocking: links(after),
      parent: links(space(5)).issues[0],
    });
    const done = recordOf(closed({ ...before, title: "Renamed" }, completed, start));
    const detail = detailOf(recordOf(seen), [done, recordOf(after), recordOf(space(5))]);
    expect(detail.blockedBy).toEqual([
      { ref: "acme/demo#13", title: "Renamed", state: "completed" },
      { ref: "acme/demo#15", title: "As GitHub says", state: "open" },
    ]);
    expect(detail.blocking).toEqual([{ ref: "acme/demo#14", title: "Task 14", state: "open" }]);
    expect(detail.unreadableBlockers).toBe(2);
    expect(detail.parent).toEqual({ ref: "acme/demo#5", title: "Space: Space 5", state: "open" });
  });

  test("has who holds it", () => {
    const lease = {
      holder: { agent: "ada", account: "U_ada", login: "ada" },
      token: 7,
      since: start,
      claim: "IC_0",
    };
    expect(detailOf(recordOf(task(12), { lease })).holder).toEqual({ name: "ada", since: start, token: 7 });
  });

  test("has of a handover the work with its name, once that was read", () => {
    const pull = pullRequest({ headSha: "a".repeat(40), baseRef: "main" });
    const handed = { ...recordOf(handover(50, "#12")), evidence: evidence({ pullRequest: pull }) };
    const { work } = detailOf(handed);
    expect(work).toEqual({
      head: "a".repeat(40),
      base: "main",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(detailOf(recordOf(handover(50, "#12")))).not.toHaveProperty("work");
    const other = { ...recordOf(task(12)), evidence: evidence({ pullRequest: pull }) };
    expect(detailOf(other)).not.toHaveProperty("work");
  });

  test("has what a vote, a contract and a space have besides", () => {
    expect(detailOf(recordOf(vote())).poll).toBeDefined();
    expect(detailOf(recordOf(contract(20))).contract).toMatchObject({ interface: "orders-api" });
    expect(detailOf(recordOf(space(5))).space).toMatchObject({ purpose: "Everyone can log in." });
    for (const name of ["poll", "contract", "space", "parent", "holder", "signature"])
      expect(detailOf(recordOf(task(12)))).not.toHaveProperty(name);
  });
});

describe("what names an issue", () => {
  test("is listed the newest first, with its kind and state, if its repository is known", () => {
    const records = [
      recordOf(question(40, "#12")),
      recordOf(closed(task(13, { blockedByText: "#12" }), notPlanned, start)),
      recordOf(task(14, { repositoryId: elsewhere.id, blockedByText: "acme/demo#12" })),
      recordOf(task(15, { repositoryId: "R_gone", blockedByText: "acme/demo#12" })),
    ];
    expect(detailOf(recordOf(task(12)), records).namedBy).toEqual([
      { ref: "acme/demo#40", title: "Q: Question 40", state: "open", kind: "question" },
      { ref: "acme/api#14", title: "Task 14", state: "open", kind: "task" },
      { ref: "acme/demo#13", title: "Task 13", state: "not_planned", kind: "task" },
    ]);
  });
});

describe("what an issue waits for", () => {
  test("is named in full, or in words where there is no issue to name", () => {
    const seen = task(12, { blockedBy: { ...links(task(13)), unreadable: 1 } });
    const view = viewWith([recordOf(seen), recordOf(task(13))]);
    const [first, ...others] = waitsFor(cardOf(seen), view);
    expect(first).toEqual({ ref: "acme/demo#13", title: "Task 13", state: "open" });
    expect(others).toHaveLength(1);
    expect(others[0]?.ref).not.toContain("acme/");
    expect(detailOf(recordOf(seen), [recordOf(task(13))]).inTheWay).toContainEqual(first);
  });

  test("is nothing of an issue that is not in the view", () => {
    expect(waitsFor(cardOf(task(12)), viewWith([]))).toEqual([]);
  });
});

test("a neighbour is shown as its own record has it, or as GitHub showed it beside the other", () => {
  const [link] = links(closed(task(13), completed, start)).issues;
  if (link === undefined) throw new Error("There is one.");
  expect(linkedIssue(link, undefined)).toEqual({ ref: "acme/demo#13", title: "Task 13", state: "completed" });
  const again = recordOf(task(13, { title: "Again" }));
  expect(linkedIssue(link, again)).toEqual({ ref: "acme/demo#13", title: "Again", state: "open" });
});

describe("a decision", () => {
  const asked = question(40, "#12");

  test("is shown in its words, with what they were about if the issue says something else now", () => {
    const accepted = acceptedFor(asked, "Use SQLite.");
    expect(detailOf(recordOf(asked, { accepted })).decision).toBe("Use SQLite.");
    const edited = { ...asked, textHash: "0".repeat(64) };
    expect(detailOf(recordOf(edited, { accepted, admitted: undefined })).decision).toBe(
      '(About an earlier text, "Q: Question 40".) Use SQLite.',
    );
    expect(detailOf(recordOf(asked)).decision).toBeUndefined();
  });
});
