/** What is parsed once and what is parsed again, checked by identity: the result is the same either way. */
import { describe, expect, it } from "vitest";
import { readIssueMessage } from "../../../src/engine/fold/read-issue-message.ts";
import { task } from "../../support/issues.ts";

const changed = { title: "[Task] Another", body: "### Goal\n\nAnother.", labels: ["kind:question"] };

describe("readingOf", () => {
  it("the parse result of the same fact, or of the same text read again, is reused", () => {
    const issue = task(1);
    const reading = readIssueMessage(issue, undefined, undefined);
    expect(readIssueMessage(issue, undefined, undefined)).toBe(reading);
    expect(readIssueMessage(task(1), undefined, reading)).toBe(reading);
  });

  it.each(Object.entries(changed))("a text is parsed again when the %s differs", (name, value) => {
    const reading = readIssueMessage(task(1), undefined, undefined);
    const after = { ...task(1), [name]: value };
    expect(readIssueMessage(after, undefined, reading)).not.toBe(reading);
    expect(readIssueMessage(after, undefined, reading)).toEqual(
      readIssueMessage({ ...after }, undefined, undefined),
    );
  });

  it("a text is parsed again when a label has confirmed the kind meanwhile", () => {
    const issue = task(1, { labels: [] });
    const reading = readIssueMessage(issue, undefined, undefined);
    expect(readIssueMessage(issue, "question", reading)).toMatchObject({ kind: "question" });
  });

  it("a parse result from the index is not reused: another release may have produced it", () => {
    const kept = JSON.parse(JSON.stringify(readIssueMessage(task(1), undefined, undefined)));
    const reading = readIssueMessage(task(1), undefined, kept);
    expect(reading).not.toBe(kept);
    expect(reading).toEqual(kept);
  });
});
