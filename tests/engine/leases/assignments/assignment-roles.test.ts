/** Whose roles are asked for before an assignment gives a task away. */
import { expect, test } from "vitest";
import { actorsOfAssignments } from "../../../../src/engine/leases/assignments/assignment-roles.ts";
import type { IssueSeen } from "../../../../src/engine/model/fact.ts";
import { viewOf } from "../../../../src/engine/model/view.ts";
import { settingsSchema } from "../../../../src/protocol/settings/config.ts";
import {
  alice,
  closed,
  completed,
  decided,
  demo,
  empty,
  maria,
  person,
  start,
  task,
} from "../../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const settings = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
const byMaria = { assignee: ada.id, at: start, by: maria.id, byLogin: maria.login };

function asked(seen: IssueSeen): readonly string[] {
  const { records } = decided([seen], {}, { settings });
  const view = viewOf({ ...empty, records: new Map(records.map((record) => [record.seen.id, record])) });
  return actorsOfAssignments(view, [seen.id], () => settings).map(({ login }) => login);
}

test.each<readonly [string, readonly string[], IssueSeen]>([
  ["an agent and who assigned it", ["ada", "maria"], task(12, { assignees: [ada], assignments: [byMaria] })],
  [
    "an agent that assigned itself",
    ["ada"],
    task(12, { assignees: [ada], assignments: [{ ...byMaria, by: ada.id, byLogin: ada.login }] }),
  ],
  ["people", [], task(12, { assignees: [alice] })],
  [
    "who is assigned to a closed task",
    [],
    closed(task(12, { assignees: [ada], assignments: [byMaria] }), completed, start + 60_000),
  ],
])("%s: %j", (_, logins, seen) => {
  expect(asked(seen)).toEqual(logins);
});

test("of a held task only others than its holder", () => {
  const roles = new Map([alice, ada, bea].map(({ id }) => [`${demo.id} ${id}`, "write"]));
  const held = task(12, { assignees: [ada], assignments: [{ ...byMaria, by: ada.id, byLogin: ada.login }] });
  const { records } = decided([held], { roles }, { settings });
  const [record] = records;
  if (record?.persisted.lease === undefined) throw new Error("not held");
  const both = { ...record, seen: { ...record.seen, assignees: [ada, bea] } };
  const view = viewOf({ ...empty, records: new Map([[record.seen.id, both]]) });
  expect(actorsOfAssignments(view, [record.seen.id], () => settings).map(({ login }) => login)).toEqual([
    "bea",
  ]);
});

test("of a held task those who assigned people beside its holder, unassigned it, or closed the task, unless they are agents", () => {
  const roles = new Map([alice, ada, bea].map(({ id }) => [`${demo.id} ${id}`, "write"]));
  const held = task(12, { assignees: [ada], assignments: [{ ...byMaria, by: ada.id, byLogin: ada.login }] });
  const [record] = decided([held], { roles }, { settings }).records;
  if (record?.persisted.lease === undefined) throw new Error("not held");
  const asked = (seen: IssueSeen) => {
    const view = viewOf({ ...empty, records: new Map([[seen.id, { ...record, seen }]]) });
    return actorsOfAssignments(view, [seen.id], () => settings).map(({ login }) => login);
  };
  const event = { id: "UE_1", assignee: ada.id, at: start };
  expect(asked({ ...held, assignees: [], unassignments: [{ ...event, by: maria }] })).toEqual(["maria"]);
  expect(asked({ ...held, assignees: [], unassignments: [{ ...event, by: bea }] })).toEqual([]);
  const beside = { assignee: alice.id, at: start, by: maria.id, byLogin: maria.login };
  expect(asked({ ...held, assignees: [ada, alice], assignments: [beside] })).toEqual(["maria"]);
  expect(asked(closed(held, completed, start, maria))).toEqual(["maria"]);
  expect(asked(closed(held, completed, start, bea))).toEqual([]);
});
