/** The operation `board`: which cards it asks the index for, and how it says what there is. */
import { expect, test } from "vitest";
import type { EscalationCard } from "../../../src/operations/board/escalation-card.ts";
import type { TaskCard, TaskFilter } from "../../../src/operations/board/task-columns.ts";
import type { Board } from "../../../src/operations/ports.ts";
import { memoryBoard, portsOf } from "../board.ts";
import { board } from "../held.ts";

const waiting: EscalationCard = {
  id: "I_24",
  owner: "acme",
  repo: "demo",
  number: 24,
  title: "Escalation: Break It?",
  track: "API",
  assignees: ["maria"],
  urgency: "blocking",
  createdAt: 0,
  textHash: "3f9c2a1b",
  question: "Break it?",
  options: ["Now.", "Later."],
};
const blocked: TaskCard = {
  id: "I_4",
  owner: "acme",
  repo: "demo",
  number: 4,
  title: "Return problem documents",
  kind: "task",
  state: "open",
  status: "blocked",
  priority: "p1",
  track: undefined,
  assignees: [],
  updatedAt: 0,
  holder: undefined,
  waitsFor: [{ ref: "acme/demo#13", title: "Settings page", state: "open" }],
};

function boardWith(escalations: readonly EscalationCard[] = [waiting]) {
  const asked: TaskFilter[] = [];
  const reading: Board = {
    ...memoryBoard([]),
    tasks: async (filter) => {
      asked.push(filter);
      return filter.statuses.map((status) =>
        status === "blocked" ? { status, count: 7, cards: [blocked] } : { status, count: 0, cards: [] },
      );
    },
    tracks: async () => ["api"],
    escalations: async () => escalations,
  };
  return { ports: portsOf(reading), asked };
}

test("all columns are shown with their counts, how many cards are left out, and what a blocked task waits for", async () => {
  const { ports } = boardWith();
  const { output, text } = await board.run(ports, {});
  expect(output).toMatchObject({
    columns: [{ status: "ready" }, { status: "in-progress" }, { status: "in-review" }, { count: 7 }],
    people: { count: 1, isCounted: true, cards: [{ number: 24 }] },
    tracks: ["api"],
    repositories: ["acme/demo"],
  });
  expect(text.split("\n")).toEqual([
    "ready (0)",
    "in-progress (0)",
    "in-review (0)",
    "blocked (7)",
    "  acme/demo#4  Return problem documents (p1), waits for acme/demo#13 (open)",
    "  … and 6 more: see them with a larger --limit, or fewer with --track, --assignee or --words",
    "waiting on people (1)",
    "  acme/demo#24  Escalation: Break It? (blocking)",
  ]);
});

test("the filter reaches the index, and decisions are filtered alike", async () => {
  const { ports, asked } = boardWith();
  const peopleFor = async (input: Readonly<Record<string, unknown>>): Promise<unknown> =>
    (await board.run(ports, input)).output;
  const none = { people: { count: 0, cards: [] } };
  const one = { people: { count: 1 } };
  expect(await peopleFor({ track: "api", assignee: "Maria", words: "break  IT" })).toMatchObject(one);
  expect(asked.at(-1)).toMatchObject({ track: "api", assignee: "Maria", words: ["break", "it"], limit: 50 });
  expect(await peopleFor({ unassigned: true })).toMatchObject(none);
  expect(asked.at(-1)).toMatchObject({ assignee: null });
  expect(await peopleFor({ track: "web" })).toMatchObject(none);
  expect(await peopleFor({ words: "nothing" })).toMatchObject(none);
});

test("one column alone can be asked for", async () => {
  const { ports, asked } = boardWith();
  expect((await board.run(ports, { only: "people" })).output).toMatchObject({
    columns: [],
    people: { count: 1 },
  });
  const { output } = await board.run(ports, { only: "blocked", limit: 3 });
  expect(output).toMatchObject({ columns: [{ status: "blocked" }], people: { count: 0, cards: [] } });
  expect(asked.at(-1)).toMatchObject({ statuses: ["blocked"], limit: 3 });
});

test("more decisions than are looked through are said to be at least so many", async () => {
  const { ports } = boardWith(Array.from({ length: 200 }, () => waiting));
  const { output, text } = await board.run(ports, {});
  expect(output).toMatchObject({ people: { count: 200, isCounted: false } });
  expect(text).toContain("waiting on people (at least 200)");
});

test("assignee and unassigned together are refused", async () => {
  const { ports } = boardWith();
  await expect(board.run(ports, { assignee: "maria", unassigned: true })).rejects.toThrow(
    "mutually exclusive",
  );
});
