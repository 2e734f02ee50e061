/** What became of a comment with a command follows from its issue's record alone. */
import { expect, test } from "vitest";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import type { CommandSeen } from "../../../src/operations/commands/command-board.ts";
import { commandSeen } from "../../../src/store/shape/board-commands.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { alice, start, task } from "../../support/issues.ts";

const comment = { id: "IC_5", author: alice, text: "/block #13", createdAt: start };
const record = recordOf(task(12, { comments: [comment] }));
const reply = {
  id: "IC_6",
  key: "reply:IC_5",
  text: "It had no effect.",
  persisted: undefined,
  createdAt: start,
  isMinimized: false,
};

const outcomes: readonly (readonly [string, IssueRecord, CommandSeen | undefined])[] = [
  ["one that the index does not have", { ...record, seen: { ...record.seen, comments: [] } }, undefined],
  ["one that is not decided", record, {}],
  [
    "one that was carried out",
    { ...record, persisted: { ...emptyPersistedState, obeyed: ["IC_5"] } },
    { outcome: "done" },
  ],
  [
    "one that got a reply",
    { ...record, seen: { ...record.seen, own: [reply] } },
    { outcome: "refused", reply: "It had no effect." },
  ],
  [
    "one that was declined",
    {
      ...record,
      persisted: { ...emptyPersistedState, declined: [{ comment: "IC_5", because: "ada has it" }] },
    },
    { outcome: "refused", reply: "ada has it" },
  ],
  ["one that only got a reaction", { ...record, reactedTo: ["IC_5"] }, { outcome: "ignored" }],
];

test.each(outcomes)("%s", (_, seen, expected) => {
  expect(commandSeen(seen, "IC_5")).toEqual(expected);
});
