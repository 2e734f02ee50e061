/** Tests that what a brief or the end of a wait has shown is no longer in the inbox, from where a hook would show it again. */
import { describe, expect, test } from "vitest";
import type { Acknowledgement } from "../../../src/dispatcher/ports/agents/note-marks.ts";
import type { NoteCard, NotePage } from "../../../src/operations/notes/note-board.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { brief, wait } from "../held.ts";

const plain = {
  owner: "acme",
  repo: "demo",
  to: "ada",
  from: undefined,
  priority: "now",
  at: 900_000,
} as const;
const rest = { refs: [], isRead: false, isDropped: false } as const;
const note = (seq: number, number: number, kind: NoteCard["kind"], text: string): NoteCard => ({
  ...plain,
  ...rest,
  seq,
  number,
  kind,
  text,
  outcome: `o${seq}`,
});

const unread: readonly NoteCard[] = [
  note(1, 12, "task-free", "Nothing blocks it any more: #40 was answered: hello."),
  note(2, 40, "question-answered", "Your question was answered: hello."),
  note(3, 12, "told", "The token never ends."),
  note(4, 41, "question-answered", "Your question was answered: another task's."),
  note(5, 12, "lease-ended", "bea holds it."),
  note(6, 50, "discovery", "Tokens end."),
];

const page = {
  title: "Greet",
  status: "ready",
  assignees: [],
  goal: "A file says hello.",
  acceptance: [],
  files: [],
  requires: [],
  blockers: [],
  decisions: [{ name: "#40", title: "Which greeting?", decision: "hello", by: "bob", because: "" }],
  discoveries: [{ name: "#50", title: "Tokens", finding: "Tokens end.", actionNeeded: "" }],
  handovers: [],
};

/** @param agent who asks */
function rig(agent: string | undefined) {
  const marked: Acknowledgement[] = [];
  const board = {
    ...memoryBoard([card(12)]),
    brief: async () => page,
    notes: async (): Promise<NotePage> => ({
      epoch: "n000001",
      head: 6,
      notes: unread,
      total: 6,
      excess: [],
    }),
  };
  const acknowledge = async (_: string, read: readonly Acknowledgement[]): Promise<number> =>
    marked.push(...read);
  return { ports: { ...portsOf(board), agent, acknowledge }, marked };
}

describe("an agent", () => {
  test("has read the answers, the freeing, the discoveries and the messages that its brief shows", async () => {
    const { ports, marked } = rig("ada");
    const { text, afterwards } = await brief.run(ports, { issue: "12" });
    expect(text).toContain("The token never ends.");
    expect(marked).toEqual([]);
    await afterwards?.();
    expect(marked).toEqual([{ type: "notes", seqs: [1, 2, 3, 6] }]);
  });

  test("is told the answer by the wait that it ends, and has read it then", async () => {
    const { ports, marked } = rig("ada");
    const { text, output, afterwards } = await wait.run(ports, { issue: "12" });
    expect(text).toMatch(/^acme\/demo#12 is ready after 0\.0 s\n/);
    expect(text).toContain("> Your question was answered: hello.");
    expect(text).not.toContain("another task's");
    expect(output).toMatchObject({ notes: [{ seq: 1 }, { seq: 2 }] });
    await afterwards?.();
    expect(marked).toEqual([{ type: "notes", seqs: [1, 2] }]);
  });

  test("has read nothing by what it could not write down, and the command succeeds", async () => {
    const { ports } = rig("ada");
    const acknowledge = async (): Promise<never> => {
      throw new Error("The server ended.");
    };
    const { afterwards } = await brief.run({ ...ports, acknowledge }, { issue: "12" });
    await expect(afterwards?.()).resolves.toBeUndefined();
  });
});

test("a person who reads the brief or waits marks nothing", async () => {
  const { ports, marked } = rig(undefined);
  for (const operation of [brief, wait]) {
    const { afterwards } = await operation.run(ports, { issue: "12" });
    await afterwards?.();
  }
  expect(marked).toEqual([]);
});
