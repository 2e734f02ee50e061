import { describe, expect, test } from "vitest";
import { splitTargets, type Targets } from "../../../../src/dispatcher/reconcile/reading/targets.ts";
import { emptyPersistedState } from "../../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../../src/engine/model/snapshot.ts";
import { completed, question, start, task } from "../../../support/issues.ts";

const minute = 60_000;
const records = new Map<string, IssueRecord>(
  [task(12), question(40, "#12")].map((seen): [string, IssueRecord] => {
    const reading = { kind: undefined };
    return [seen.id, { seen, reading, persisted: emptyPersistedState, readAt: start, edgeMadeAt: {} }];
  }),
);
const index = { records: async () => records };
const decides = { target: { id: "I_12" }, unlessFresh: true } as const;
const reads = { target: { id: "I_12" } };
const planned = (asked: Parameters<typeof splitTargets>[1], now = start + 1_000): Promise<Targets> =>
  splitTargets(index, asked, now);

describe("what a batch reads and what it decides on from the index", () => {
  test("a decision about an issue that was read within a minute reads nothing", async () => {
    expect(await planned([decides])).toMatchObject({ targets: [], decides: ["I_12"] });
  });

  test("a decision that waits does not replace a read that waits, in whatever order they come", async () => {
    for (const asked of [
      [decides, reads],
      [reads, decides],
    ])
      expect(await planned(asked)).toMatchObject({ targets: [{ id: "I_12" }], decides: [] });
  });

  test("an older record and an unknown issue are read", async () => {
    expect(await planned([decides], start + minute)).toMatchObject({
      targets: [{ id: "I_12" }],
      decides: [],
    });
    const unknown = { ...decides, target: { id: "I_99" } };
    expect(await planned([unknown])).toMatchObject({ targets: [{ id: "I_99" }], decides: [] });
    const numbered = { ...decides, target: { number: 12 } };
    expect(await planned([numbered])).toMatchObject({ targets: [{ number: 12 }], decides: [] });
  });

  test("a read that was made for the decision serves for an hour", async () => {
    const madeForIt = { ...decides, dueAt: start };
    expect(await planned([madeForIt], start + 59 * minute)).toMatchObject({ targets: [], decides: ["I_12"] });
    expect(await planned([madeForIt], start + 60 * minute)).toMatchObject({ targets: [{}], decides: [] });
    const later = { ...decides, dueAt: start + 1 };
    expect(await planned([later], start + minute)).toMatchObject({ targets: [{}], decides: [] });
  });

  test("a look at an open question is not read once the question is closed", async () => {
    const look = { target: { id: "I_40" }, unlessClosed: true } as const;
    expect(await planned([look], start + minute)).toMatchObject({ targets: [{ id: "I_40" }], decides: [] });
    const asked = records.get("I_40");
    if (asked === undefined) throw new Error("There is no such question.");
    const closed = { ...asked, seen: { ...asked.seen, issueState: completed } };
    const later = { records: async () => new Map([["I_40", closed]]) };
    const after = await splitTargets(later, [look], start + minute);
    expect(after).toMatchObject({ targets: [], decides: ["I_40"] });
    const read = await splitTargets(later, [look, { target: { id: "I_40" } }], start + minute);
    expect(read).toMatchObject({ targets: [{ id: "I_40" }], decides: [] });
  });

  test("what only may differ in what has no version is compared, unless it is a handover or may lack a change", async () => {
    const check = { target: { id: "I_12" }, unlessUnchanged: true } as const;
    const known = records.get("I_12");
    if (known === undefined) throw new Error("There is no such task.");
    const among = (record: IssueRecord) =>
      splitTargets({ records: async () => new Map([["I_12", record]]) }, [check], start + minute);
    const certain = { ...known, readAt: known.seen.updatedAt + 3_000 };
    expect(await among(certain)).toMatchObject({ targets: [], decides: [], checks: [certain] });
    const soon = { ...known, readAt: known.seen.updatedAt + 1_000 };
    expect(await among(soon)).toMatchObject({ targets: [{ id: "I_12" }], checks: [] });
    const handover = { ...certain, reading: { kind: "handover", problems: [], notes: [] } } as const;
    expect(await among(handover)).toMatchObject({ targets: [{ id: "I_12" }], checks: [] });
    const both = await splitTargets(
      { records: async () => new Map([["I_12", certain]]) },
      [check, reads],
      start + minute,
    );
    expect(both).toMatchObject({ targets: [{ id: "I_12" }], checks: [] });
  });

  test("a report of what is known cancels no read that something else asks for", async () => {
    const news = { type: "label", name: "kind:task", isThere: true, updatedAt: 0 } as const;
    const report = { target: { id: "I_12" }, news };
    expect(await planned([report])).toMatchObject({ targets: [], decides: [] });
    expect(await planned([report, reads])).toMatchObject({ targets: [{ id: "I_12" }] });
    expect(await planned([report, decides])).toMatchObject({ targets: [], decides: ["I_12"] });
  });
});
