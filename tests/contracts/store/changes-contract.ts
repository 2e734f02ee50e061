/** What every Board promises to those who read its changes. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { LedgerEntry } from "../../../src/dispatcher/ports/ledger.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { Card } from "../../../src/operations/board/card.ts";
import type {
  ChangePage,
  ChangePart,
  ChangePlace,
  Reached,
} from "../../../src/operations/changes/change-board.ts";
import { formatChangePlace, parseChangePlace } from "../../../src/operations/changes/change-place.ts";
import type { Board } from "../../../src/operations/ports.ts";
import { formatRef } from "../../../src/protocol/references/ref.ts";
import { demo, question, start, task } from "../../support/issues.ts";
import { type Random, seededRandom } from "../../support/seeded-random.ts";
import { type Adapter, cycle, fill, other, type Ports, recordOf } from "./samples.ts";

const numbersOf = (page: ChangePage): readonly number[] =>
  page.cards.map(({ number }) => number).sort((a, b) => a - b);

/** Cursors pass through text, as a reader keeps them. */
const kept = (place: ChangePlace): ChangePlace => parseChangePlace(formatChangePlace(place)) ?? place;

async function read(board: Board, after: ChangePlace | undefined, limit = 100): Promise<ChangePage> {
  return board.changes({ after: after && kept(after), repository: undefined, limit });
}

const line = (what: string): LedgerEntry => ({
  at: start,
  repositoryId: demo.id,
  issueId: "I_1",
  kind: "done",
  rule: "test",
  because: "so",
  what,
  delivery: undefined,
  actor: undefined,
});

