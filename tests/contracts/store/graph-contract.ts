/** What every Board promises about which issues wait for which. Run against each adapter. */
import { describe, expect, test } from "vitest";
import type { Graph, GraphNode, GraphQuery } from "../../../src/operations/graph/graph-board.ts";
import type { Board } from "../../../src/operations/ports.ts";
import { closed, completed, demo, issue, links, question, start, task } from "../../support/issues.ts";
import { type Adapter, fill, other } from "./samples.ts";

const all: GraphQuery = {
  repository: undefined,
  track: undefined,
  around: undefined,
  withClosed: false,
  limit: 100,
};

const nameOf = (node: GraphNode): string =>
  node.type === "hidden" ? "hidden" : `${node.owner}/${node.repo}#${node.number}`;

function shapeOf({ nodes, edges, isCut }: Graph) {
  return {
    nodes: nodes.map(({ id }) => id).sort(),
    edges: edges.map(({ blocked, blocker }) => `${blocked} waits for ${blocker}`).sort(),
    isCut,
  };
}

const graphOf = async (board: Board, query: Partial<GraphQuery> = {}) =>
  shapeOf(await board.graph({ ...all, ...query }));

/** 1 waits for 2, which waits for 3 and for question 4; 5 is alone, and 6 waits for 7, which is closed. */
async function chain(adapter: Adapter) {
  const ports = await adapter.open();
  const third = task(3);
  const asked = question(4, "#2");
  const second = task(2, { blockedBy: links(third, asked), labels: ["kind:task", "track:api"] });
  const done = closed(task(7), completed, start);
  await fill(
    ...([ports.index, task(1, { blockedBy: links(second) }), second, third, asked, task(5)] as const),
    ...[task(6, { blockedBy: links(done) }), done],
  );
  return ports;
}

export function graphContract(adapter: Adapter): void {
  describe(`the graph of ${adapter.name}`, () => {
    test("has the open issues that wait for others or that others wait for, and no closed one", async () => {
      const { board } = await chain(adapter);
      expect(await graphOf(board)).toEqual({
        nodes: ["I_1", "I_2", "I_3", "I_4"],
        edges: ["I_1 waits for I_2", "I_2 waits for I_3", "I_2 waits for I_4"],
        isCut: false,
      });
      const whole = await graphOf(board, { withClosed: true });
      expect(whole.nodes).toEqual(["I_1", "I_2", "I_3", "I_4", "I_6", "I_7"]);
      const { nodes } = await board.graph(all);
      expect(nodes.find(({ id }) => id === "I_4")).toMatchObject({
        type: "shown",
        owner: "acme",
        repo: "demo",
        number: 4,
        kind: "question",
        state: "open",
        isIndexed: true,
      });
    });

    test("around an issue has what is that many steps away, whichever waits", async () => {
      const { board } = await chain(adapter);
      const around = (id: string, depth: number) => graphOf(board, { around: { id, depth } });
      expect((await around("I_3", 1)).nodes).toEqual(["I_2", "I_3"]);
      expect((await around("I_3", 2)).nodes).toEqual(["I_1", "I_2", "I_3", "I_4"]);
      expect(await around("I_5", 3)).toEqual({ nodes: ["I_5"], edges: [], isCut: false });
      expect((await around("I_6", 1)).nodes).toEqual(["I_6"]);
      expect((await graphOf(board, { around: { id: "I_6", depth: 1 }, withClosed: true })).nodes).toEqual([
        "I_6",
        "I_7",
      ]);
      expect(await around("I_99", 1)).toEqual({ nodes: ["I_99"], edges: [], isCut: false });
    });

    test("is that of a track, or of a repository with what its issues wait for elsewhere", async () => {
      const { index, board } = await chain(adapter);
      expect((await graphOf(board, { track: "API" })).nodes).toEqual(["I_1", "I_2", "I_3", "I_4"]);
      expect((await graphOf(board, { track: "web" })).nodes).toEqual([]);
      const there = task(8, { repositoryId: other.id });
      await fill(index, there, task(9, { blockedBy: links(there) }));
      const named = (repository: GraphQuery["repository"]) => graphOf(board, { repository });
      expect((await named({ owner: "acme", repo: "other" })).nodes).toEqual(["I_8", "I_9"]);
      expect((await named({ owner: "acme", repo: "demo" })).nodes).toContain("I_8");
      expect((await named({ owner: "acme", repo: "none" })).nodes).toEqual([]);
      expect((await graphOf(board, { among: [other.id] })).nodes).toEqual(["I_8", "I_9"]);
      expect((await graphOf(board, { among: [] })).nodes).toEqual([]);
    });

    test("no way leads through an issue of a repository that is left out", async () => {
      const { index, board } = await adapter.open();
      const behind = task(1);
      const between = task(2, { repositoryId: other.id, blockedBy: links(behind) });
      await fill(index, behind, between, task(3, { blockedBy: links(between) }));
      const around = { around: { id: "I_3", depth: 5 } };
      expect((await graphOf(board, around)).nodes).toEqual(["I_1", "I_2", "I_3"]);
      expect((await graphOf(board, { ...around, among: [demo.id] })).nodes).toEqual(["I_2", "I_3"]);
    });

    test("what the index does not have is named as the dependency names it, and sub-issues count", async () => {
      const { index, board } = await adapter.open();
      const foreign = issue(50, { id: "I_foreign", title: "Elsewhere" });
      await fill(
        index,
        task(1, { blockedBy: links(foreign) }),
        task(2, { subIssues: links(task(1)).issues }),
      );
      const { nodes, edges } = await board.graph(all);
      expect(nodes.find(({ id }) => id === "I_foreign")).toMatchObject({
        type: "shown",
        number: 50,
        title: "Elsewhere",
        state: "open",
        isIndexed: false,
      });
      expect(edges).toContainEqual({ blocked: "I_2", blocker: "I_1" });
      expect(nodes.map(nameOf)).not.toContain("hidden");
    });

    test("is cut at a number of issues, and keeps the most urgent that wait", async () => {
      const { index, board } = await adapter.open();
      const blockers = [task(1), task(2)];
      const urgent = { body: "### Goal\n\nBuild it.\n\n### Priority\n\np0\n" };
      await fill(
        ...([index, ...blockers, task(3, { blockedBy: links(task(1)) })] as const),
        task(4, { ...urgent, blockedBy: links(task(2)) }),
      );
      expect(await graphOf(board, { limit: 3 })).toMatchObject({ nodes: ["I_2", "I_4"], isCut: true });
      expect(await graphOf(board, { limit: 4 })).toMatchObject({ isCut: false });
      const center = { around: { id: "I_4", depth: 1 }, limit: 1 };
      expect(await graphOf(board, center)).toEqual({ nodes: ["I_4"], edges: [], isCut: true });
    });
  });
}
