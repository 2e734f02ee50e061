/** A text that was edited since it was agreed to is not in force: nobody agreed to what it says now. */
import { describe, expect, test } from "vitest";
import { interfacesOf } from "../../../src/coordinator/records/contracts.ts";
import { taskState } from "../../../src/engine/blocking/task-state.ts";
import { contractStatusText } from "../../../src/engine/contracts/contract-status-text.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { isInForce } from "../../../src/engine/polls/in-force.ts";
import { briefOf } from "../../../src/engine/presentation/brief.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { contractSeen } from "../../../src/store/shape/contract-seen.ts";
import {
  ada,
  bea,
  contract,
  type Decided,
  decideOn,
  held,
  hour,
  inForce,
  keptOf,
  says,
} from "../../support/contract-issues.ts";
import { context, demo, links, maria, notPlanned, start, task } from "../../support/issues.ts";
import { contractBody } from "../../support/votes-story.ts";

const tasks = [held(12, ada), held(13, bea)];
const first = contract(20, { comments: [says(ada, "/ack"), says(bea, "/ack")] });
const other = { Definition: "```ts\ninterface Order { id: number }\n```" };

const edited = (seen: IssueSeen, changes: Readonly<Record<string, string>>, atHours = 3): IssueSeen => {
  const body = contractBody({ Provider: "#12", Consumers: "#13", ...changes });
  const { bodyHash, textHash } = contract(seen.number, { body, title: seen.title });
  return { ...seen, body, bodyHash, textHash, editor: maria, editedAt: start + atHours * hour };
};

/** What each reader of a contract says of it. */
function readersOf(decision: Decided, number: number, from = 13) {
  const record = decision.records.get(`I_${number}`);
  const reader = decision.records.get(`I_${from}`);
  if (record === undefined || reader === undefined) throw new Error("They were not read.");
  const { text } = contractStatusText({ view: decision.view, record, context });
  return {
    isInForce: isInForce(decision.view, record),
    brief: briefOf(decision.view, reader).decisions.map(({ name }) => name),
    pages: interfacesOf([...decision.records.values()], demo).inForce.map(({ issue }) => issue),
    standing: contractSeen(decision.view, record, defaultSettings)?.standing,
    status: "status" in text.data ? text.data.status : undefined,
  };
}

const nowhere = { isInForce: false, brief: [], pages: [], standing: "edited", status: "edited" };
const everywhere = { isInForce: true, brief: ["#20"], pages: [20], standing: "agreed" };

describe("a contract in force", () => {
  const agreed = decideOn([...tasks, first]);

  test("AG63 keeps which text was agreed to, title and body", () => {
    expect(keptOf(agreed, 20).outcome).toMatchObject({
      how: "count",
      result: "carried",
      decision: "orders-api 1.2.0",
      version: { title: first.title, hash: first.textHash },
    });
  });

  test("AG63 is in no brief, no page and no list once its text is edited, and again when that is restored", () => {
    const closed = decideOn([...tasks, inForce(first)], 3, {}, agreed.records);
    expect(readersOf(closed, 20)).toMatchObject(everywhere);
    const after = decideOn([...tasks, edited(inForce(first), other)], 4, {}, closed.records);
    expect(readersOf(after, 20)).toEqual(nowhere);
    const restored = decideOn([...tasks, edited(inForce(first), {}, 4)], 5, {}, after.records);
    expect(readersOf(restored, 20)).toMatchObject(everywhere);
  });

  test("AG63 is edited, too, where an earlier release kept no fingerprint", () => {
    const { outcome } = keptOf(agreed, 20);
    const record = agreed.records.get("I_20");
    if (record === undefined || outcome === undefined) throw new Error("It was not agreed to.");
    const { agreed: _, ...old } = outcome;
    const persisted = { ...record.persisted, outcome: old };
    const before = new Map(agreed.records).set("I_20", { ...record, persisted });
    expect(readersOf(decideOn([...tasks, inForce(first)], 3, {}, before), 20)).toMatchObject(everywhere);
    const after = decideOn([...tasks, edited(inForce(first), other)], 4, {}, before);
    expect(readersOf(after, 20)).toEqual(nowhere);
  });

  test("AG63 edited by somebody without write access, it stops no task: the text is set aside", () => {
    const closed = decideOn([...tasks, inForce(first)], 3, {}, agreed.records);
    const mallory = { id: "U_mallory", login: "mallory", type: "User" } as const;
    const theirs = { ...edited(inForce(first), other), editor: mallory };
    const after = decideOn([...tasks, theirs], 4, {}, closed.records);
    expect(readersOf(after, 20).isInForce).toBe(false);
    const waiting = after.records.get("I_13");
    if (waiting === undefined) throw new Error("It was not read.");
    const link = links(inForce(first));
    expect(
      taskState(after.view, { ...waiting, seen: { ...waiting.seen, blockedBy: link } }).unresolved,
    ).toEqual([]);
  });
});

