/** What binds apart from who speaks: settled referrals, repairs, texts of ours that somebody altered, and kept settlements. */
import { describe, expect, test } from "vitest";
import { bindSettled, bindWord, changesSincePut } from "../../../src/engine/matters/bind-word.ts";
import { settlementByWord } from "../../../src/engine/matters/persisted.ts";
import { currentWorkHash, settlementOf } from "../../../src/engine/matters/text-version.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { bob, context, decided, issue, question, start, task } from "../../support/issues.ts";

const minuteMs = 60_000;
const spoken = start + 60 * minuteMs;
const other = "f".repeat(64);

/** The record of an issue, without what its rules add. */
function recordOf(seen: IssueSeen, persisted: Partial<PersistedState> = {}): IssueRecord {
  const record = decided([task(12), seen]).records.find(({ seen: { id } }) => id === seen.id);
  if (record === undefined) throw new Error("The issue has no record.");
  const { regarded: _, put: __, ...rest } = record.persisted;
  return { ...record, seen, persisted: { ...rest, ...persisted } };
}

const asked = question(40, "#12");
const hash = asked.textHash;

describe("which text of its question a settled referral settles", () => {
  const referral = (seen: Partial<IssueSeen>, persisted: Partial<PersistedState> = {}) =>
    recordOf(issue(41, { ...seen }), persisted);

  test("that of somebody else settles the one that our status had shown there, and no other", () => {
    expect(bindSettled(recordOf(asked), referral({}, { regarded: { settles: hash } })).type).toBe("bound");
    expect(bindSettled(recordOf(asked), referral({}, { regarded: { settles: other } })).type).toBe("changed");
    expect(bindSettled(recordOf(asked), referral({})).type).toBe("changed");
  });

  test("one of ours settles the text that it names", () => {
    const ours = (about: string) => referral({ opened: { key: "open:I_40:overdue@0", about } });
    expect(bindSettled(recordOf(asked), ours(hash)).type).toBe("bound");
    expect(bindSettled(recordOf(asked), ours(other)).type).toBe("changed");
  });
});

describe("changes since a text was put before people", () => {
  const edited = question(40, "#12", { editedAt: start + minuteMs, editor: bob });
  const changes = (persisted: Partial<PersistedState>) =>
    changesSincePut(recordOf(edited, persisted)).map(({ part, at }) => [part, at]);

  test("an edit is one", () => {
    expect(changes({})).toEqual([["text", start + minuteMs]]);
  });

  test("a repair that we had asked for is none", () => {
    expect(changes({ put: { hash: edited.textHash, at: start + 2 * minuteMs } })).toEqual([]);
  });

  test.each([
    ["after it was put", { hash: edited.textHash, at: start }],
    ["to another text than was put", { hash: other, at: start + 2 * minuteMs }],
    ["of one that was put as it was opened", { hash: edited.textHash }],
  ])("an edit %s is one", (_, put) => {
    expect(changes({ put })).toHaveLength(1);
  });
});

describe("a text of ours that somebody altered", () => {
  const altered = recordOf({
    ...issue(41),
    altered: [{ part: "text", at: start + minuteMs, by: bob }],
  } as IssueSeen);
  const bind = (word: { readonly textHash?: string; readonly workHash?: string }) =>
    bindWord(altered, { by: bob, at: spoken, ...word }, context).type;

  test("is decided by a word that names it whole, and by no other", () => {
    const whole = altered.seen.textHash;
    expect(bind({ textHash: whole })).toBe("bound");
    expect(bind({ textHash: whole.slice(0, 8) })).toBe("changed");
    expect(bind({ textHash: other })).toBe("changed");
    expect(bind({})).toBe("changed");
    expect(bind({ workHash: currentWorkHash(altered) })).toBe("changed");
    expect(bind({ textHash: whole, workHash: currentWorkHash(altered) })).toBe("changed");
  });
});

test("a settlement by a word says which word and whose", () => {
  const settled = {
    version: { title: "Q", hash },
    at: start,
    how: "command",
    word: "IC_1",
    by: { id: bob.id, login: bob.login },
  };
  const without = (part: "word" | "by") => ({ ...settled, [part]: undefined });
  expect(settlementByWord.safeParse(settled).success).toBe(true);
  expect(settlementByWord.safeParse(without("word")).success).toBe(false);
  expect(settlementByWord.safeParse(without("by")).success).toBe(false);
});

test("what was settled of a contract is its outcome", () => {
  const contract = recordOf(issue(50));
  const outcome = { version: { title: "C", hash }, at: start, how: "count", result: "carried" } as const;
  const read = { ...contract.reading, kind: "contract" } as IssueRecord["reading"];
  const kept = { ...contract, reading: read, persisted: { ...contract.persisted, outcome } } as IssueRecord;
  expect(settlementOf(kept)).toEqual(outcome);
  expect(settlementOf({ ...kept, reading: { kind: undefined } as IssueRecord["reading"] })).toBeUndefined();
});
