/** Binds words of every kind of speaker to a text, by every line of ours that may have shown it to them. */
import { describe, expect, test } from "vitest";
import type { Voice } from "../../../src/engine/admission/speaking/voice.ts";
import { bindReferral, bindWord, type Word, wasChanged } from "../../../src/engine/matters/bind-word.ts";
import { textVersion } from "../../../src/engine/matters/persisted.ts";
import { currentWorkHash, settledText } from "../../../src/engine/matters/text-version.ts";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { type CommentKey, formatCommentKey } from "../../../src/engine/model/keys/comment-key.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import {
  alice,
  bob,
  context,
  decided,
  handover,
  person,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { adaKey, bobKey } from "../../support/public-keys.ts";

const minute = 60_000;
const spoken = start + 60 * minute;
const reading = readSettings(`
agents:
  ada: { account: U_shared, key: "${adaKey}" }
  bea: { account: U_shared, key: "${bobKey}" }
  dora: { account: U_team }
  emil: { account: U_team }
  hal: { account: U_alice, with_person: true }
`);
if (!reading.ok) throw new Error(reading.problem);
const known = { ...context, settings: reading.settings };
const shared = person("shared");
const team = person("team");

interface Speaking {
  readonly account: typeof alice;
  readonly speaker: NonNullable<Voice["speaker"]>;
  /** How their comment is written. */
  readonly comment: Partial<CommentSeen>;
}

const signed = (key: string, from: string): Partial<CommentSeen> => ({
  signature: { type: "holds", key, from, id: `01J${from}`, until: start + 15 * minute },
});
const envelope = (from: string): string => `\n\n\`\`\`signalbox\n{"v":"1.1","from":"${from}"}\n\`\`\``;
const speakers: Readonly<Record<string, Speaking>> = {
  bob: { account: bob, speaker: { type: "person" }, comment: {} },
  "alice or her agent": { account: alice, speaker: { type: "person", mayBeAgent: true }, comment: {} },
  ada: {
    account: shared,
    speaker: { type: "agent", name: "ada", proof: "key" },
    comment: signed(adaKey, "ada"),
  },
  bea: {
    account: shared,
    speaker: { type: "agent", name: "bea", proof: "key" },
    comment: signed(bobKey, "bea"),
  },
  dora: {
    account: team,
    speaker: { type: "agent", name: "dora", proof: "said" },
    comment: { text: `/answer SQLite${envelope("dora")}` },
  },
  "one of a team": { account: team, speaker: { type: "agents" }, comment: {} },
  cleo: {
    account: person("own"),
    speaker: { type: "agent", name: "own", proof: "account" },
    comment: {},
  },
};
const names = Object.keys(speakers);

function speaking(name: string): Speaking {
  const found = speakers[name];
  if (found === undefined) throw new Error(name);
  return found;
}

function recordOf(changes: Partial<IssueSeen>): IssueRecord {
  const subject = question(40, "#12", { editor: person("eve"), editedAt: start + 30 * minute, ...changes });
  const { records } = decided([task(12), subject], {}, known);
  const found = records.find(({ seen }) => seen.number === 40);
  if (found === undefined) throw new Error("It was not decided about.");
  return { ...found, persisted: { ...found.persisted, put: undefined } };
}

const line = (key: CommentKey, createdAt = spoken - minute): OwnComment => ({
  id: `IC_${formatCommentKey(key)}`,
  key: formatCommentKey(key),
  text: "",
  persisted: undefined,
  createdAt,
  isMinimized: false,
});
const wordOf = (name: string, changes: Partial<Word> = {}): Word => {
  const { account, speaker } = speaking(name);
  return { by: { id: account.id, login: account.login, speaker }, at: spoken, ...changes };
};
const tells = question(40, "#12").textHash;

/** The question after its edit, with a comment by one speaker and a line of ours in reply to it. */
function repliedTo(name: string, changes: Partial<CommentKey & { type: "reply" }> = {}): IssueRecord {
  const { account, comment } = speaking(name);
  const earlier = {
    id: "IC_first",
    author: account,
    text: "/answer SQLite",
    createdAt: start + minute,
    ...comment,
  };
  const key = { type: "reply", commentId: earlier.id, isFinal: false, tells, ...changes } as const;
  return recordOf({ comments: [earlier], own: [line(key)] });
}

/** Those whom nobody else's words can be taken for. */
const isCertain = (name: string): boolean => ["bob", "ada", "bea", "cleo"].includes(name);

test("words whose speaker is not told count as those of one who cannot be told from others of the login", () => {
  const { account } = speaking("ada");
  const word: Word = { by: { id: account.id, login: account.login }, at: spoken };
  expect(bindWord(repliedTo("ada"), word, known).type).toBe("changed");
});

test("while a text of ours is altered, a word counts that names ours whole, and others are told who altered it", () => {
  const altered = [{ part: "text", at: start + 40 * minute, by: bob }] as const;
  const named = (textHash: string | undefined) =>
    bindWord(recordOf({ altered, author: us }), wordOf("bob", { textHash }), known);
  expect(named(tells).type).toBe("bound");
  for (const other of [undefined, "0".repeat(64)])
    expect(named(other)).toEqual({ type: "changed", changes: altered });
  const eight = wordOf("bob", { textHash: tells.slice(0, 8) });
  expect(bindWord(recordOf({ altered, author: us }), eight, known).type).toBe("changed");
});

