/** Who may vote in a round: kept once it has begun, and read from the markers of earlier releases. */
import { expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { electorateIn, electorateToKeep } from "../../../src/engine/polls/kept-electorate.ts";
import type { Vote } from "../../../src/protocol/kinds/vote.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { empty, issue } from "../../support/issues.ts";

const settings = settingsSchema.parse({
  agents: { ada: { account: "U_ada" }, bea: { account: "U_bea" }, cleo: { account: "U_cleo" } },
});
const vote: Vote = {
  kind: "vote",
  question: "Which?",
  options: ["One.", "Two."],
  blockingTasks: [],
  voters: [{ type: "group", group: "holders" }],
  needs: { type: "majority" },
};
const member = (name: string) => ({ key: `account U_${name}`, names: [name] });

function asked(
  persisted: Partial<PersistedState>,
  round = "r",
  changed: Partial<IssueSeen> = { editedAt: 70 },
) {
  const record: IssueRecord = {
    seen: issue(50, changed),
    reading: { kind: undefined },
    persisted: { ...emptyPersistedState, ...persisted },
    readAt: 100,
    edgeMadeAt: {},
  };
  return { view: viewOf(empty), record, settings, vote, round };
}

test("AG60 the holders that an earlier release kept are the voters of their round", () => {
  const old = asked({ holders: { round: "r", names: ["ada", "bea"] } });
  expect(electorateIn(old).electorate.members).toEqual([member("ada"), member("bea")]);
  expect(electorateToKeep(old)).toEqual({ round: "r", members: [member("ada"), member("bea")] });
  expect(electorateToKeep({ ...old, round: "s" })).toBeUndefined();
});

test("AG60 what is kept stays, and a round that replaces another one does not count what was cast before it", () => {
  const kept = { round: "r", members: [member("ada"), { key: "account U_x", names: ["gone"] }] };
  const { electorate, since } = electorateIn(asked({ electorate: kept }));
  expect(electorate).toEqual({ members: kept.members, left: ["account U_x"], hasPeople: false, faults: [] });
  expect(since).toBe(0);
  expect(electorateToKeep(asked({ electorate: kept }))).toBeUndefined();
  const again = asked({ electorate: { ...kept, round: "other" }, holders: { round: "r", names: ["ada"] } });
  expect(electorateToKeep(again)).toEqual({ round: "r", members: [member("ada")], since: 70 });
});

test.each([
  ["renamed there and back", { renamed: { at: 80 } }, 80],
  ["edited, and then renamed", { editedAt: 70, renamed: { at: 80 } }, 80],
  ["renamed, and then edited", { editedAt: 90, renamed: { at: 80 } }, 90],
  ["changed by nobody", {}, undefined],
])("AG60 the first round comes again, with none of its votes, when the vote was %s", (_, changed, since) => {
  const electorate = { round: "other", members: [member("ada")] };
  const again = asked({ electorate, holders: { round: "r", names: ["ada"] } }, "r", changed);
  expect(electorateToKeep(again)?.since).toBe(since);
});

test("AG60 a bot that is only called like an agent holds its task without giving that one a vote", () => {
  const holding = (agent: string, account: string, number: number): IssueRecord => ({
    ...asked({ lease: { holder: { agent, account }, token: 1, since: 1 } }).record,
    seen: issue(number),
  });
  const tasks = [holding("ada", "BOT_ada", 12), holding("bea", "U_bea", 13)];
  const records = new Map(tasks.map((task) => [task.seen.id, task]));
  const blockingTasks = [12, 13].map((number) => ({ number }));
  const { view, ...rest } = asked({});
  const on = { ...rest, view: viewOf({ ...view, records }), vote: { ...vote, blockingTasks } };
  expect(electorateIn(on).electorate.members).toEqual([member("bea")]);
});
