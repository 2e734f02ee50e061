/** What is parsed once and what is parsed again, checked by identity: the result is the same either way. */
import { describe, expect, it } from "vitest";
import { readingOf } from "../../../src/engine/fold/reading-of.ts";
import { task } from "../../support/issues.ts";

const changed = { title: "[Task] Another", body: "### Goal\n\nAnother.", labels: ["kind:question"] };

describe("readingOf", () => {
  it("the parse result of the same fact, or of the same text read again, is reused", () => {
    const issue = task(1);
    const reading = readingOf(issue, undefined, undefined);
    expect(readingOf(issue, undefined, undefined)).toBe(reading);
    expect(readingOf(task(1), undefined, reading)).toBe(reading);
  });

  it.each(Object.entries(changed))("a text is parsed again when the %s differs", (name, value) => {
    const reading = readingOf(task(1), undefined, undefined);
    const after = { ...task(1), [name]: value };
    expect(readingOf(after, undefined, reading)).not.toBe(reading);
    expect(readingOf(after, undefined, reading)).toEqual(readingOf({ ...after }, undefined, undefined));
  });

  it("a text is parsed again when a label has confirmed the kind meanwhile", () => {
    const issue = task(1, { labels: [] });
    const reading = readingOf(issue, undefined, undefined);
    expect(readingOf(issue, "question", reading)).toMatchObject({ kind: "question" });
  });

  it("a parse result from the index is not reused: another release may have produced it", () => {
    const kept = JSON.parse(JSON.stringify(readingOf(task(1), undefined, undefined)));
    const reading = readingOf(task(1), undefined, kept);
    expect(reading).not.toBe(kept);
    expect(reading).toEqual(kept);
  });
});
