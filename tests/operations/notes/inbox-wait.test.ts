/** Tests how long the inbox is waited for. */
import { describe, expect, test } from "vitest";
import type { NoteCard, NotePage } from "../../../src/operations/notes/note-board.ts";
import { memoryBoard, portsOf } from "../board.ts";
import { inbox } from "../held.ts";

const note: NoteCard = {
  seq: 1,
  owner: "acme",
  repo: "demo",
  number: 12,
  kind: "told",
  to: "ada",
  from: undefined,
  priority: "soon",
  at: 900_000,
  text: "It is yours.",
  refs: [],
  outcome: "o1",
  isRead: false,
  isDropped: false,
};

/** A board to which a note comes after `arrivesAfterMs`. */
function rig(arrivesAfterMs: number) {
  const state = { version: 1, notes: [] as readonly NoteCard[], reads: 0 };
  const board = {
    ...memoryBoard([]),
    version: async () => state.version,
    notes: async (): Promise<NotePage> => {
      state.reads += 1;
      const { notes } = state;
      return { epoch: "n000001", head: notes.length, notes, total: notes.length, excess: [] };
    },
  };
  let passed = 0;
  const ports = portsOf(board, (ms) => {
    passed = ms;
    if (ms >= arrivesAfterMs && state.notes.length === 0) {
      state.notes = [note];
      state.version += 1;
    }
  });
  return { ports: { ...ports, agent: "ada" }, state, passed: () => passed };
}

describe("inbox --wait", () => {
  test("ends with the first note", async () => {
    const { ports, passed } = rig(700);
    const { output, isMet } = await inbox.run(ports, { wait: "30m" });
    expect({ output, isMet }).toMatchObject({ output: { total: 1 }, isMet: true });
    expect(output).not.toHaveProperty("isTimeUp");
    expect(passed()).toBe(700);
  });

  test("does not wait for what is there already", async () => {
    const { ports, passed, state } = rig(0);
    state.notes = [note];
    expect((await inbox.run(ports, { wait: "30m" })).isMet).toBe(true);
    expect(passed()).toBe(0);
  });

  test("is not met if nothing came in time, and reads notes only after a change", async () => {
    const { ports, passed, state } = rig(Infinity);
    const { output, isMet, text } = await inbox.run(ports, { wait: "950ms" });
    expect({ output, isMet }).toMatchObject({ output: { total: 0, isTimeUp: true }, isMet: false });
    expect(text).toContain("Nothing for ada");
    expect([passed(), state.reads]).toEqual([950, 1]);
  });

  test("with no time at all only looks", async () => {
    const { ports, passed } = rig(Infinity);
    expect((await inbox.run(ports, { wait: "0s" })).isMet).toBe(false);
    expect(passed()).toBe(0);
  });

  test("ends as soon as whoever asked has gone", async () => {
    const gone = new AbortController();
    const { ports, passed } = rig(Infinity);
    const clock = {
      ...ports.clock,
      sleep: async (ms: number) => {
        await ports.clock.sleep(ms);
        if (passed() >= 300) gone.abort();
      },
    };
    const { isMet } = await inbox.run({ ...ports, clock, signal: gone.signal }, { wait: "30m" });
    expect([isMet, passed()]).toEqual([false, 300]);
  });

  test("does not go with marking notes as read", async () => {
    const { ports } = rig(0);
    await expect(inbox.run(ports, { wait: "1s", ackAll: true })).rejects.toThrow(/--wait goes with a list/);
  });
});
