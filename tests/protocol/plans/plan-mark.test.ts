/** The mark by which an issue of a plan is found again. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readEnvelope, writeEnvelope } from "../../../src/protocol/envelope/envelope.ts";
import { type Digest, entryId, planEnvelope, planMarkIn } from "../../../src/protocol/plans/plan-mark.ts";

const digest: Digest = (text) => createHash("sha256").update(text).digest();
const title = "Write the journal";
const text = "### Goal\n\nIt is kept.";
const body = `${text}\n\n${writeEnvelope(planEnvelope(digest, "rewrite", "journal", { title, text }))}\n`;

test("an entry has the same ULID in every run, and another one under another plan or key", () => {
  const id = entryId(digest, "rewrite", "journal");
  expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect(entryId(digest, "rewrite", "journal")).toBe(id);
  const others = [entryId(digest, "rewrite", "schema"), entryId(digest, "other", "journal")];
  expect(new Set([id, ...others]).size).toBe(3);
  // Of a thousand, all are ULIDs that an envelope takes.
  for (let n = 0; n < 1_000; n++)
    expect(readEnvelope(JSON.stringify({ v: "1.1", id: entryId(digest, "p", `k${n}`) })).ok).toBe(true);
});

test("a text is untouched as long as neither title nor text was changed, whatever line ends GitHub keeps", () => {
  const mark = { plan: "rewrite", key: "journal" };
  expect(planMarkIn(digest, { title, body })).toEqual({ ...mark, isUntouched: true });
  expect(planMarkIn(digest, { title, body: body.replaceAll("\n", "\r\n") })).toEqual({
    ...mark,
    isUntouched: true,
  });
  expect(planMarkIn(digest, { title: "Other", body })).toEqual({ ...mark, isUntouched: false });
  expect(planMarkIn(digest, { title, body: body.replace("kept", "lost") })).toEqual({
    ...mark,
    isUntouched: false,
  });
});

test("an issue without the block, or with the ID of another entry, is no plan's", () => {
  expect(planMarkIn(digest, { title, body: text })).toBeUndefined();
  expect(planMarkIn(digest, { title, body: body.replace('"journal"', '"schema"') })).toBeUndefined();
  expect(planMarkIn(digest, { title, body: `${body}\nMore words.` })).toBeUndefined();
});
