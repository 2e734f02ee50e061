/** The tasks of a space, from its own read and from theirs. */
import { describe, expect, test } from "vitest";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { spaceDetail } from "../../../src/store/shape/space-detail.ts";
import {
  closed,
  completed,
  decided,
  empty,
  links,
  question,
  space,
  start,
  task,
} from "../../support/issues.ts";

function detailOf(reads: readonly (readonly [issue: IssueSeen, readAt: number])[]) {
  const facts = reads.map(([issue, readAt]): Fact => ({ type: "IssueSeen", issue, readAt: start + readAt }));
  const { snapshot } = fold(empty, facts);
  const record = snapshot.records.get("I_5");
  return record && spaceDetail(snapshot, record);
}
const withParts = (...parts: readonly IssueSeen[]): IssueSeen =>
  space(5, { subIssues: links(...parts).issues });

test("what was read last says whether a task is closed", () => {
  const open = task(12);
  const over = closed(open, completed, start + 50_000);
  expect(
    detailOf([
      [open, 1_000],
      [withParts(over), 60_000],
    ])?.tasks,
  ).toMatchObject([{ state: "completed" }]);
  expect(
    detailOf([
      [over, 60_000],
      [withParts(open), 1_000],
    ])?.progress,
  ).toMatchObject({ total: 1, closed: 1 });
});

test("a sub-issue that is not known counts as a task, and one of another kind does not", () => {
  const detail = detailOf([
    [withParts(task(12), question(40, "#12")), 1_000],
    [question(40, "#12"), 1_000],
  ]);
  expect(detail?.tasks.map(({ ref, status }) => [ref, status])).toEqual([["acme/demo#12", undefined]]);
});

test("what a user without write access wrote is not shown", () => {
  const stranger = { id: "U_mallory", login: "mallory", type: "User" } as const;
  expect(detailOf([[{ ...withParts(), author: stranger }, 1_000]])).toMatchObject({
    purpose: "",
    context: "",
  });
});

describe("a task whose text names the space", () => {
  const naming = (number: number, changes: Partial<IssueSeen> = {}): IssueSeen =>
    task(number, { body: "### Goal\n\nIt works.\n\n### Part of\n\n#5\n", ...changes });
  /** After a decision, which admits the texts of people with write access. */
  const coming = (...issues: readonly IssueSeen[]) => {
    const { records } = decided(issues);
    const view = viewOf({ ...empty, records: new Map(records.map((record) => [record.seen.id, record])) });
    const record = view.records.get("I_5");
    return record && spaceDetail(view, record)?.coming.map(({ ref }) => ref);
  };

  test("is about to join it until GitHub shows it as a sub-issue", () => {
    expect(coming(withParts(), naming(12))).toEqual(["acme/demo#12"]);
    expect(coming(withParts(task(12)), naming(12))).toEqual([]);
  });

  test("is not, if it is closed, not a trusted person's, or in another space", () => {
    const stranger = { id: "U_mallory", login: "mallory", type: "User" } as const;
    const [parent] = links(space(6)).issues;
    const issues = [
      closed(naming(12), completed, start + 500),
      naming(13, { author: stranger }),
      naming(14, parent === undefined ? {} : { parent }),
    ];
    expect(coming(withParts(), ...issues, naming(15))).toEqual(["acme/demo#15"]);
  });
});
