/** Status comments that people delete: once may be a mistake, twice is intended. */
import { expect, it } from "vitest";
import { context, decided, effectsOn, maria, question, start, task } from "../../support/issues.ts";

const hour = 3_600_000;
const gone = start + 60_000;
/** The status of a task that names a missing issue, which is news, this long after the last deletion. */
const after = (count: number, hours: number) =>
  decided(
    [task(12, { blockedByText: "#99", deleted: { count, lastAt: gone } })],
    {},
    {
      ...context,
      now: gone + hours * hour,
    },
  );

it("D04 a deleted status comment is written again at once", () => {
  expect(effectsOn(after(1, 0), 12).get("status")).toMatchObject({
    type: "ShowStatus",
    commentId: undefined,
  });
});

it.each([
  [2, 24],
  [3, 48],
  [4, 96],
])("D04 a status comment deleted %i times is written again after %i hours", (count, hours) => {
  const early = after(count, hours - 1);
  expect(effectsOn(early, 12).has("status")).toBe(false);
  expect(effectsOn(early, 12).has("labels")).toBe(true);
  expect(early.refreshes).toContainEqual(expect.objectContaining({ id: "I_12", afterMs: hour }));
  expect(effectsOn(after(count, hours), 12).has("status")).toBe(true);
});

it.each([
  [2, 1],
  [3, 2],
  [4, 4],
  [7, 32],
  [8, 60],
  [20, 60],
])(
  "D04 a status comment that carries state and was deleted %i times is written again after %i minutes",
  (count, minutes) => {
    const comments = [{ id: "IC_9", author: maria, text: "/answer SQLite.", createdAt: start + 30_000 }];
    const asked = question(12, "#99", { comments, deleted: { count, lastAt: gone } });
    const [early, due] = [minutes * 60_000 - 1, minutes * 60_000].map((waitedMs) =>
      decided([asked], {}, { ...context, now: gone + waitedMs }),
    );
    if (early === undefined || due === undefined) throw new Error("Two decisions were asked for.");
    expect(effectsOn(early, 12).has("status")).toBe(false);
    expect(early.refreshes).toContainEqual(expect.objectContaining({ id: "I_12", afterMs: 1 }));
    expect(effectsOn(due, 12).get("status")).toMatchObject({ type: "ShowStatus", commentId: undefined });
  },
);

it("D04 an existing status comment is kept up to date, whatever else was deleted", () => {
  const own = [
    { id: "IC_1", key: "status", text: "Old.", persisted: undefined, createdAt: start, isMinimized: false },
  ];
  const deleted = { count: 5, lastAt: gone };
  const decision = decided([task(12, { blockedByText: "#99", own, deleted })], {}, { ...context, now: gone });
  expect(effectsOn(decision, 12).get("status")).toMatchObject({ commentId: "IC_1" });
});
