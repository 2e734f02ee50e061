/** What every store promises of repositories that were removed from the installation. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { answer, demo, discovery, issue, links, question, start, task } from "../../support/issues.ts";
import { type Adapter, cycle, fill, other, type Ports, recordOf } from "./samples.ts";

const settings = { commit: "c1", text: "paused: true\n", problem: undefined, authority: undefined };
const label = { ready: { id: "L_o", name: "ready" } };

/** More than one portion of issues, in `other`. Their ids begin with `I_o`. */
const many = 230;
const theirs = (number: number, changes: Partial<IssueSeen> = {}): Partial<IssueSeen> => ({
  id: `I_o${number}`,
  repositoryId: other.id,
  ...changes,
});

const admitted = (seen: IssueSeen) => ({
  ...emptyPersistedState,
  admitted: { hash: seen.textHash, by: "U_alice" },
});

/** Of `other` there is something in every table that has something of a repository. */
async function fillOther({ index, coordinatorStore }: Ports): Promise<void> {
  await fill(index);
  const signed = { type: "holds", key: "SHA256:k", from: "ada", id: "01JDB3Z5M7Q8R9S0T1V2W3X4Y5" } as const;
  const signature = { ...signed, until: start };
  const blocker = issue(5, theirs(5));
  const seen: readonly IssueSeen[] = [
    task(1, { ...theirs(1, { signature, blockedBy: links(blocker) }), blockedByText: "#2" }),
    question(2, "#1", theirs(2)),
    answer(3, "#2", theirs(3)),
    discovery(4, "backend", theirs(4)),
    ...Array.from({ length: many - 4 }, (_, n) => issue(n + 5, theirs(n + 5))),
  ];
  const placed = { issueId: "I_o1", repositoryId: other.id };
  await index.commit(
    cycle({
      records: seen.map((each) => recordOf(each, { persisted: admitted(each) })),
      decided: ["I_o1"],
      effects: [
        {
          ...placed,
          slot: { type: "labels" },
          key: "ready",
          effect: { type: "SetLabels", add: ["status:ready"], remove: [] },
          reason: { rule: "test-rule", because: "It is wished." },
        },
      ],
      notes: [{ ...placed, kind: "told", to: "ada", key: "k", priority: "soon", at: start, text: "Look." }],
      refreshes: [{ repositoryId: other.id, target: { id: "I_o4" }, dueAt: start, because: "a test" }],
      ledger: [
        {
          at: start,
          ...placed,
          kind: "done",
          rule: "test-rule",
          because: "It was wished.",
          what: "It.",
          delivery: undefined,
          actor: undefined,
        },
      ],
      cursor: { repositoryId: other.id, at: start },
    }),
  );
  await index.saveSettings(other.id, settings);
  await index.saveLabels(other.id, label);
  const files = { number: 9, headSha: "h", closes: [], files: ["a.ts"], isWhole: true };
  await index.savePull(other.id, { ...files, base: "main", changedFiles: 1 });
  const file = { path: "a.md", oid: "o", use: "quoted", text: "Text." } as const;
  await coordinatorStore.keepContext(other.id, { commit: "c1", paths: ["a.md"], files: [file] });
  const read = { path: "ada.md", commit: "c1", oid: "o", front: "", text: "Ada.", isCut: false };
  const guide = { ...read, kind: "profile", name: "ada", standing: { type: "believed" } } as const;
  await coordinatorStore.keepGuides(other.id, { made: "c1", guides: [guide] });
  const proposal = { textHash: "b", basis: "b", isSuggestion: false, gates: [], passages: [] };
  await coordinatorStore.saveProposals(
    new Map([
      ["I_o2", { ...proposal, proposed: { type: "rest", same: undefined, because: "There is nothing." } }],
    ]),
  );
  await coordinatorStore.savePageFinding("I_o1", { body: "b", pages: [] });
}

const tablesOfRepositories = [
  "context",
  "context_file",
  "cursor",
  "edge",
  "effect",
  "guide",
  "guides_read",
  "interest",
  "issue",
  "label",
  "ledger",
  "message",
  "moment",
  "name",
  "note",
  "page_finding",
  "proposal",
  "pull",
  "settings",
  "signed_message",
];