export function changesContract(adapter: Adapter): void {
  describe(`the changes of ${adapter.name}`, () => {
    test("each issue that changed is told once, as it is now; one that was only read again is not", async () => {
      const { index, board } = await adapter.open();
      await fill(index, task(1), task(2), question(3, "#1"));
      const { place, cards } = await read(board, undefined);
      expect(cards.map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(await read(board, place)).toMatchObject({ cards: [], gone: [], lines: [], isMore: false });
      await fill(index, task(2, { title: "Once" }));
      await fill(index, task(2, { title: "Twice" }));
      await index.commit(cycle({ records: [recordOf(task(1), { readAt: start + 1 })] }));
      const next = await read(board, place);
      expect(next.cards).toMatchObject([{ number: 2, title: "Twice" }]);
      expect((await read(board, next.place)).cards).toEqual([]);
    });

    test("what was removed is told by its name, and no longer once it is back", async () => {
      const { index, board } = await adapter.open();
      await fill(index, task(1), task(2));
      const { place } = await read(board, undefined);
      await index.commit(cycle({ gone: ["I_1"] }));
      expect(await read(board, place)).toMatchObject({
        gone: [{ id: "I_1", owner: "acme", repo: "demo", number: 1 }],
        cards: [],
      });
      expect((await read(board, undefined)).gone).toEqual([]);
      await fill(index, task(1));
      expect(await read(board, place)).toMatchObject({ gone: [], cards: [{ number: 1 }] });
    });

    test("a repository takes its issues with it, brings them back, and gives them its new name", async () => {
      const { index, board } = await adapter.open();
      await fill(index, task(1), task(2, { repositoryId: other.id }));
      const { place } = await read(board, undefined);
      await index.saveRepositories([], [other.id]);
      const left = await read(board, place);
      expect(left.gone.map(formatRef)).toEqual(["Acme/Other#2"]);
      await index.saveRepositories([other], []);
      const back = await read(board, left.place);
      expect([back.gone, back.cards.map(formatRef)]).toEqual([[], ["Acme/Other#2"]]);
      await index.saveRepositories([{ ...other, name: "New" }], []);
      expect((await read(board, back.place)).cards.map(formatRef)).toEqual(["Acme/New#2"]);
    });

    test("lines of the ledger follow from the place on, each once, with the issue that they are about", async () => {
      const { index, board } = await adapter.open();
      await fill(index, task(1));
      await index.note([line("before")]);
      const { place, lines } = await read(board, undefined);
      expect(lines).toEqual([]);
      await index.note([line("one"), line("two"), line("three")]);
      const first = await read(board, place, 2);
      expect(first).toMatchObject({
        isMore: true,
        lines: [{ what: "one", issue: { owner: "acme", repo: "demo", number: 1 } }, { what: "two" }],
      });
      const second = await read(board, first.place, 2);
      expect([second.isMore, second.lines.map(({ what }) => what)]).toEqual([false, ["three"]]);
    });

    test("pages of one issue each reach everything, even what was written in one transaction", async () => {
      const { index, board } = await adapter.open();
      await fill(index, ...Array.from({ length: 9 }, (_, at) => task(at + 1)));
      await index.saveRepositories([], [demo.id]);
      await index.saveRepositories([demo], []);
      const seen: number[] = [];
      let page = await read(board, undefined, 1);
      for (;;) {
        seen.push(...numbersOf(page));
        if (!page.isMore) break;
        page = await read(board, page.place, 1);
      }
      expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    test("IF13 a place of another index, one that it has not reached, or of a reader who saw less, brings everything again", async () => {
      const { index, board } = await adapter.open();
      await fill(index, task(1));
      const { place } = await read(board, undefined);
      const inEachPart = (changed: (part: ChangePart) => Partial<ChangePart>): ChangePlace => ({
        ...place,
        parts: new Map([...place.parts].map(([id, part]) => [id, { ...part, ...changed(part) }])),
      });
      const ahead = ({ version }: Reached): Reached => ({ version: version + 1, row: 0 });
      for (const wrong of [
        { ...place, epoch: "c000000" },
        inEachPart(({ cards }) => ({ cards: ahead(cards) })),
        inEachPart(({ gone }) => ({ gone: ahead(gone) })),
        inEachPart(({ line: at }) => ({ line: at + 1 })),
        { ...place, sight: "0".repeat(16) },
      ])
        expect(await read(board, wrong)).toMatchObject({ isReset: true, cards: [{ number: 1 }], gone: [] });
      expect((await read(board, place)).isReset).toBe(false);
    });

    test("only the changes of one repository are told where one is named", async () => {
      const { index, board } = await adapter.open();
      const { place } = await read(board, undefined);
      await fill(index, task(1), task(2, { repositoryId: other.id }));
      await index.note([line("here")]);
      const changes = (repo: string) =>
        board.changes({ after: place, repository: { owner: "acme", repo }, limit: 9 });
      expect(await changes("demo")).toMatchObject({ cards: [{ number: 1 }], lines: [{ what: "here" }] });
      expect(await changes("other")).toMatchObject({ cards: [{ number: 2 }], lines: [] });
      expect(await changes("nowhere")).toMatchObject({ cards: [], lines: [] });
    });

    test("a reader of some repositories is told of them alone, and from a place in one list of them goes on in another", async () => {
      const { index, board } = await adapter.open();
      const among = [other.id];
      const { place } = await board.changes({ after: undefined, repository: undefined, limit: 9, among });
      await fill(index, task(1), task(2, { repositoryId: other.id }), task(3));
      await index.note([line("here"), { ...line("there"), repositoryId: other.id, issueId: "I_2" }]);
      const seen = await board.changes({ after: kept(place), repository: undefined, limit: 9, among });
      expect(seen).toMatchObject({ isReset: false, cards: [{ number: 2 }], lines: [{ what: "there" }] });
      await index.commit(cycle({ gone: ["I_1", "I_2"] }));
      const next = await board.changes({ after: kept(seen.place), repository: undefined, limit: 9, among });
      expect(next).toMatchObject({ gone: [{ number: 2 }], cards: [], lines: [] });
      expect(formatChangePlace(next.place)).toBe(formatChangePlace(await board.changesEnd(among)));
    });

    test("a place reached in one repository leaves nothing of the others out", async () => {
      const { index, board } = await adapter.open();
      await fill(index, task(1), task(2, { repositoryId: other.id }));
      const { place } = await read(board, undefined);
      await fill(index, task(1, { title: "New" }));
      const repository = { owner: "acme", repo: "demo" };
      const first = await board.changes({ after: kept(place), repository, limit: 9 });
      expect(first).toMatchObject({ cards: [{ title: "New" }] });
      await fill(index, task(2, { repositoryId: other.id, title: "Newer" }));
      expect((await read(board, first.place)).cards).toMatchObject([{ title: "Newer" }]);
    });

    test.each(adapter.rounds === "all" ? [1, 2, 3, 4, 5, 6] : [1])(
      "IF13 a reader that is cut at random and goes on from what it kept ends with what the index has (seed %i)",
      async (seed) => {
        const random = seededRandom(seed);
        let ports = await adapter.open();
        await fill(ports.index, task(1));
        const reader = createReader(random);
        for (let step = 0; step < 120; step++) {
          await changeSomething(ports, random);
          if (step === 60) ports = await adapter.restart();
          if (random(3) > 0) await reader.readSome(ports.board);
        }
        await reader.readAll(ports.board);
        const all = await everyCard(ports.board);
        expect(all.size).toBeGreaterThan(5);
        expect(reader.cards()).toEqual(all);
        expect(reader.resets()).toBe(0);
      },
    );
  });
}

async function everyCard(board: Board): Promise<ReadonlyMap<string, Card>> {
  const { cards } = await read(board, undefined, 1_000);
  return new Map(cards.map((card) => [card.id, card]));
}

const issues = 30;

/** Opens, changes, removes and reads again several issues, or takes a repository away or renames it. */
async function changeSomething({ index }: Ports, random: Random): Promise<void> {
  const kind = random(20);
  if (kind === 0) return index.saveRepositories([], [other.id]);
  if (kind === 1) return index.saveRepositories([{ ...other, name: `Name${random(3)}` }, demo], []);
  const some = Array.from({ length: 1 + random(6) }, () => 1 + random(issues));
  if (kind < 6) return index.commit(cycle({ gone: some.map((number) => `I_${number}`) }));
  const records = [...new Set(some)].map((number) => recordOf(anyVersion(number, random)));
  return index.commit(cycle({ records, ledger: random(4) === 0 ? [line(`step ${random(1_000)}`)] : [] }));
}

function anyVersion(number: number, random: Random): IssueSeen {
  const repositoryId = number % 3 === 0 ? other.id : demo.id;
  const labels = [["kind:task", "status:ready"], ["kind:task", "status:blocked"], []][random(3)] ?? [];
  return task(number, { repositoryId, labels, title: `Title ${random(5)}` });
}

interface Reader {
  /** Reads a page; sometimes the answer is lost, or the reader starts from a cursor that it kept before. */
  readonly readSome: (board: Board) => Promise<void>;
  readonly readAll: (board: Board) => Promise<void>;
  readonly cards: () => ReadonlyMap<string, Card>;
  readonly resets: () => number;
}

function createReader(random: Random): Reader {
  const cards = new Map<string, Card>();
  let place: ChangePlace | undefined;
  let resets = 0;
  const take = (page: ChangePage): void => {
    if (page.isReset) cards.clear();
    resets += Number(page.isReset);
    for (const { id } of page.gone) cards.delete(id);
    for (const card of page.cards) cards.set(card.id, card);
    place = page.place;
  };
  return {
    readSome: async (board) => {
      const before = place;
      const page = await read(board, place, 1 + random(7));
      if (random(4) === 0) return;
      take(page);
      // Cut off after it was applied, and before the cursor was kept.
      if (random(4) === 0) place = before;
    },
    readAll: async (board) => {
      for (;;) {
        const page = await read(board, place, 1 + random(7));
        take(page);
        if (!page.isMore) return;
      }
    },
    cards: () => cards,
    resets: () => resets,
  };
}
