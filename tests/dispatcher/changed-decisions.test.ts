import { afterEach, expect, test } from "vitest";
import { viewOf } from "../../src/engine/model/view.ts";
import { briefOf } from "../../src/engine/presentation/brief.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { alice, bob, maria, question, task } from "../support/issues.ts";
import { recordIn } from "../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());
const wakes = () =>
  desk.github.writes.flatMap(({ effect }) =>
    effect.type === "AddComment" && effect.marker.startsWith("wake:") ? effect.text : [],
  );

async function write(on: string, id: string, author: typeof bob, text: string): Promise<void> {
  const createdAt = desk.github.second();
  const before = desk.github.issues.get(on)?.comments ?? [];
  desk.github.change(on, { comments: [...before, { id, author, text, createdAt }], updatedAt: createdAt });
  await desk.deliver([on]);
  await desk.settled();
}

test("an assignee who was notified of a decision is notified once of the decision that replaces it", async () => {
  desk = await openDesk({ ports: { render: loadTexts().render } });
  desk.github.put(task(12, { assignees: [alice] }));
  desk.github.put(question(40, "#12"));
  await desk.deliver(["I_12", "I_40"]);
  await desk.settled();
  await write("I_40", "IC_a", bob, "/answer Use *SQLite*.");
  await desk.later(60_000);
  expect(wakes()).toHaveLength(1);
  await write("I_40", "IC_b", maria, "/answer Use *files*.");
  await desk.later(60_000);
  const [ours] = [...desk.github.issues.values()].filter(({ opened }) => opened !== undefined);
  await write(ours?.id ?? "", "IC_c", maria, "/decide 2");
  await desk.later(60_000);
  expect((await recordIn(desk.store.index, "I_40"))?.persisted.accepted?.decision).toBe("Use *files*.");
  expect((await recordIn(desk.store.index, ours?.id ?? ""))?.persisted.decided?.decision).toBe(
    "Use *files*.",
  );
  expect(wakes()).toHaveLength(2);
  expect(wakes()[1]).toMatch(
    /^@alice, the answer to #40 .* has changed, and this task builds on it\.[\s\S]*\n> Use \\\*files\\\*\.\n\nIt was "Use \\\*SQLite\\\*"\. Decided by `maria` in #\d+\.$/,
  );
  await desk.deliver(["I_12", "I_40", ours?.id ?? ""]);
  await desk.later(3_600_000);
  expect((await desk.dispatch.rebuild()).differences).toEqual([]);
  expect(wakes()).toHaveLength(2);
});

test("S3.58 all tasks that wait for a decision get the same notice, and the same one for the decision that replaces it", async () => {
  desk = await openDesk({ ports: { render: loadTexts().render } });
  desk.github.put(task(12, { assignees: [alice] }));
  desk.github.put(task(13, { assignees: [bob] }));
  desk.github.put(question(40, "#12, #13"));
  await desk.deliver(["I_12", "I_13", "I_40"]);
  await desk.settled();
  /** The notices, without mentions and brief numbers, and what an agent reads later. */
  const told = () => [
    ...new Set(wakes().map((text) => text.replace(/^@\w+, /, "").replace(/brief \d+/, "brief"))),
  ];
  const read = () =>
    Promise.all(
      ["I_12", "I_13"].map(async (id) => {
        const view = viewOf(await desk.store.index.around([id]));
        const record = view.records.get(id);
        return record && briefOf(view, record)?.decisions;
      }),
    );
  await write("I_40", "IC_a", maria, "/answer Use SQLite.");
  await desk.later(60_000);
  expect(wakes()).toHaveLength(2);
  expect(told()).toEqual([expect.stringContaining("> Use SQLite.")]);
  const before = await read();
  expect(before).toEqual([before[0], before[0]]);
  expect(JSON.stringify(before)).toContain("Use SQLite.");

  await write("I_40", "IC_b", maria, "/answer Use files.");
  await desk.later(60_000);
  const [ours] = [...desk.github.issues.values()].filter(({ opened }) => opened !== undefined);
  await write(ours?.id ?? "", "IC_c", maria, "/decide 2");
  await desk.later(60_000);
  expect(wakes()).toHaveLength(4);
  expect(told()).toEqual([
    expect.stringContaining("> Use SQLite."),
    expect.stringMatching(/> Use files\.\n\nIt was "Use SQLite"\. Decided by `maria` in #\d+\./),
  ]);
  const after = await read();
  expect(JSON.stringify(after)).not.toContain("SQLite");
  expect(after).toEqual([after[0], after[0]]);
});
