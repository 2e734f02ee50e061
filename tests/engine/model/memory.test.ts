/** Markers outlive a release: state that an earlier one wrote is read without a loss, slice by slice. */
import { expect, test } from "vitest";
import {
  compactPersistedState,
  emptyPersistedState,
  parsePersistedState,
} from "../../../src/engine/model/persisted-state.ts";

const by = { id: "U_1", login: "alice" };

/** Every key as it is spelled in markers on GitHub. Never rename or drop one. */
const written = {
  kind: "task",
  heardUntil: 1,
  ran: ["IC_1"],
  obeyed: ["IC_2"],
  declined: [{ comment: "IC_8", because: "it is closed" }],
  edges: ["I_1"],
  accepted: {
    version: { title: "Q", hash: "b0d1" },
    how: "answer",
    word: "I_2",
    number: 2,
    by,
    decision: "SQLite",
    because: "It is there.",
    at: 2,
    row: 'row "people" of the policy',
    gone: true,
    overrules: "I_3",
    commentNumber: 7,
    replaced: { decision: "PostgreSQL", number: 3, in: 9 },
  },
  disputed: { decision: "SQLite", by: { id: "U_alice", login: "alice" }, commentNumber: 7 },
  decided: {
    version: { title: "Escalation", hash: "b0d1" },
    how: "command",
    word: "IC_3",
    option: 1,
    decision: "SQLite",
    because: "",
    by,
    at: 3,
    row: "write access",
    action: { do: "cut", blocked: "I_4", blocker: "I_5" },
    carriedOut: true,
  },
  hinted: true,
  approved: {
    version: { title: "Settings", hash: "b0d1" },
    how: "command",
    word: "IC_4",
    by,
    at: 4,
    file: "f11e",
  },
  settled: {
    version: { title: "Handover", hash: "b0d1" },
    commit: "c0ffee",
    base: "main",
    since: 0,
    at: 5,
    how: "press",
    word: "IC_5",
    by,
    because: "It works.",
    row: "write access",
  },
  fork: { body: "b0d1", number: 9, commit: "c0ffee" },
  merging: { text: "b0d1", commit: "c0ffee", choice: "leave", escalation: 8, by, because: "", createdAt: 6 },
  lost: ["acme/api#7"],
  waived: ["acme/api#8"],
  waivers: [{ of: "I_6", by: "alice", at: 7 }],
  admitted: { hash: "b0d1", by: "U_1", approver: "alice", agent: "ada" },
  signed: [{ id: "01JDB3Z5M7Q8R9S0T1V2W3X4Y5", key: "abcdefghijkl", comment: "IC_9" }],
  urgency: { instead: "important", is: "blocking", since: 8 },
  started: "in-review",
  heldBy: ["I_7"],
  woken: ["I_7@9"],
  told: ["I_8"],
  unsaid: ["I_9"],
  asked: ["U_2"],
  reminded: 2,
  opened: [{ key: "open:I_1:overdue@0", id: "I_10", number: 10 }],
  unlinked: 1,
  lease: {
    holder: { agent: "ada", account: "U_3", login: "ada", isApp: true },
    token: 9,
    since: 9,
    claim: "IC_6",
    isUntold: true,
    assigned: true,
    confirms: 3,
  },
  lastLease: {
    holder: { account: "U_4" },
    token: 8,
    since: 8,
    endedAt: 9,
    how: "released",
    because: "bob released it.",
    isShown: true,
  },
  parts: ["I_11"],
  mentions: [{ comment: "IC_7", counts: true }],
} as const;

test("a marker with every key of earlier releases is read and written without a loss", () => {
  const read = parsePersistedState(written);
  expect(read).toEqual(written);
  expect(read && compactPersistedState(read)).toEqual(written);
});

test("the fixture above has every key that exists", () => {
  expect(Object.keys(written)).toEqual(expect.arrayContaining(Object.keys(emptyPersistedState)));
  expect(parsePersistedState({})).toEqual(emptyPersistedState);
});

test("a marker of a shape that this release does not know yields no persisted state", () => {
  expect(parsePersistedState({ woken: "I_7@9" })).toBeUndefined();
});
