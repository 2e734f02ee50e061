/** The operation `graph`: what it returns, and the texts that other programs draw. */
import { expect, test } from "vitest";
import type { Graph, ShownNode } from "../../../src/operations/graph/graph-board.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { graph } from "../held.ts";

const node = (number: number, given: Partial<ShownNode> = {}): ShownNode => ({
  type: "shown",
  id: `I_${number}`,
  owner: "acme",
  repo: "demo",
  number,
  title: `Task ${number}`,
  kind: "task",
  state: "open",
  status: "ready",
  priority: undefined,
  track: undefined,
  isIndexed: true,
  ...given,
});

const hostile = 'x"]; click n1 "javascript:alert(1)" --> `%% <b>\n#quot;';
const drawn: Graph = {
  nodes: [node(1, { status: "blocked" }), node(2, { title: hostile }), { type: "hidden", id: "I_secret" }],
  edges: [
    { blocked: "I_1", blocker: "I_2" },
    { blocked: "I_1", blocker: "I_secret" },
  ],
  isCut: false,
};

const rig = (found: Graph) => portsOf({ ...memoryBoard([card(1)]), graph: async () => found });

test("nodes are named as issues, and one that is not named has no id of GitHub's", async () => {
  const { output, text } = await graph.run(rig(drawn), {});
  expect(output).toMatchObject({
    nodes: [{ id: "acme/demo#1", number: 1 }, { id: "acme/demo#2" }, { id: "elsewhere-1", isIndexed: false }],
    edges: [
      { blocked: "acme/demo#1", blocker: "acme/demo#2" },
      { blocked: "acme/demo#1", blocker: "elsewhere-1" },
    ],
    cycles: [],
  });
  expect(JSON.stringify(output)).not.toMatch(/I_secret/);
  expect(text).toContain("acme/demo#1 Task 1 (blocked)\n  waits for acme/demo#2");
  expect(text).toContain("  waits for an issue in another repository");
});

test("cycles are named, through open issues alone", async () => {
  const edges = [
    { blocked: "I_1", blocker: "I_2" },
    { blocked: "I_2", blocker: "I_1" },
  ];
  const open = await graph.run(rig({ nodes: [node(1), node(2)], edges, isCut: false }), {});
  expect(open.output).toMatchObject({ cycles: [["acme/demo#1", "acme/demo#2"]] });
  expect(open.text).toContain("In a circle: acme/demo#1 waits for acme/demo#2 waits for acme/demo#1");
  const closed = { nodes: [node(1), node(2, { state: "closed" })], edges, isCut: false } as const;
  expect((await graph.run(rig(closed), {})).output).toMatchObject({ cycles: [] });
});

test("in mermaid and dot nothing in a title ends its label, and no line is of others' making", async () => {
  const mermaid = (await graph.run(rig(drawn), { format: "mermaid" })).text.split("\n");
  expect(mermaid.slice(0, 2)).toEqual(["flowchart LR", '  n1["acme/demo#35;1 Task 1 (blocked)"]']);
  expect(mermaid[2]).toMatch(/^ {2}n2\["[^"\][`<>%\n]*"\]$/);
  expect(mermaid).toContain("  n3 --> n1");
  expect(mermaid).toContain("  class n1 blocked");
  const dot = (await graph.run(rig(drawn), { format: "dot" })).text.split("\n");
  expect(dot[3]).toMatch(/^ {2}"acme\/demo#2" \[label="(?:[^"\\]|\\["\\])*", color="#2da44e"\];$/);
  expect(dot).toContain('  "elsewhere-1" -> "acme/demo#1";');
  const json: unknown = JSON.parse((await graph.run(rig(drawn), { format: "json" })).text);
  expect(json).toMatchObject({ isCut: false, cycles: [] });
});

test.each([
  [{ depth: 0 }, "from 1 to 10"],
  [{ limit: 2_001 }, "from 1 to 2000"],
  [{ format: "svg" }, "mermaid"],
  [{ issue: "twelve" }, "is not an issue"],
  [{ repo: "acme/none" }, "does not serve acme/none"],
])("%o is refused with what would fit", async (input, said) => {
  await expect(graph.run(rig(drawn), input)).rejects.toThrow(said);
});