describe("the tasks of a contract that was edited", () => {
  const closed = inForce(first);
  const begun = (seen: IssueSeen) => ({ ...seen, labels: [...seen.labels, "status:in-progress"] });
  const waits = (seen: IssueSeen) => ({ ...seen, blockedBy: links(closed) });
  const free = task(14, { author: maria, assignees: [] });
  const all = [held(12, ada), begun(held(13, bea)), free].map(waits);
  const before = decideOn([...all, first]);

  test("AG62 wait if no work has begun on them, and are told to check their work otherwise", () => {
    const after = decideOn([...all, edited(closed, other)], 4, {}, before.records);
    const stateOf = (number: number) => {
      const record = after.records.get(`I_${number}`);
      if (record === undefined) throw new Error("It was not read.");
      const { status, warned, unresolved } = taskState(after.view, record);
      return [status, warned, unresolved.map(({ verdict }) => verdict)];
    };
    expect(stateOf(14)).toEqual(["blocked", false, ["edited"]]);
    expect(stateOf(13)).toEqual(["in-progress", true, ["edited"]]);
  });
});

describe("a change that was agreed to and then edited", () => {
  const agreed = decideOn([...tasks, first]);
  const change = contract(21, {
    says: { Version: "1.3.0", Replaces: "#20" },
    comments: [says(ada, "/ack", 3), says(bea, "/ack", 3)],
  });
  const both = decideOn([...tasks, inForce(first), change], 4, {}, agreed.records);

  test.each([
    ["its definition", { Version: "1.3.0", Replaces: "#20", ...other }],
    ["what it replaces", { Version: "1.3.0" }],
    ["its name", { Version: "1.3.0", Replaces: "#20", Interface: "billing" }],
  ])("AG63 %s: the version before does not come back", (_, text) => {
    const after = decideOn(
      [...tasks, inForce(first), edited(inForce(change, 4), text, 5)],
      6,
      {},
      both.records,
    );
    expect(readersOf(after, 21)).toEqual(nowhere);
    expect(readersOf(after, 20)).toMatchObject({
      isInForce: false,
      standing: "replaced",
      status: "replaced",
    });
  });

  test("AG63 to say that it replaces another: that one stays in force", () => {
    const billing = contract(30, { comments: first.comments, says: { Interface: "billing" } });
    const known = decideOn([...tasks, billing], 2, {}, agreed.records);
    const hijacked = edited(inForce(first), { Replaces: "#30" });
    const after = decideOn([...tasks, inForce(billing), hijacked], 4, {}, known.records);
    expect(readersOf(after, 30).isInForce).toBe(true);
  });

  test("AG62 its version is the one that was agreed to, so a breaking change still reaches a person", () => {
    const raised = edited(inForce(first), { Version: "2.0.0" });
    const next = contract(22, {
      says: { Version: "2.1.0", Replaces: "#20" },
      comments: [says(ada, "/ack", 5), says(bea, "/ack", 5)],
    });
    const after = decideOn([...tasks, raised, next], 6, {}, agreed.records);
    expect(keptOf(after, 22).outcome).toBeUndefined();
    const opened = after.effects.filter(({ effect }) => effect.type === "OpenIssue");
    expect(JSON.stringify(opened)).toContain("in a breaking way");
  });

  test("AG62 it can be replaced, and the next version has to name it", () => {
    const gone = edited(inForce(first), other);
    const unnamed = contract(22, { says: { Version: "1.3.0" }, comments: first.comments });
    const after = decideOn([...tasks, gone, unnamed], 6, {}, agreed.records);
    expect(keptOf(after, 22).outcome).toBeUndefined();
    const named = contract(23, {
      says: { Version: "1.3.0", Replaces: "#20" },
      comments: [says(ada, "/ack", 5), says(bea, "/ack", 5)],
    });
    expect(keptOf(decideOn([...tasks, gone, named], 6, {}, agreed.records), 23).outcome?.result).toBe(
      "carried",
    );
  });
});

test("AG62 a change that a person declined stays declined, however its text is edited", () => {
  const change = contract(21, { issueState: notPlanned, says: { Version: "2.0.0", Replaces: "#20" } });
  const version = { title: change.title, hash: change.textHash };
  const said = { how: "decision", result: "declined", decision: keepWords("orders-api 2.0.0") } as const;
  const declined = { ...said, version, at: start + hour };
  const known = decideOn([...tasks, change]);
  const record = known.records.get("I_21");
  if (record === undefined) throw new Error("It was not read.");
  const persisted = { ...record.persisted, outcome: declined };
  const before = new Map(known.records).set("I_21", { ...record, persisted });
  const after = decideOn([...tasks, edited(change, { ...other, Replaces: "#20" })], 4, {}, before);
  expect(readersOf(after, 21)).toMatchObject({ isInForce: false, standing: "declined" });
});
