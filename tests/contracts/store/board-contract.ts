/** What every Board promises. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { ReadyFilter } from "../../../src/operations/board/card.ts";
import type { ListFilter } from "../../../src/operations/board/list-filter.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import {
  alice,
  bob,
  closed,
  completed,
  demo,
  handover,
  links,
  notPlanned,
  person,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { type Adapter, cycle, decide, effect, fill, other, type Ports, recordOf } from "./samples.ts";

const everything: ReadyFilter = { repository: undefined, track: undefined, assignee: undefined, limit: 100 };

/** A task labelled ready. */
const ready = (number: number, sections = "", changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(number, {
    labels: ["kind:task", "status:ready"],
    body: `### Goal\n\nBuild it.\n\n${sections}`,
    ...changes,
  });

const admittedAs = ({ textHash }: IssueSeen): { hash: string; by: string } => ({
  hash: textHash,
  by: "U_alice",
});

export function boardContract(adapter: Adapter): void {
  describe(`the brief of ${adapter.name}`, () => {
    test("a brief has what names the task and what it waits for, and exists for tasks only", async () => {
      const { index, board } = await adapter.open();
      const waits = { blockedBy: links(task(11)) };
      const admitted = ["I_12", "I_60"];
      const records = [task(12, waits), task(11), question(40, "#12"), handover(60, "#12")].map((seen) => {
        const persisted = { ...emptyPersistedState, admitted: { hash: seen.textHash, by: "U_alice" } };
        return recordOf(seen, admitted.includes(seen.id) ? { persisted } : {});
      });
      await index.commit(cycle({ repositories: [demo], records }));
      const brief = await board.brief("I_12");
      expect(brief).toMatchObject({ title: "Task 12", status: "blocked", goal: "Build part 12." });
      expect(brief?.blockers).toEqual([{ name: "#11", title: "Task 11", verdict: "open" }]);
      expect(brief?.handovers).toMatchObject([{ name: "#60", outcome: "complete", standing: "open" }]);
      expect(await board.brief("I_40")).toBeUndefined();
      expect(await board.brief("I_99")).toBeUndefined();
    });
  });

  describe(`the pauses of ${adapter.name}`, () => {
    test("a repository whose settings say so is paused, and no other", async () => {
      const { index, board } = await adapter.open();
      await index.commit(cycle({ repositories: [demo, other] }));
      expect(await board.paused(start)).toEqual([]);
      await index.saveSettings(demo.id, { commit: "c0ffee", text: "paused: true\n", problem: undefined });
      const { id, owner, name: repo } = demo;
      expect(await board.paused(start)).toEqual([{ id, owner, repo, by: "settings" }]);
    });

    test("a repository is paused while GitHub asks us to leave its installation alone, for longer than a moment", async () => {
      const { index, outbox, board } = await adapter.open();
      const elsewhere = { ...other, installationId: demo.installationId + 1 };
      await index.commit(cycle({ repositories: [demo, elsewhere] }));
      const { id, owner, name: repo, installationId } = demo;
      await outbox.saveBackoff({ installationId, since: start, forMs: 60_000, count: 1 });
      const limited = [{ id, owner, repo, by: "limit", since: start, until: start + 60_000 }];
      expect(await board.paused(start)).toEqual(limited);
      expect(await board.paused(start + 54_000)).toEqual(limited);
      expect(await board.paused(start + 56_000)).toEqual([]);
      expect(await board.paused(start + 60_000)).toEqual([]);
      await index.saveSettings(id, { commit: "c0ffee", text: "paused: true\n", problem: undefined });
      expect(await board.paused(start)).toEqual([{ id, owner, repo, by: "settings" }]);
    });
  });

  const numbers = async ({ board }: Ports, filter: Partial<ReadyFilter> = {}): Promise<readonly number[]> =>
    (await board.ready({ ...everything, ...filter })).map(({ number }) => number);

  describe(`the list of ${adapter.name}`, () => {
    const all: ListFilter = {
      repository: undefined,
      words: [],
      kind: undefined,
      state: undefined,
      status: undefined,
      track: undefined,
      assignee: undefined,
      limit: 100,
    };

    test("S3.103 S4.4 issues are listed by kind, state, status, track, assignee, repository and words of the title", async () => {
      const { index, board } = await adapter.open();
      const found = async (filter: Partial<ListFilter>): Promise<readonly number[]> =>
        (await board.list({ ...all, ...filter })).map(({ number }) => number).sort((a, b) => a - b);
      const api = "### Goal\n\nBuild it.\n\n### Track\n\napi\n";
      await fill(
        index,
        task(1, { title: "Tokens NEVER expire", labels: ["kind:task", "status:blocked"], body: api }),
        ready(2, "", { assignees: [bob] }),
        question(3, "#1", { title: "Überhaupt: which Token?" }),
        closed(question(4, "#1"), completed, start),
        task(5, { repositoryId: other.id }),
        task(6, { labels: [], body: "no message", title: "A plain issue" }),
      );
      expect(await found({})).toEqual([1, 2, 3, 4, 5]);
      expect(await found({ kind: "question" })).toEqual([3, 4]);
      expect(await found({ kind: "question", state: "open" })).toEqual([3]);
      expect(await found({ status: "blocked" })).toEqual([1]);
      expect(await found({ track: "API" })).toEqual([1]);
      expect(await found({ assignee: "BOB" })).toEqual([2]);
      expect(await found({ assignee: "bo" })).toEqual([]);
      expect(await found({ assignee: null, kind: "question" })).toEqual([3, 4]);
      expect(await found({ words: ["token"] })).toEqual([1, 3]);
      expect(await found({ words: ["never", "token"] })).toEqual([1]);
      expect(await found({ words: ["ÜBERHAUPT"] })).toEqual([3]);
      expect(await found({ words: ["%"] })).toEqual([]);
      expect(await found({ repository: { owner: "acme", repo: "OTHER" } })).toEqual([5]);
      expect(await found({ repository: { owner: "acme", repo: "nowhere" } })).toEqual([]);
    });

    test("the last updated comes first, up to the limit, and what is removed is listed no longer", async () => {
      const { index, board } = await adapter.open();
      const at = (number: number, updatedAt: number) => task(number, { updatedAt });
      await fill(index, at(1, start), at(2, start + 2), at(3, start + 1));
      const numbersNow = async (limit: number) =>
        (await board.list({ ...all, limit })).map(({ number }) => number);
      expect(await numbersNow(2)).toEqual([2, 3]);
      await index.commit(cycle({ records: [recordOf(at(1, start + 3))], gone: ["I_2"] }));
      expect(await numbersNow(9)).toEqual([1, 3]);
    });
  });

  describe(`the ready list of ${adapter.name}`, () => {
    test("S0.114 ready tasks come by priority, then by age; without a priority last", async () => {
      const ports = await adapter.open();
      const priority = (level: string): string => `### Priority\n\n${level}\n`;
      await fill(
        ports.index,
        ready(1),
        ready(2, priority("p2")),
        ready(4, priority("p0")),
        ready(3, priority("p0")),
      );
      expect(await numbers(ports)).toEqual([3, 4, 2, 1]);
      expect(await numbers(ports, { limit: 2 })).toEqual([3, 4]);
    });

    test("D12 a task that an open pull request works on is in progress, and not listed", async () => {
      const ports = await adapter.open();
      const linkedPulls = [{ number: 7, createdAt: start }];
      await fill(ports.index, ready(1, "", { linkedPulls }), ready(2));
      expect(await numbers(ports)).toEqual([2]);
    });

    test("a task that somebody holds is not listed, whatever GitHub shows yet, and its card says who holds it", async () => {
      const ports = await adapter.open();
      const holder = { agent: "ada", account: "U_ada", login: "ada" };
      await fill(ports.index, ready(1), ready(2));
      const record = (await ports.index.records(["I_1"])).get("I_1");
      if (record === undefined) throw new Error("no record");
      const persisted = { ...record.persisted, lease: { holder, token: 7, since: start } };
      await ports.index.commit(cycle({ records: [{ ...record, persisted }] }));
      expect(await numbers(ports)).toEqual([2]);
      expect(await ports.index.holdings(demo.id)).toEqual([{ id: "I_1", number: 1, agent: "ada" }]);
      expect((await ports.board.card("acme", "demo", 1))?.holder).toEqual({
        name: "ada",
        since: start,
        token: 7,
      });
      expect((await ports.board.brief("I_1"))?.holder).toEqual({
        name: "ada",
        since: "2026-01-01 00:00 UTC",
      });
    });

    test("the list can be limited to what an agent has the capabilities for", async () => {
      const ports = await adapter.open();
      const requires = (what: string): string => `### Requires\n\n${what}\n`;
      await fill(ports.index, ready(1), ready(2, requires("- TypeScript")), ready(3, requires("- go")));
      expect(await numbers(ports, { for: "ada" })).toEqual([1, 2, 3]);
      const text = "agents: { ada: { account: U_ada, can: [typescript] } }";
      await ports.index.saveSettings(demo.id, { commit: "c0ffee", text, problem: undefined });
      expect(await numbers(ports, { for: "ada" })).toEqual([1, 2]);
      expect(await numbers(ports, { for: "bea" })).toEqual([1]);
    });

    test("AG11 the tasks that an agent may take are read in pages, in the same order", async () => {
      const { index } = await adapter.open();
      await fill(index, ready(1), ready(2), ready(3), task(4));
      const page = (offset: number) => index.readyTasks(demo.id, undefined, { limit: 2, offset });
      expect(await page(0)).toEqual(["I_1", "I_2"]);
      expect(await page(2)).toEqual(["I_3"]);
      expect(await page(3)).toEqual([]);
    });

    test("it is known why an agent would not get a task: what it lacks, who is assigned, how many it holds", async () => {
      const { index, board } = await adapter.open();
      const text = "agents: { ada: { account: U_ada } }\nleases: { parallel: 1 }\n";
      await index.saveSettings(demo.id, { commit: "c0ffee", text, problem: undefined });
      const lease = { token: 1, since: start, holder: { agent: "ada", account: "U_ada", login: "ada" } };
      const free = { assignees: [] };
      const tasks = [
        ready(1, "", free),
        ready(2, "### Requires\n\n- go\n", free),
        ready(3, "", { assignees: [bob] }),
      ].map((seen) => recordOf(seen, { persisted: { ...emptyPersistedState, admitted: admittedAs(seen) } }));
      await index.commit(cycle({ repositories: [demo], records: tasks }));
      const why = async (id: string) => (await board.whyNotClaim(id, "ada"))?.because;
      expect(await why("I_1")).toBeUndefined();
      expect(await why("I_2")).toBe("requires go");
      expect(await why("I_3")).toBe("a person is assigned: bob");
      expect(await why("I_99")).toBe("the index does not show it");
      expect(await board.whyNotClaim("I_1", "zoe")).toMatchObject({ fault: "words" });
      const held = recordOf(ready(4), { persisted: { ...emptyPersistedState, lease } });
      await index.commit(cycle({ records: [held] }));
      expect(await board.whyNotClaim("I_1", "ada")).toEqual({
        because: "1 of 1 leases held: #4",
        fault: "speaker",
      });
    });

    test("only open tasks that are labelled ready, and nothing else, are listed", async () => {
      const ports = await adapter.open();
      const labels = ["kind:task", "status:ready", "status:blocked"];
      await fill(ports.index, task(1), ready(2, "", { labels }), closed(ready(3), completed, start));
      await fill(ports.index, question(4, "#1", { labels: ["kind:question", "status:ready"] }), ready(5));
      expect(await numbers(ports)).toEqual([5]);
    });

    test("a task leaves the list when its label does", async () => {
      const ports = await adapter.open();
      await fill(ports.index, ready(1));
      await fill(ports.index, task(1, { labels: ["kind:task", "status:in-progress"] }));
      expect(await numbers(ports)).toEqual([]);
    });

    test("a track is found in any case of its ASCII letters, and as it is written beyond them", async () => {
      const ports = await adapter.open();
      await fill(ports.index, ready(1, "### Track\n\nÄrzte\n"), ready(2, "### Track\n\nIOS\n"));
      expect(await numbers(ports, { track: "ÄRZTE" })).toEqual([1]);
      expect(await numbers(ports, { track: "Ärzte" })).toEqual([1]);
      expect(await numbers(ports, { track: "ios" })).toEqual([2]);
      const names = ["Ärzte", "ios"];
      expect(await ports.index.onTracks([{ repositoryId: demo.id, names }])).toHaveLength(2);
    });

    test("the list can be limited to a repository, a track, an assignee or unassigned tasks", async () => {
      const ports = await adapter.open();
      await fill(
        ports.index,
        ready(1, "### Track\n\nbackend\n", { assignees: [alice, bob] }),
        ready(2, "", { assignees: [bob], labels: ["kind:task", "status:ready", "track:backend"] }),
        ready(3, "", { repositoryId: other.id, assignees: [] }),
      );
      expect(await numbers(ports, { repository: { owner: "ACME", repo: "other" } })).toEqual([3]);
      expect(await numbers(ports, { repository: { owner: "acme", repo: "unknown" } })).toEqual([]);
      expect(await numbers(ports, { track: "backend" })).toEqual([1, 2]);
      expect(await numbers(ports, { assignee: "Alice" })).toEqual([1]);
      expect(await numbers(ports, { assignee: "ali" })).toEqual([]);
      expect(await numbers(ports, { assignee: null })).toEqual([3]);
      expect(await numbers(ports, { assignee: undefined })).toEqual([1, 2, 3]);
    });

    test("an assignee's tasks come in the order of all, whatever its place among the assignees", async () => {
      const ports = await adapter.open();
      const people = ["ann", "ben", "cy", "dan", "eve"].map(person);
      const withBob = (number: number, before: number, after = 0) =>
        ready(number, `### Priority\n\np${number % 2}\n`, {
          assignees: [...people.slice(0, before), bob, ...people.slice(before, before + after)],
        });
      const alone = withBob(1, 0);
      const first = withBob(2, 0, 4);
      const second = withBob(3, 1);
      const third = withBob(4, 2);
      const last = withBob(5, 4);
      await fill(ports.index, alone, first, second, third, last, ready(6, "", { assignees: people }));
      expect(await numbers(ports, { assignee: "BOB" })).toEqual([2, 4, 1, 3, 5]);
      expect(await numbers(ports, { assignee: "bob", limit: 2 })).toEqual([2, 4]);
      expect(await numbers(ports, { assignee: "eve" })).toEqual([6]);
      expect(await numbers(ports, { assignee: "ann", repository: { owner: "acme", repo: "demo" } })).toEqual([
        2, 4, 3, 5, 6,
      ]);
    });

    test("an assignee's tasks are found among any number of repositories", async () => {
      const ports = await adapter.open();
      await fill(
        ports.index,
        ready(1, "", { assignees: [bob] }),
        ready(2, "", { repositoryId: other.id, assignees: [alice, bob] }),
      );
      const others = Array.from({ length: 200 }, (_, at) => `R_${at}`);
      expect(await numbers(ports, { assignee: "bob", among: [other.id] })).toEqual([2]);
      expect(await numbers(ports, { assignee: "bob", among: [...others, other.id] })).toEqual([2]);
      expect(await numbers(ports, { assignee: "bob", among: others })).toEqual([]);
      expect(await numbers(ports, { assignee: "bob", among: [] })).toEqual([]);
    });

    test("a card shows what a user chooses by", async () => {
      const { board, index } = await adapter.open();
      await fill(
        index,
        ready(7, "### Priority\n\np1\n\n### Track\n\nbackend\n", { assignees: [alice, bob] }),
      );
      expect(await board.ready(everything)).toEqual([
        {
          id: "I_7",
          owner: "acme",
          repo: "demo",
          number: 7,
          title: "Task 7",
          kind: "task",
          state: "open",
          status: "ready",
          priority: "p1",
          track: "backend",
          assignees: ["alice", "bob"],
          updatedAt: start + 7_000,
        },
      ]);
    });
  });

  describe(`the cards of ${adapter.name}`, () => {
    test("a card in detail shows the neighbours with their current state in the index", async () => {
      const { board, index } = await adapter.open();
      const blocker = question(40, "#12");
      const unknown = question(41, "#12");
      const blocked = task(12, {
        blockedBy: { ...links(blocker, unknown), unreadable: 2 },
        blocking: links(task(13)),
      });
      await fill(index, closed(blocker, notPlanned, start), blocked);
      expect(await board.card("ACME", "demo", 12)).toMatchObject({
        number: 12,
        body: blocked.body,
        author: "alice",
        status: undefined,
        priority: undefined,
        blockedBy: [
          { ref: "acme/demo#40", title: "Q: Question 40", state: "not_planned" },
          { ref: "acme/demo#41", title: "Q: Question 41", state: "open" },
        ],
        blocking: [{ ref: "acme/demo#13", title: "Task 13", state: "open" }],
        unreadableBlockers: 2,
        decision: undefined,
      });
    });

    test("S0.86 a card lists all that names the issue", async () => {
      const { board, index } = await adapter.open();
      await fill(index, task(12), task(13), question(40, "#12"), question(41, "#13"));
      expect((await board.card("acme", "demo", 12))?.namedBy).toEqual([
        { ref: "acme/demo#40", title: "Q: Question 40", state: "open", kind: "question" },
      ]);
    });

    test("a card shows everything that blocks its task, including what no relation on GitHub shows as open", async () => {
      const { board, index } = await adapter.open();
      const unanswered = closed(question(40, "#12"), completed, start);
      const done = closed(task(11), completed, start);
      const waiting = task(12, {
        blockedBy: { ...links(unanswered, done), unreadable: 2 },
        body: "### Goal\n\nBuild it.\n\n### Blocked by\n\n#9999",
      });
      const lost = { ...emptyPersistedState, lost: ["acme/demo#7"] };
      const records = [recordOf(waiting, { persisted: { ...lost, admitted: admittedAs(waiting) } })];
      await index.commit(
        cycle({ repositories: [demo], records: [...records, recordOf(unanswered), recordOf(done)] }),
      );
      expect((await board.card("acme", "demo", 12))?.inTheWay).toEqual([
        { ref: "acme/demo#40", title: "Q: Question 40", state: "closed without an accepted answer" },
        { ref: "acme/demo#9999", title: "", state: "not readable" },
        { ref: "2 that signalbox may not read", title: "", state: "not readable" },
        { ref: "acme/demo#7", title: "", state: "deleted or no longer accessible" },
      ]);
    });

    test("a card of a task that cannot be read says so, and a closed task's card says that nothing blocks it", async () => {
      const { board, index } = await adapter.open();
      const unreadable = task(12, { body: "" });
      const over = closed(task(13, { blockedBy: links(task(12)) }), completed, start);
      const persisted = { ...emptyPersistedState, admitted: admittedAs(unreadable) };
      const records = [recordOf(unreadable, { persisted }), recordOf(over)];
      await index.commit(cycle({ repositories: [demo], records }));
      expect((await board.card("acme", "demo", 12))?.inTheWay).toEqual([
        { ref: "its own body", title: "", state: "to be fixed" },
      ]);
      expect((await board.card("acme", "demo", 13))?.inTheWay).toEqual([]);
    });

    test("an answered question shows its decision", async () => {
      const { board, index } = await adapter.open();
      const by = { id: bob.id, login: bob.login };
      const asked = question(40, "#12");
      const version = { title: asked.title, hash: asked.textHash };
      const answered = {
        how: "answer",
        word: "I_50",
        by,
        decision: keepWords("Use SQLite."),
        version,
      } as const;
      const accepted = { ...answered, at: start, row: "write access" };
      const persisted = { ...emptyPersistedState, accepted };
      await index.commit(cycle({ repositories: [demo], records: [recordOf(asked, { persisted })] }));
      expect(await board.card("acme", "demo", 40)).toMatchObject({
        kind: "question",
        decision: "Use SQLite.",
      });
    });

    test("an issue that is not in the index has no card", async () => {
      const { board, index } = await adapter.open();
      await fill(index, task(12));
      expect(await board.card("acme", "demo", 13)).toBeUndefined();
      expect(await board.card("acme", "unknown", 12)).toBeUndefined();
    });

    test("the repositories are listed by name", async () => {
      const { board, index } = await adapter.open();
      await index.saveRepositories([other, demo], []);
      expect(await board.repositories()).toEqual([
        { id: demo.id, owner: "acme", repo: "demo" },
        { id: other.id, owner: "Acme", repo: "Other" },
      ]);
    });

    test("the version changes with records and repositories, and with nothing else", async () => {
      const { board, index, outbox } = await adapter.open();
      const versions = [await board.version()];
      const step = async (work: Promise<unknown>): Promise<void> => {
        await work;
        versions.push(await board.version());
      };
      await step(index.saveRepositories([demo, other], []));
      await step(fill(index, task(12)));
      await step(outbox.receipt([], [recordOf(task(12, { title: "Renamed" }))], [], []));
      await step(index.commit(cycle({ gone: ["I_12"] })));
      expect(new Set(versions).size).toBe(versions.length);
      const [last] = versions.slice(-1);
      await decide(index, [effect(12, "labels", "k")]);
      expect(await board.version()).toBe(last);
      await fill(index, task(13));
      const known = await board.version();
      await index.commit(cycle({ records: [recordOf(task(13), { readAt: start + 5 })] }));
      expect(await board.version()).toBe(known);
    });
  });
}