describe.each(names)("a line in reply to %s", (told) => {
  test.each(names)("shows the text to %s only if both are certainly the same", (name) => {
    const expected = name === told && isCertain(name) ? "bound" : "changed";
    expect(bindWord(repliedTo(told), wordOf(name), known).type).toBe(expected);
  });

  test("shows nothing if it quotes another text, was written in that second, or answers a comment that is gone", () => {
    expect(bindWord(repliedTo(told, { tells: "0".repeat(64) }), wordOf(told), known).type).toBe("changed");
    expect(bindWord(repliedTo(told, { tells: undefined }), wordOf(told), known).type).toBe("changed");
    expect(bindWord(repliedTo(told, { commentId: "IC_gone" }), wordOf(told), known).type).toBe("changed");
    const at = spoken - minute;
    expect(bindWord(repliedTo(told), wordOf(told, { at }), known).type).toBe("changed");
  });
});

test("lines of other kinds show no text to anybody", () => {
  const own = [
    line({ type: "lease-notice", account: bob.id, token: 1 }),
    line({ type: "reminder", step: 1 }),
    line({ type: "hint" }),
  ];
  const strange: OwnComment = { ...line({ type: "status" }), key: "of a later release" };
  const record = recordOf({ own: [...own, strange] });
  expect(bindWord(record, wordOf("bob"), known).type).toBe("changed");
  expect(bindWord(record, wordOf("bob", { textHash: tells.slice(0, 8) }), known).type).toBe("changed");
});

test("a text was changed if somebody edited, renamed or altered it, and its version is kept whole", () => {
  const at = start + 30 * minute;
  const unedited = { editor: undefined, editedAt: undefined };
  expect(wasChanged(recordOf({}))).toBe(true);
  expect(wasChanged(recordOf({ ...unedited, renamed: { at, by: bob } }))).toBe(true);
  expect(wasChanged(recordOf(unedited))).toBe(false);
  expect(textVersion.parse({ title: "A", hash: "0" })).toEqual({ title: "A", hash: "0" });
  expect(textVersion.safeParse({ title: "A" }).success).toBe(false);
});

test("eight digits choose no text, whatever lines of ours showed, and contradict one that begins otherwise", () => {
  const other = `${tells.startsWith("0") ? "1" : "0"}`.repeat(64);
  const own = [tells, other].map((hash) =>
    line({ type: "reply", commentId: `IC_${hash}`, isFinal: false, tells: hash }),
  );
  const named = (digits: string, changes: Partial<IssueSeen> = {}) =>
    bindWord(recordOf({ own, ...changes }), wordOf("bob", { textHash: digits }), known).type;
  const unedited = { editor: undefined, editedAt: undefined };
  expect([named(tells.slice(0, 8)), named(other.slice(0, 8))]).toEqual(["changed", "changed"]);
  expect([named(tells.slice(0, 8), unedited), named(other.slice(0, 8), unedited)]).toEqual([
    "bound",
    "changed",
  ]);
});

test("a word that names the work counts for this work alone, and says so where it names other work", () => {
  const record = recordOf({});
  const named = (workHash: string) => bindWord(record, wordOf("bob", { workHash }), known);
  expect(named(currentWorkHash(record)).type).toBe("bound");
  expect(named("0".repeat(64))).toMatchObject({ type: "changed", isOfOtherWork: true });
  expect(bindWord(record, wordOf("bob"), known)).not.toHaveProperty("isOfOtherWork");
});

describe("one's own edit", () => {
  const editedBy = (editor: typeof alice | undefined, editedAt = start + 30 * minute) =>
    recordOf({ editor, editedAt });
  test.each(names)("has shown the text to %s only where one alone speaks with the account", (name) => {
    const expected = ["bob", "cleo"].includes(name) ? "bound" : "changed";
    expect(bindWord(editedBy(speaking(name).account), wordOf(name), known).type).toBe(expected);
  });
  test("in the second of the word or after it has not, nor has that of an account that is gone", () => {
    expect(bindWord(editedBy(bob, spoken), wordOf("bob"), known).type).toBe("changed");
    expect(bindWord(editedBy(bob, spoken + minute), wordOf("bob"), known).type).toBe("changed");
    const gone = bindWord(editedBy(undefined), wordOf("bob"), known);
    expect(gone).toEqual({
      type: "changed",
      changes: [{ part: "text", at: start + 30 * minute, by: undefined }],
    });
  });
});

test("what others decide elsewhere is about the text only if it changed before they opened that", () => {
  const referral = (createdAt: number) => ({ seen: task(60, { createdAt }) });
  const at = start + 30 * minute;
  const bind = (createdAt: number) => bindReferral(recordOf({ editedAt: at }), referral(createdAt));
  expect(bind(at + 1).type).toBe("bound");
  expect(bind(at).type).toBe("changed");
  expect(bind(at - 1).type).toBe("changed");
});

test("what was settled in a handover or an escalation without its text counts as edited", () => {
  const { records } = decided([task(12), handover(41, "#12"), question(40, "#12")], {}, known);
  const record = records.find(({ seen }) => seen.number === 41);
  if (record === undefined) throw new Error("It was not decided about.");
  const { title, textHash: hash } = record.seen;
  const kept = (version: object) => ({
    ...record,
    persisted: { ...record.persisted, settled: { version }, outcome: undefined } as never,
  });
  expect(settledText(kept({ title, hash }))).toEqual({ title, isEdited: false });
  expect(settledText(kept({ title: "Earlier", hash: "0" }))).toEqual({ title: "Earlier", isEdited: true });
  for (const kind of ["question", "escalation", "handover", "vote"]) {
    const undecided = { ...record, reading: { kind } } as IssueRecord;
    expect(settledText(undecided)).toEqual({ title, isEdited: true });
  }
});
