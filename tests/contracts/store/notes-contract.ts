/** What every store of notes promises. Run against each adapter. */
import { describe, expect, test } from "vitest";
import { newsMs, type PlannedNote } from "../../../src/engine/model/note.ts";
import type { NotePage, NoteQuery } from "../../../src/operations/notes/note-board.ts";
import { newestOf } from "../../../src/operations/notes/note-place.ts";
import { demo, start, task } from "../../support/issues.ts";
import { type Adapter, cycle, fill, type Ports } from "./samples.ts";

const note = (number: number, key: string, changes: Partial<PlannedNote> = {}): PlannedNote => ({
  issueId: `I_${number}`,
  repositoryId: demo.id,
  kind: "told",
  to: "ada",
  key,
  priority: "soon",
  at: start,
  text: `Note ${key}`,
  ...changes,
});

const decide = ({ index }: Ports, number: number, notes: readonly PlannedNote[]): Promise<void> =>
  index.commit(cycle({ decided: [`I_${number}`], notes }));

const page = ({ board }: Pick<Ports, "board">, query: Partial<NoteQuery> = {}): Promise<NotePage> =>
  board.notes({ agent: "ada", which: "unread", now: start, limit: 1_000, ...query });

const keysOf = ({ notes }: NotePage): readonly string[] => notes.map(({ text }) => text.replace("Note ", ""));

