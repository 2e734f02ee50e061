/** What every Board promises about its lists of tasks by status. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { TaskFilter } from "../../../src/operations/board/task-columns.ts";
import { alice, bob, completed, demo, links, question, start, task } from "../../support/issues.ts";
import { type Adapter, cycle, fill, other, recordOf } from "./samples.ts";

const all: TaskFilter = {
  repository: undefined,
  track: undefined,
  assignee: undefined,
  words: [],
  limit: 10,
  statuses: ["ready", "in-progress", "in-review", "blocked"],
};

const labelled = (number: number, status: string, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(number, { labels: ["kind:task", `status:${status}`], ...changes });

export function tasksContract(adapter: Adapter): void {
  describe(`the tasks by status of ${adapter.name}`, () => {
    const rows = async (board: Awaited<ReturnType<Adapter["open"]>>["board"], filter: Partial<TaskFilter>) =>
      (await board.tasks({ ...all, ...filter })).map(({ status, count, cards }) => [
        status,
        count,
        cards.map(({ number }) => number),
      ]);

    test("open tasks are listed and counted by status, the most urgent first, then the oldest", async () => {
      const { index, board } = await adapter.open();
      const urgent = { body: "### Goal\n\nBuild it.\n\n### Priority\n\np0\n" };
      await fill(
        ...([index, labelled(1, "ready"), labelled(2, "ready", urgent), labelled(3, "blocked")] as const),
        ...[
          labelled(4, "in-progress"),
          labelled(5, "in-review"),
          labelled(6, "ready", { issueState: completed }),
        ],
        ...[question(7, "#3"), task(8)],
      );
      expect(await rows(board, {})).toEqual([
        ["ready", 2, [2, 1]],
        ["in-progress", 1, [4]],
        ["in-review", 1, [5]],
        ["blocked", 1, [3]],
      ]);
      expect(await rows(board, { statuses: ["ready"], limit: 1 })).toEqual([["ready", 2, [2]]]);
    });

    test("they are filtered by repository, track, assignee and the words of their titles", async () => {
      const { index, board } = await adapter.open();
      const onTrack = { labels: ["kind:task", "status:ready", "track:API"], title: "Sign IN with 50% off" };
      await fill(
        index,
        labelled(1, "ready", { ...onTrack, assignees: [] }),
        labelled(2, "ready", { assignees: [alice, bob] }),
      );
      const elsewhere = recordOf({ ...labelled(3, "ready", { assignees: [] }), repositoryId: other.id });
      await index.commit(cycle({ repositories: [other], records: [elsewhere] }));
      const ready = async (filter: Partial<TaskFilter>) =>
        (await rows(board, { ...filter, statuses: ["ready"] }))[0]?.slice(1);
      expect(await ready({})).toEqual([3, [1, 2, 3]]);
      expect(await ready({ repository: { owner: "acme", repo: "demo" } })).toEqual([2, [1, 2]]);
      expect(await ready({ among: [other.id] })).toEqual([1, [3]]);
      expect(await ready({ among: [] })).toEqual([0, []]);
      expect(await board.tasks({ ...all, repository: { owner: "acme", repo: "none" } })).toEqual([]);
      expect(await ready({ track: "api" })).toEqual([1, [1]]);
      expect(await ready({ assignee: "BOB" })).toEqual([1, [2]]);
      expect(await ready({ assignee: null })).toEqual([2, [1, 3]]);
      expect(await ready({ words: ["50%", "in"] })).toEqual([1, [1]]);
      expect(await ready({ words: ["in", "nowhere"] })).toEqual([0, []]);
      const tracks = { repository: undefined, limit: 9 };
      expect(await board.tracks(tracks)).toEqual(["API"]);
      expect(await board.tracks({ ...tracks, among: [other.id] })).toEqual([]);
    });

    test("a card says who holds the task, and what a blocked one waits for", async () => {
      const { index, board } = await adapter.open();
      await fill(index, labelled(1, "blocked", { blockedBy: links(task(9)) }), task(9));
      const holder = { account: "U_ada", login: "ada" };
      const held = recordOf(labelled(2, "in-progress"));
      const persisted = { ...held.persisted, lease: { holder, token: 7, since: start } };
      await index.commit(cycle({ records: [{ ...held, persisted }] }));
      const columns = await board.tasks(all);
      const card = (number: number) =>
        columns.flatMap(({ cards }) => cards).find((each) => each.number === number);
      expect(card(2)).toMatchObject({ holder: { name: "ada", since: start }, waitsFor: [] });
      expect(card(1)?.holder).toBeUndefined();
      expect(card(1)?.waitsFor).toEqual([
        { ref: `${demo.owner}/${demo.name}#9`, title: "Task 9", state: "open" },
      ]);
    });
  });
}
