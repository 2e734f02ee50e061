/** The operation `timeline`: what it returns and prints. */
import { expect, test } from "vitest";
import type { TimelineEntry, TimelineQuery } from "../../../src/operations/timeline/timeline-board.ts";
import { card, memoryBoard, portsOf } from "../board.ts";
import { timeline } from "../held.ts";

const at = Date.UTC(2026, 10, 22, 12);
const opened: TimelineEntry = {
  type: "message",
  at,
  card: card(2, { title: "Sign\u001b[31m in" }),
  author: "bob",
};
const done: TimelineEntry = {
  type: "action",
  at: at + 1000,
  title: "Sign in",
  line: {
    id: 7,
    at: at + 1000,
    kind: "done",
    rule: "status",
    because: "Nothing blocks it.",
    what: "labels",
    askedBy: "maria (admin)",
    issue: { owner: "acme", repo: "demo", number: 2 },
    repository: { owner: "acme", repo: "demo" },
  },
};
const next = { message: { at, id: "I_2" }, line: 7 };

function rig(entries: readonly TimelineEntry[]) {
  const asked: TimelineQuery[] = [];
  const board = memoryBoard([card(2)]);
  const ports = portsOf({
    ...board,
    timeline: async (query) => {
      asked.push(query);
      return { entries, next: entries.length > 0 ? next : undefined };
    },
  });
  return { ports, asked };
}

test("messages and actions are told with who, what and why, and how to go on", async () => {
  const { ports } = rig([done, opened]);
  const { output, text } = await timeline.run(ports, {});
  expect(output).toMatchObject({
    entries: [
      {
        type: "action",
        issue: "acme/demo#2",
        what: "labels",
        because: "Nothing blocks it.",
        by: "maria (admin)",
      },
      { type: "message", issue: "acme/demo#2", kind: "task", by: "bob" },
    ],
    next: `${at}.I_2.7`,
  });
  expect(text.split("\n")).toEqual([
    "2026-11-22T12:00:01Z\tacme/demo#2\tdone\tlabels (asked by maria (admin))\tNothing blocks it.",
    expect.stringMatching(/^2026-11-22T12:00:00Z\tacme\/demo#2\ttask\t@bob opened "Sign\S* in"$/),
    `More: --after ${at}.I_2.7`,
  ]);
  expect((await timeline.run(rig([]).ports, {})).text).toBe("Nothing has happened yet.");
});

test("an issue is asked for in whichever repository it is, and a cursor is passed on", async () => {
  const { ports, asked } = rig([]);
  await timeline.run(ports, { issue: "2", after: `${at}.I_2.7`, only: "actions", limit: 9 });
  expect(asked).toEqual([
    { repository: undefined, track: undefined, issue: "I_2", only: "actions", after: next, limit: 9 },
  ]);
  for (const after of ["", "now", "c1f09a2.512.90", "1.I_2", "1.I 2.7"])
    await expect(timeline.run(ports, { after })).rejects.toThrow("is not a cursor of the timeline");
});