export function notesContract(adapter: Adapter): void {
  describe(`notes in ${adapter.name}`, () => {
    async function opened(...numbers: readonly number[]): Promise<Ports> {
      const ports = await adapter.open();
      await fill(ports.index, ...numbers.map((number) => task(number, { body: "### Goal\n\nX\n" })));
      return ports;
    }

    test("AG40 the notes of an issue are replaced; one that is missing is dropped, and is the same if it holds again", async () => {
      const ports = await opened(12, 13);
      await decide(ports, 12, [note(12, "a"), note(12, "b")]);
      await decide(ports, 13, [note(13, "c")]);
      const version = await ports.board.version();
      await decide(ports, 12, [note(12, "a"), note(12, "b")]);
      expect(await ports.board.version()).toBe(version);
      await decide(ports, 12, [note(12, "b", { text: "Note b, reworded" })]);
      expect(await ports.board.version()).toBeGreaterThan(version);
      expect(keysOf(await page(ports))).toEqual(["b, reworded", "c"]);
      const all = await page(ports, { which: "all" });
      expect(all.notes.map(({ isDropped }) => isDropped)).toEqual([true, false, false]);
      await decide(ports, 12, [note(12, "a"), note(12, "b", { text: "Note b, reworded" })]);
      const again = await page(ports, { after: all.head });
      expect(keysOf(again)).toEqual(["a"]);
      expect(again.notes.map(({ outcome }) => outcome)).toEqual(["I_12 told a ada"]);
    });

    test("AG42 what is read stays read: also if it was dropped and holds again, and after a restart", async () => {
      const ports = await opened(12);
      await decide(ports, 12, [note(12, "a"), note(12, "b"), note(12, "a", { to: "bea" })]);
      const [first] = (await page(ports)).notes;
      const seqs = [first?.seq ?? 0, 999];
      expect(await ports.noteMarks.acknowledge("ada", [{ type: "notes", seqs }])).toBe(1);
      expect(await ports.noteMarks.acknowledge("ada", [{ type: "notes", seqs }])).toBe(0);
      await decide(ports, 12, [note(12, "a", { to: "bea" })]);
      await decide(ports, 12, [note(12, "a"), note(12, "b"), note(12, "a", { to: "bea" })]);
      expect(keysOf(await page(ports))).toEqual(["b"]);
      expect(keysOf(await page(ports, { agent: "bea" }))).toEqual(["a"]);
      const later = await adapter.restart();
      expect(keysOf(await page(later))).toEqual(["b"]);
      const through = newestOf((await page(later)).head);
      expect(await later.noteMarks.acknowledge("ada", [{ type: "all", through }])).toBe(1);
      expect((await page(later)).total).toBe(0);
    });

    test("AG43 what arrives later comes after every cursor, however early it happened", async () => {
      const ports = await opened(12, 13);
      await decide(ports, 12, [note(12, "late", { at: start + 9_000 })]);
      const { head, epoch } = await page(ports);
      await decide(ports, 13, [note(13, "early", { at: start - 9_000 })]);
      expect(keysOf(await page(ports, { after: head }))).toEqual(["early"]);
      expect(keysOf(await page(ports))).toEqual(["early", "late"]);
      expect((await page(await adapter.restart())).epoch).toBe(epoch);
      expect(keysOf(await page(ports, { which: "current", since: start }))).toEqual(["late"]);
    });

    test("news is over after two weeks, and what is gone tells nobody anything", async () => {
      const ports = await opened(12, 13);
      await decide(ports, 12, [note(12, "news", { isNews: true }), note(12, "state")]);
      expect(keysOf(await page(ports, { now: start + newsMs - 1 }))).toEqual(["news", "state"]);
      expect(keysOf(await page(ports, { now: start + newsMs }))).toEqual(["state"]);
      await decide(ports, 13, [note(13, "other")]);
      await ports.index.commit(cycle({ gone: ["I_12"] }));
      expect(keysOf(await page(ports))).toEqual(["other"]);
    });

    test("notes are listed for a repository, a track and an issue, to anybody", async () => {
      const ports = await adapter.open();
      const body = "### Goal\n\nX\n\n### Track\n\napi\n";
      await fill(ports.index, task(12, { body }), task(13));
      await decide(ports, 12, [note(12, "a"), note(12, "a", { to: "bea" })]);
      await decide(ports, 13, [note(13, "b")]);
      const anybody = { agent: undefined };
      expect((await page(ports, { ...anybody, track: "API" })).notes.map(({ to }) => to)).toEqual([
        "ada",
        "bea",
      ]);
      expect(keysOf(await page(ports, { issue: "I_13" }))).toEqual(["b"]);
      expect((await page(ports, { ...anybody, repository: { owner: "ACME", repo: "Demo" } })).total).toBe(3);
      expect((await page(ports, { ...anybody, repository: { owner: "acme", repo: "none" } })).total).toBe(0);
    });

    test("notes are listed by their kinds", async () => {
      const ports = await opened(12);
      await decide(ports, 12, [note(12, "vote", { kind: "ballot-wanted" }), note(12, "free")]);
      expect(keysOf(await page(ports, { kinds: ["ballot-wanted", "ack-wanted"] }))).toEqual(["vote"]);
      expect(await page(ports, { kinds: ["ack-wanted"] })).toMatchObject({ notes: [], total: 0 });
    });

    test("of one sender's notes 60 an hour get through; the rest is counted, and read as one", async () => {
      const ports = await opened(12, 13);
      const from = { name: "bob", proof: "account" } as const;
      const many = Array.from({ length: 74 }, (_, at) => note(12, `n${at}`, { from, at: start + at }));
      await decide(ports, 12, [...many, note(12, "bea's", { from: { ...from, name: "bea" } })]);
      await decide(ports, 13, [note(13, "an hour later", { from, at: start + 2 * 60 * 60_000 })]);
      await decide(ports, 12, [...many, note(12, "bea's", { from: { ...from, name: "bea" } })]);
      const seen = await page(ports, { now: start + 3 * 60 * 60_000 });
      expect(seen.total).toBe(62);
      const written = (await page(ports, { which: "all", now: start + 3 * 60 * 60_000 })).notes;
      const through = written.find(({ text }) => text === "Note n73")?.seq ?? 0;
      expect(seen.excess).toEqual([{ from: "bob", count: 14, issues: ["acme/demo#12"], through }]);
      expect((await page(ports, { which: "current" })).total).toBe(62);
      const read = [{ type: "excess", from: "bob", through }] as const;
      expect(await ports.noteMarks.acknowledge("ada", read)).toBe(14);
      expect(await page(ports)).toMatchObject({ excess: [], total: 62 });
    });

    const kills = adapter.rounds === "all" ? 40 : 4;
    test("AG41 10,000 notes that are decided again, with kills in between, are there once each", async () => {
      const numbers = Array.from({ length: 50 }, (_, at) => at + 1);
      const ports = await opened(...numbers);
      const about = (number: number): readonly PlannedNote[] =>
        Array.from({ length: 200 }, (_, at) => note(number, `${number}.${at}`, { to: `agent-${at % 50}` }));
      for (const number of numbers) await decide(ports, number, about(number));
      const { head } = await page(ports);
      for (let kill = 0; kill < kills; kill++) {
        // Half of what would have been heard is lost, and a sweep decides about the rest.
        const later = kill % 2 === 0 ? ports : await adapter.restart();
        for (const number of [(kill % 50) + 1, ((kill * 7) % 50) + 1])
          await decide(later, number, about(number));
        const all = { agent: undefined, which: "all", limit: 1 } as const;
        expect(await page(later, all)).toMatchObject({ head, total: 10_000 });
      }
      const all = await page(await adapter.restart(), { agent: undefined, which: "all", limit: 20_000 });
      expect(new Set(all.notes.map(({ outcome }) => outcome)).size).toBe(10_000);
      expect((await page(ports, { agent: "agent-7", limit: 20 })).total).toBe(200);
    });
  });
}
