import { expect, test } from "vitest";
import type { Effect } from "../../../src/engine/model/effect.ts";
import type { LinkedIssue } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { parseEffect, parseRecord, writeEffect, writeRecord } from "../../../src/store/shape/stored-json.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { issue } from "../../support/issues.ts";

const link: LinkedIssue = {
  id: "I_40",
  repositoryId: "R_1",
  owner: "acme",
  repo: "demo",
  number: 40,
  title: "Postgres or SQLite?",
  issueState: { state: "closed", reason: "completed" },
  closedAt: 1,
};
const record = recordOf({
  ...issue(12),
  blockedBy: { complete: true, unreadable: 0, issues: [link] },
  subIssues: [link],
  duplicateOf: link,
  own: [
    { id: "IC_1", key: "status", text: "Ready.", persisted: { ran: [] }, createdAt: 1, isMinimized: false },
  ],
});
const effect: Effect = {
  type: "ShowStatus",
  commentId: undefined,
  text: "Ready.",
  persisted: emptyPersistedState,
};

test("a record that was stored is equal to the one that was written", () => {
  expect(parseRecord(writeRecord(record), record.readAt)).toEqual(record);
});

test("a record has the time of its column, as a read that brings nothing writes that alone", () => {
  const readAt = record.readAt + 5;
  expect(parseRecord(writeRecord(record), readAt)).toEqual({ ...record, readAt });
});

test("a stored record keeps the keys of the release that introduced them", () => {
  const standing = { state: "closed", reason: "completed" };
  expect(JSON.parse(writeRecord(record))).toMatchObject({
    memory: { ran: [] },
    seen: {
      standing: { state: "open" },
      blockedBy: { issues: [{ standing }] },
      subIssues: [{ standing }],
      duplicateOf: { standing },
      own: [{ memory: { ran: [] } }],
    },
  });
});

test("a queued status comment keeps its stored keys and is read as it was written", () => {
  expect(JSON.parse(writeEffect(effect))).toMatchObject({ memory: { ran: [] } });
  expect(parseEffect(writeEffect(effect))).toEqual(effect);
});
