/** Which answered questions are decisions, and what a record says of each. */
import { describe, expect, test } from "vitest";
import { decisionsOf } from "../../../src/coordinator/records/decisions.ts";
import { acceptedFor, recordOf } from "../../support/answered.ts";
import { form } from "../../support/form.ts";
import { answer, maria, question, reopened, start, task, us } from "../../support/issues.ts";

const asked = question(40, "#12", { title: "Q: Which store?" });
const given = (changes: Parameters<typeof acceptedFor>[2] = {}) =>
  recordOf(asked, { accepted: acceptedFor(asked, "Use SQLite.", changes) });
const answering = (more: Readonly<Record<string, string>> = {}, changes: Parameters<typeof answer>[2] = {}) =>
  answer(41, "#40", {
    body: form({ Answers: "#40", Decision: "Use SQLite.", Rationale: "It is one file.", ...more }),
    ...changes,
  });
const ours = { author: us, opened: { key: `open:I_40:answer@${asked.textHash.slice(0, 12)}` } };

describe("the record of a decision", () => {
  test("has question, decision, who, by which rule, when, and what the answer says beside", () => {
    const more = { "Alternatives considered": "Files.", Sources: "- docs/store.md" };
    expect(decisionsOf([given()], [recordOf(answering(more))])).toEqual([
      {
        question: 40,
        title: "Which store?",
        decision: "Use SQLite.",
        answer: "I_41",
        by: "maria",
        row: "people may answer",
        on: "2026-01-01",
        rationale: "It is one file.",
        alternatives: "Files.",
        sources: "- docs/store.md",
      },
    ]);
  });

  test("has the title that was decided on, without its mark", () => {
    const titleOf = (title: string) => decisionsOf([given({ version: { title, hash: "0" } })], [])[0]?.title;
    expect(titleOf("Q: Which files?")).toBe("Which files?");
    expect(titleOf(" q:Which files? ")).toBe("Which files?");
    expect(titleOf("Not Q: Which files?")).toBe("Not Q: Which files?");
  });

  test("has the reason that the person gave, where no issue answers, and else nothing", () => {
    const [first] = decisionsOf([given({ because: "It is small." })], []);
    expect(first).toMatchObject({ rationale: "It is small.", alternatives: "", sources: "" });
    expect(decisionsOf([given()], [])[0]).toMatchObject({ rationale: "" });
    expect(decisionsOf([given()], [recordOf(task(41))])[0]).toMatchObject({ rationale: "" });
    const unreadable = recordOf(answering({}, { body: "Hm." }));
    expect(decisionsOf([given()], [unreadable])[0]).toMatchObject({ rationale: "", sources: "" });
  });

  test("is none of a question that is open, disputed or something else", () => {
    const disputed = { ...asked, issueState: reopened, reopenedAt: start + 90_000 };
    const records = [
      recordOf(asked),
      recordOf(disputed, { accepted: acceptedFor(asked, "Use SQLite.") }),
      recordOf(task(12), { accepted: acceptedFor(asked, "Use SQLite.") }),
    ];
    expect(decisionsOf(records, [])).toEqual([]);
  });

  test("is none of what was only looked up, but of what we found in pages", () => {
    const found = (decision: string) =>
      decisionsOf([given()], [recordOf(answering({ Decision: decision }, ours))]).length;
    expect(found("Track backend: 3 of 4 tasks are done or dropped.")).toBe(0);
    expect(found("parseRow is defined in src/rows.ts, line 7.")).toBe(0);
    expect(found("Rows are written in UTC.")).toBe(1);
  });

  test("comes after those of older questions", () => {
    const other = question(7, "#12", { title: "Q: First?" });
    const second = recordOf(other, { accepted: acceptedFor(other, "Yes.", { word: "IC_1", by: maria }) });
    expect(decisionsOf([given(), second], []).map((each) => each.question)).toEqual([7, 40]);
    expect(decisionsOf([second, given()], []).map((each) => each.question)).toEqual([7, 40]);
  });
});