export function removedContract(adapter: Adapter): void {
  /** The tables that have something of `other`. */
  async function tablesOfOther(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const table of await adapter.tables())
      if (/R_other|I_o\d/.test(JSON.stringify(await adapter.rows(`SELECT * FROM "${table}"`))))
        found.push(table);
    return found.toSorted();
  }
  const remove = ({ index }: Ports) => index.saveRepositories([], [other.id]);

  describe(`removed repositories in ${adapter.name}`, () => {
    test("one that comes back in time is as it was", async () => {
      const ports = await adapter.open();
      await fillOther(ports);
      await remove(ports);
      expect(await ports.pruneRemoved(start - 1)).toEqual([]);
      await ports.index.saveRepositories([other], []);
      expect(await ports.pruneRemoved(start)).toEqual([]);
      expect(await ports.index.issueIds(other.id)).toHaveLength(many);
      expect(ports.index.cursor(other.id)).toBe(start);
      expect(ports.index.settings(other.id)).toEqual(settings);
      expect(ports.index.labels(other.id)).toEqual(label);
      expect(await adapter.rows("SELECT id FROM removed_repository")).toEqual([]);
    });

    test("when its time is over all of it is deleted but the ledger and what readers of changes are told", async () => {
      const ports = await adapter.open();
      await fillOther(ports);
      await fill(ports.index, task(12), issue(13));
      const ours = await ports.index.around(["I_12", "I_13"]);
      // Otherwise that something is gone would mean nothing.
      expect(await tablesOfOther()).toEqual(expect.arrayContaining(tablesOfRepositories));
      await remove(ports);
      expect(await ports.pruneRemoved(start)).toEqual([{ id: other.id, name: "Acme/Other", issues: many }]);
      expect(await tablesOfOther()).toEqual(["gone", "ledger"]);
      expect(await ports.index.around(["I_12", "I_13"])).toEqual(ours);
      const entries = await adapter.rows(
        "SELECT repository_id, rule, what FROM ledger WHERE kind = 'forgotten'",
      );
      const what = `delete ${many} issues of Acme/Other from the index`;
      expect(entries).toEqual([{ repository_id: other.id, rule: "retention", what }]);
      expect(await ports.pruneRemoved(start)).toEqual([]);
    });

    test("one that comes back afterwards is new", async () => {
      const ports = await adapter.open();
      await fillOther(ports);
      await remove(ports);
      await ports.pruneRemoved(start);
      await ports.index.saveRepositories([other], []);
      expect(ports.index.cursor(other.id)).toBeUndefined();
      expect(ports.index.settings(other.id)).toBeUndefined();
      expect(ports.index.labels(other.id)).toEqual({});
      expect(await ports.index.records(["I_o1"])).toEqual(new Map());
      await fill(ports.index, issue(1, theirs(1)));
      expect(await ports.index.issueIds(other.id)).toEqual(["I_o1"]);
    });

    test("one that comes back while it is deleted is whole, or is new", async () => {
      const ports = await adapter.open();
      await fillOther(ports);
      await remove(ports);
      const pruning = ports.pruneRemoved(start);
      await ports.index.saveRepositories([other], []);
      const deleted = await pruning;
      const left = await ports.index.issueIds(other.id);
      if (ports.index.cursor(other.id) === undefined) expect(left.length).toBeLessThan(many);
      else expect(left).toHaveLength(many);
      expect(deleted).toEqual(left.length === 0 ? [expect.objectContaining({ issues: many })] : []);
    });

    test("a server that stops goes on after its next start", async () => {
      const ports = await adapter.open();
      await fillOther(ports);
      await remove(ports);
      const stopping = new AbortController();
      const pruning = ports.pruneRemoved(start, stopping.signal);
      stopping.abort();
      expect(await pruning).toEqual([]);
      expect((await ports.index.issueIds(other.id)).length).toBeGreaterThan(0);
      expect(await ports.pruneRemoved(start)).toEqual([expect.objectContaining({ issues: many })]);
    });

    test("issues that are linked to its issues still wait for them, and are read again", async () => {
      const ports = await adapter.open();
      const blocker = issue(1, theirs(1));
      const waiting = issue(2, theirs(2));
      const ours = task(12, { blockedBy: links(blocker), blocking: links(waiting) });
      const closedOne = issue(13);
      await fill(
        ports.index,
        { ...blocker, blocking: links(ours) },
        { ...waiting, blockedBy: links(ours) },
        ...[ours, closedOne],
      );
      await remove(ports);
      await ports.pruneRemoved(start);
      const due = (await ports.inbox.take(demo.id, start, { deliveries: 9, refreshes: 9, inAll: 9 }))
        .refreshes;
      expect(due.map(({ target }) => target)).toEqual([{ id: "I_12" }]);
      expect(await adapter.rows("SELECT blocked_id, blocker_id FROM edge")).toEqual([
        { blocked_id: "I_12", blocker_id: "I_o1" },
      ]);
      const { records, waits } = await ports.index.around(["I_12"]);
      expect([...records.keys()]).toEqual(["I_12"]);
      expect(records.get("I_12")?.seen.blockedBy.issues.map(({ id }) => id)).toEqual(["I_o1"]);
      expect([...waits]).toEqual([]);
    });

    test("the time of one that an earlier release removed begins when it is found", async () => {
      const ports = await adapter.open();
      await fillOther(ports);
      await remove(ports);
      await adapter.rows("DELETE FROM removed_repository");
      expect(await ports.pruneRemoved(start - 1)).toEqual([]);
      expect(await ports.index.issueIds(other.id)).toHaveLength(many);
      expect(await ports.pruneRemoved(start)).toEqual([{ id: other.id, name: "Acme/Other", issues: many }]);
    });

    test("one that an earlier release serves again is left alone", async () => {
      const ports = await adapter.open();
      await fillOther(ports);
      await adapter.rows("INSERT INTO removed_repository (id, removed_at) VALUES ('R_other', 0)");
      expect(await ports.pruneRemoved(start)).toEqual([]);
      expect(await ports.index.issueIds(other.id)).toHaveLength(many);
    });
  });
}
