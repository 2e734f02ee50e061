/** What the coordinator's ports promise: records in batches, and numbers that tell what has changed. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import {
  answer,
  closed,
  completed,
  demo,
  handover,
  issue,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { type Adapter, cycle, fill, other, type Ports, recordOf } from "./samples.ts";

const asked = (number: number, changes: Partial<IssueSeen> = {}): IssueSeen =>
  question(number, "#12", changes);
const proposed = (textHash: string): Proposal => ({
  textHash,
  basis: "b",
  isSuggestion: false,
  gates: [],
  passages: [],
  proposed: { type: "rest", same: undefined, because: "There is no context store." },
});

export function coordinatorContract(adapter: Adapter): void {
  const remove = ({ index }: Ports, seen: IssueSeen) => index.commit(cycle({ gone: [seen.id] }));
  const write = ({ index }: Ports, seen: IssueSeen) => index.commit(cycle({ records: [recordOf(seen)] }));

  describe(`the records that the coordinator reads from ${adapter.name}`, () => {
    test("records come by id, and those that are not in the index are left out", async () => {
      const { index, coordinatorStore } = await adapter.open();
      await fill(index, asked(40), asked(41), task(12));
      const records = await coordinatorStore.records(["I_41", "I_99", "I_40"]);
      expect([...records.values()].map(({ seen }) => seen.number).toSorted()).toEqual([40, 41]);
      expect(await coordinatorStore.records([])).toEqual(new Map());
    });

    test("the newest of a kind are listed by number, in any state, in one repository", async () => {
      const { index, coordinatorStore } = await adapter.open();
      await fill(
        index,
        asked(42),
        asked(40),
        closed(asked(41), completed, start),
        answer(43, "#40"),
        task(12),
      );
      await fill(index, asked(44, { repositoryId: other.id }));
      const numbers = async (limit: number) =>
        (await coordinatorStore.ofKind(demo.id, "question", limit)).map(({ seen }) => seen.number);
      expect(await numbers(9)).toEqual([40, 41, 42]);
      expect(await numbers(2)).toEqual([41, 42]);
      expect((await coordinatorStore.listed(demo.id, "question", 2)).map(({ id }) => id)).toEqual([
        "I_41",
        "I_42",
      ]);
      expect((await coordinatorStore.listed(demo.id, "answer", 9)).map(({ id }) => id)).toEqual(["I_43"]);
    });
  });

  describe(`the editions of ${adapter.name}`, () => {
    const editions = async ({ coordinatorStore }: Ports): Promise<ReadonlyMap<string, number>> =>
      new Map(
        (await coordinatorStore.listed(demo.id, "question", 9)).map(({ id, edition }) => [id, edition]),
      );

    test("a question's edition grows when it changes, and no other question's does", async () => {
      const ports = await adapter.open();
      await fill(ports.index, asked(40), asked(41));
      const before = await editions(ports);
      await write(ports, asked(40, { title: "Edited" }));
      const after = await editions(ports);
      expect(after.get("I_40")).toBeGreaterThan(before.get("I_40") ?? Number.POSITIVE_INFINITY);
      expect(after.get("I_41")).toBe(before.get("I_41"));
    });

    test("a repository's edition grows with each question, answer or contract that changes or is removed", async () => {
      const ports = await adapter.open();
      await fill(ports.index, asked(40));
      let before = await ports.coordinatorStore.edition(demo.id);
      const changes = [
        () => write(ports, asked(40, { title: "Edited" })),
        () => write(ports, answer(41, "#40")),
        () => remove(ports, answer(41, "#40")),
        () => write(ports, task(40)),
        () => write(ports, asked(42)),
        () => write(ports, issue(45, { labels: ["kind:contract"] })),
        () => remove(ports, issue(45)),
        () => ports.index.commit(cycle({ gone: ["I_42"], records: [recordOf(task(12))] })),
      ];
      for (const change of changes) {
        await change();
        const now = await ports.coordinatorStore.edition(demo.id);
        expect(now).toBeGreaterThan(before);
        before = now;
      }
    });

    test("other issues, and other repositories, leave a repository's edition as it is", async () => {
      const ports = await adapter.open();
      await fill(ports.index, asked(40), task(12));
      const before = await ports.coordinatorStore.edition(demo.id);
      await write(ports, task(12));
      await remove(ports, task(12));
      await write(ports, asked(44, { id: "I_other", repositoryId: other.id }));
      expect(await ports.coordinatorStore.edition(demo.id)).toBe(before);
      expect(await ports.coordinatorStore.edition("R_unknown")).toBe(0);
    });

    test("a question that was read again and has not changed keeps its edition", async () => {
      const ports = await adapter.open();
      await fill(ports.index, asked(40));
      const before = [await editions(ports), await ports.coordinatorStore.edition(demo.id)];
      await ports.index.commit(cycle({ records: [recordOf(asked(40), { readAt: start + 5 })] }));
      expect([await editions(ports), await ports.coordinatorStore.edition(demo.id)]).toEqual(before);
    });

    test("editions survive a restart, and a question written after it has a new one", async () => {
      const ports = await adapter.open();
      await fill(ports.index, asked(40), asked(41));
      const before = await editions(ports);
      const whole = await ports.coordinatorStore.edition(demo.id);
      const again = await adapter.restart();
      expect(await editions(again)).toEqual(before);
      expect(await again.coordinatorStore.edition(demo.id)).toBe(whole);
      await write(again, asked(40, { title: "Edited" }));
      expect([...before.values()]).not.toContain((await editions(again)).get("I_40"));
    });

    test("a write that failed changes no edition", async () => {
      const ports = await adapter.open();
      await fill(ports.index, asked(40));
      const before = [await editions(ports), await ports.coordinatorStore.edition(demo.id)];
      const broken = { ...recordOf(asked(41)), readAt: Number.NaN };
      await expect(ports.index.commit(cycle({ records: [recordOf(asked(40)), broken] }))).rejects.toThrow();
      expect([await editions(ports), await ports.coordinatorStore.edition(demo.id)]).toEqual(before);
    });
  });

  describe(`what ${adapter.name} stores for the coordinator`, () => {
    test("proposals come by question, and each replaces the one before", async () => {
      const { coordinatorStore } = await adapter.open();
      expect(await coordinatorStore.proposals(["I_40"])).toEqual(new Map());
      await coordinatorStore.saveProposals(
        new Map([
          ["I_40", proposed("one")],
          ["I_41", proposed("one")],
        ]),
      );
      await coordinatorStore.saveProposals(new Map([["I_40", proposed("two")]]));
      const saved = await coordinatorStore.proposals(["I_40", "I_41", "I_99"]);
      expect(saved).toEqual(
        new Map([
          ["I_40", proposed("two")],
          ["I_41", proposed("one")],
        ]),
      );
    });

    test("findings about pages come by handover, and each replaces the one before", async () => {
      const { coordinatorStore, index } = await adapter.open();
      const finding = { body: "b", pages: [{ path: "docs/a.md", files: ["src/a.ts"], more: 0 }] };
      await coordinatorStore.savePageFinding("I_60", { ...finding, body: "before" });
      await coordinatorStore.savePageFinding("I_60", finding);
      expect(await coordinatorStore.pageFindings(["I_60", "I_61"])).toEqual(new Map([["I_60", finding]]));
      expect(await index.pageFindings(["I_60"])).toEqual(new Map([["I_60", finding]]));
    });

    test("handovers are listed while it is not known which pages they made stale, or if they made some", async () => {
      const { coordinatorStore, index } = await adapter.open();
      const handedOver = (number: number, persisted: Partial<PersistedState>): IssueRecord => {
        const record = recordOf(handover(number, "#12"));
        return { ...record, persisted: { ...record.persisted, ...persisted } };
      };
      const large = {
        version: { title: "", hash: handover(60, "#12").textHash },
        since: 0,
        how: "evidence",
        at: start,
        isLarge: true,
      } as const;
      const records = [
        handedOver(60, { settled: large }),
        handedOver(61, { settled: large, stalePages: [] }),
        handedOver(62, { settled: large, stalePages: ["docs/a.md"] }),
        handedOver(63, { settled: { ...large, isLarge: undefined } }),
      ];
      await index.commit(cycle({ records }));
      expect(await coordinatorStore.handoversWithPages(demo.id, 9)).toEqual(["I_62", "I_60"]);
      expect(await coordinatorStore.handoversWithPages(demo.id, 1)).toEqual(["I_62"]);
      expect(await coordinatorStore.handoversWithPages(other.id, 9)).toEqual([]);
    });

    test("calls of a model are counted up to the limit of an hour, by all who call together", async () => {
      const { coordinatorStore } = await adapter.open();
      const minute = 60_000;
      const together = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) => coordinatorStore.count(4, start + at * minute)),
      );
      expect(together.filter((isCounted) => isCounted)).toHaveLength(4);
      const after = (await adapter.restart()).coordinatorStore;
      const call = (at: number) => after.count(4, start + at);
      expect(await call(59 * minute)).toBe(false);
      expect(await after.count(5, start + 59 * minute)).toBe(true);
      expect(await call(70 * minute)).toBe(true);
    });

    test("a context store comes whole, or only with what it was read from", async () => {
      const { coordinatorStore } = await adapter.open();
      const file = { path: "docs/a.md", oid: "1", use: "quoted", text: "A." } as const;
      const kept = { commit: "c".repeat(40), paths: ["docs/**"], files: [file] };
      await coordinatorStore.keepContext(demo.id, { ...kept, files: [{ ...file, text: "Before." }] });
      await coordinatorStore.keepContext(demo.id, kept);
      expect(await coordinatorStore.contexts([demo.id, other.id])).toEqual(new Map([[demo.id, kept]]));
      const { files: _, ...head } = kept;
      expect(await coordinatorStore.contextHeads([demo.id, other.id])).toEqual(new Map([[demo.id, head]]));
    });
  });
}
