/** What every Board promises about its timeline. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { LedgerEntry } from "../../../src/dispatcher/ports/ledger.ts";
import type { Board } from "../../../src/operations/ports.ts";
import type {
  TimelineEntry,
  TimelinePlace,
  TimelineQuery,
} from "../../../src/operations/timeline/timeline-board.ts";
import { formatTimelinePlace, timelineCursor } from "../../../src/operations/timeline/timeline-place.ts";
import { demo, issue, question, start, task } from "../../support/issues.ts";
import { type Adapter, cycle, fill, other } from "./samples.ts";

const all: TimelineQuery = {
  repository: undefined,
  track: undefined,
  issue: undefined,
  only: undefined,
  after: undefined,
  limit: 100,
};

const line = (seconds: number, what: string, changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  at: start + seconds * 1000,
  repositoryId: demo.id,
  issueId: "I_1",
  kind: "done",
  rule: "test",
  because: "so",
  what,
  delivery: undefined,
  actor: undefined,
  ...changes,
});

const said = (entry: TimelineEntry): string =>
  entry.type === "message" ? `#${entry.card.number}` : entry.line.what;

const entriesOf = async (board: Board, query: Partial<TimelineQuery> = {}): Promise<readonly string[]> =>
  (await board.timeline({ ...all, ...query })).entries.map(said);

/** Messages 1 and 2 of a repository and 3 of another one, opened in that second; lines about 1 and 3. */
async function past(adapter: Adapter) {
  const ports = await adapter.open();
  const onTrack = { labels: ["kind:task", "track:api"] };
  await fill(
    ...([ports.index, task(1, onTrack), question(2, "#1"), task(3, { repositoryId: other.id })] as const),
    issue(4, { title: "No message" }),
  );
  const ledger = [
    line(1, "labels"),
    line(2, "elsewhere", { repositoryId: other.id, issueId: "I_3" }),
    line(5, "of nothing", { repositoryId: undefined, issueId: undefined }),
  ];
  await ports.index.commit(cycle({ ledger }));
  return ports;
}

export function timelineContract(adapter: Adapter): void {
  describe(`the timeline of ${adapter.name}`, () => {
    test("has messages and what was done, the newest first; what was done in the same second follows its message", async () => {
      const { board } = await past(adapter);
      expect(await entriesOf(board)).toEqual(["of nothing", "#3", "elsewhere", "#2", "labels", "#1"]);
      expect(await entriesOf(board, { only: "messages" })).toEqual(["#3", "#2", "#1"]);
      expect(await entriesOf(board, { only: "actions" })).toEqual(["of nothing", "elsewhere", "labels"]);
      const { entries } = await board.timeline(all);
      expect(entries.at(-1)).toMatchObject({ author: "alice", card: { title: "Task 1", kind: "task" } });
      expect(entries.find((entry) => said(entry) === "labels")).toMatchObject({
        title: "Task 1",
        line: { issue: { owner: "acme", repo: "demo", number: 1 }, because: "so" },
      });
    });

    test("is that of a repository, a track or an issue", async () => {
      const { board } = await past(adapter);
      const of = (repo: string) => entriesOf(board, { repository: { owner: "acme", repo } });
      expect(await of("demo")).toEqual(["#2", "labels", "#1"]);
      expect(await of("other")).toEqual(["#3", "elsewhere"]);
      expect(await of("none")).toEqual([]);
      expect(await entriesOf(board, { track: "API" })).toEqual(["labels", "#1"]);
      expect(await entriesOf(board, { issue: "I_3" })).toEqual(["#3", "elsewhere"]);
      expect(await entriesOf(board, { among: [other.id] })).toEqual(["#3", "elsewhere"]);
      expect(await entriesOf(board, { among: [] })).toEqual([]);
    });

    test("what was decided and then done is one line, and what is not done yet is shown", async () => {
      const { index, board } = await past(adapter);
      const decided = [line(6, "closes it", { kind: "decided" }), line(7, "comments", { kind: "decided" })];
      await index.commit(cycle({ ledger: [...decided, line(8, "closes it")] }));
      expect((await entriesOf(board, { only: "actions" })).slice(0, 2)).toEqual(["closes it", "comments"]);
    });

    test("pages of any size follow each other without a gap or a repetition, also while something is added", async () => {
      const { index, board } = await past(adapter);
      const whole = await entriesOf(board);
      for (const limit of [1, 2, 3, 5, 6, 7]) {
        const seen: string[] = [];
        let after: TimelinePlace | undefined;
        do {
          const page = await board.timeline({ ...all, limit, after });
          seen.push(...page.entries.map(said));
          // Cursors pass through text, as addresses have them.
          after = page.next && timelineCursor.parse(formatTimelinePlace(page.next));
          await index.commit(cycle({ ledger: [line(90, "later")] }));
        } while (after !== undefined);
        expect(seen.filter((each) => each !== "later")).toEqual(whole);
      }
    });
  });
}
