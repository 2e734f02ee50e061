/** Which records and edges every Index returns for a decision. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import {
  answer,
  closed,
  closedAsDuplicate,
  completed,
  demo,
  discovery,
  issue,
  links,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { type Adapter, cycle, fill, other, type Ports, recordOf } from "./samples.ts";

export function aroundContract(adapter: Adapter): void {
  const loaded = async ({ index }: Ports, ...ids: readonly string[]): Promise<readonly string[]> =>
    [...(await index.around(ids)).records.keys()].sort();

  describe(`the neighbours in ${adapter.name}`, () => {
    test("an issue comes with both ends of its edges, and no further", async () => {
      const ports = await adapter.open();
      const far = issue(1);
      const blocker = issue(2);
      const waiting = issue(4);
      const middle = issue(3, { blockedBy: links(blocker), blocking: links(waiting) });
      await fill(ports.index, far, { ...blocker, blockedBy: links(far) }, middle, waiting);
      expect(await loaded(ports, "I_3")).toEqual(["I_2", "I_3", "I_4"]);
    });

    test("an issue comes with those whose own list says that it blocks them", async () => {
      const ports = await adapter.open();
      await fill(ports.index, issue(1), issue(2, { blockedBy: links(issue(1)) }));
      expect(await loaded(ports, "I_1")).toEqual(["I_1", "I_2"]);
    });

    test("an answer leads to its question, and one step further to the question's tasks and other answers", async () => {
      const ports = await adapter.open();
      await fill(ports.index, answer(50, "#40"), answer(51, "#40"), question(40, "#12"));
      await fill(ports.index, task(12, { blockedByText: "#11" }), task(11), task(99));
      expect(await loaded(ports, "I_50")).toEqual(["I_12", "I_40", "I_50", "I_51"]);
    });

    test("a task leads to the questions that name it, and their answers", async () => {
      const ports = await adapter.open();
      await fill(ports.index, task(12), question(40, "#12"), answer(50, "#40"), question(41, "#13"));
      expect(await loaded(ports, "I_12")).toEqual(["I_12", "I_40", "I_50"]);
    });

    test("a discovery leads to the open tasks of its tracks, and they to it while it is open", async () => {
      const ports = await adapter.open();
      const onTrack = (number: number, track: string) =>
        task(number, { labels: ["kind:task", `track:${track}`] });
      const found = discovery(50, "Backend");
      const abroad = { ...onTrack(14, "backend"), id: "I_abroad", repositoryId: other.id };
      const done = closed(onTrack(13, "backend"), completed, start);
      await fill(ports.index, found, onTrack(11, "backend"), onTrack(12, "frontend"), done, abroad);
      expect(await loaded(ports, "I_50")).toEqual(["I_11", "I_50"]);
      expect(await loaded(ports, "I_11")).toEqual(["I_11", "I_50"]);
      expect(await loaded(ports, "I_12")).toEqual(["I_12"]);
      await fill(ports.index, closed(found, completed, start));
      expect(await loaded(ports, "I_11")).toEqual(["I_11"]);
    });

    test("B08 names lead across repositories, case-insensitively, and short ones stay in their own repository", async () => {
      const ports = await adapter.open();
      const abroad = question(40, "#12, ACME/DEMO#7", { repositoryId: other.id });
      const sameNumber = task(12, { id: "I_other_12", repositoryId: other.id });
      await fill(ports.index, task(7), task(12), sameNumber, abroad);
      expect(await loaded(ports, "I_7")).toEqual(["I_40", "I_7", "I_other_12"]);
      expect(await loaded(ports, "I_12")).toEqual(["I_12"]);
      expect((await ports.index.around(["I_7"])).namedBy).toEqual(
        new Map([
          ["I_7", ["I_40"]],
          ["I_other_12", ["I_40"]],
        ]),
      );
    });

    test("names follow a repository that is renamed, and an issue whose text changed", async () => {
      const ports = await adapter.open();
      await fill(ports.index, task(7), question(40, "acme/new-name#7", { repositoryId: other.id }));
      expect(await loaded(ports, "I_7")).toEqual(["I_7"]);
      await ports.index.saveRepositories([{ ...demo, name: "new-name" }], []);
      expect(await loaded(ports, "I_7")).toEqual(["I_40", "I_7"]);
      await ports.index.commit(
        cycle({ records: [recordOf(question(40, "#1", { repositoryId: other.id }))] }),
      );
      expect(await loaded(ports, "I_7")).toEqual(["I_7"]);
    });

    test("D11 an issue comes with what its blockers are duplicates of, and an original with its duplicates", async () => {
      const ports = await adapter.open();
      const last = task(9);
      const middle = closedAsDuplicate(task(8), last);
      const first = closedAsDuplicate(task(7), middle);
      await fill(ports.index, last, middle, first, task(12, { blockedBy: links(first) }));
      expect(await loaded(ports, "I_12")).toEqual(["I_12", "I_7", "I_8", "I_9"]);
      expect(await loaded(ports, "I_9")).toContain("I_8");
      const ring = closedAsDuplicate(task(9), first);
      await fill(ports.index, ring);
      expect(await loaded(ports, "I_12")).toEqual(["I_12", "I_7", "I_8", "I_9"]);
    });

    test("an unknown issue has no neighbours except those that wait for it", async () => {
      const ports = await adapter.open();
      await fill(ports.index, issue(2, { blockedBy: links(issue(1)) }), issue(3));
      await ports.index.commit(cycle({ gone: ["I_1"] }));
      expect(await loaded(ports, "I_1")).toEqual(["I_2"]);
      expect(await loaded(ports, "I_404")).toEqual([]);
    });

    test("an issue comes with its repository; roles and ledger are filled in elsewhere", async () => {
      const { index } = await adapter.open();
      await fill(index, task(12));
      const { repositories, roles, ledger } = await index.around(["I_12"]);
      expect([...repositories.values()]).toEqual([demo]);
      expect([roles.size, ledger.size]).toEqual([0, 0]);
    });

    test("an issue comes with the repositories of issues that it is linked to and that its text names", async () => {
      const { index } = await adapter.open();
      const abroad = issue(7, { repositoryId: other.id, id: "I_abroad" });
      await fill(
        index,
        task(12, { blockedBy: links(abroad) }),
        task(13, { blockedByText: "acme/OTHER#404" }),
        task(14, { blockedByText: "acme/unserved#1" }),
      );
      const met = async (id: string) => [...(await index.around([id])).repositories.values()];
      expect(await met("I_12")).toEqual([demo, other]);
      expect(await met("I_13")).toEqual([demo, other]);
      expect(await met("I_14")).toEqual([demo]);
    });
  });

  describe(`blocking chains in ${adapter.name}`, () => {
    const waits = async ({ index }: Ports, id: string) =>
      Object.fromEntries((await index.around([id])).waits);

    test("E05 a dependency cycle leads through parents and their sub-issues, too", async () => {
      const ports = await adapter.open();
      const one = issue(1, { blockedBy: links(issue(2)) });
      const two = issue(2, { blockedBy: links(issue(3)) });
      await fill(ports.index, one, two, issue(3, { subIssues: links(one).issues }));
      expect(await waits(ports, "I_2")).toEqual({ I_1: ["I_2"], I_2: ["I_3"], I_3: ["I_1"] });
    });

    test("edges are followed as far as they reach, through open issues only", async () => {
      const ports = await adapter.open();
      const one = issue(1);
      const two = closed(issue(2), completed, start);
      const three = issue(3, { blockedBy: links(one) });
      const four = issue(4, { blockedBy: links(three, two) });
      const five = issue(5, { blockedBy: links(four) });
      await fill(ports.index, one, { ...two, blockedBy: links(one) }, three, four, five);
      expect(await waits(ports, "I_5")).toEqual({ I_5: ["I_4"], I_4: ["I_3"], I_3: ["I_1"] });
    });

    test("a dependency cycle is reported, not followed forever", async () => {
      const ports = await adapter.open();
      const ring = [1, 2, 3].map((number) => issue(number, { blockedBy: links(issue((number % 3) + 1)) }));
      await fill(ports.index, ...ring);
      expect(await waits(ports, "I_1")).toEqual({ I_1: ["I_2"], I_2: ["I_3"], I_3: ["I_1"] });
    });

    test("a chain of 10,000 is walked to its end", async () => {
      const ports = await adapter.open();
      const chain: IssueSeen[] = [];
      for (let number = 1; number <= 10_000; number++)
        chain.push(issue(number, { blockedBy: links(...chain.slice(-1)) }));
      // No pass writes so many at once.
      while (chain.length > 0) await fill(ports.index, ...chain.splice(0, 1_000));
      expect((await ports.index.around(["I_10000"])).waits.size).toBe(9_999);
    });

    test("an issue that was read again has only the edges of its newest reading", async () => {
      const ports = await adapter.open();
      await fill(ports.index, issue(1), issue(2), issue(3, { blockedBy: links(issue(1)) }));
      await fill(ports.index, issue(3, { blockedBy: links(issue(2)) }));
      expect(await waits(ports, "I_3")).toEqual({ I_3: ["I_2"] });
    });
  });
}
