/** Waiting for a handover ends with its verdict, and for a task with what was decided about its blockers. */
import { describe, expect, test } from "vitest";
import { mayWaitOn } from "../../src/operations/wait-words.ts";
import type { VerdictSeen } from "../../src/operations/writes/verdict-board.ts";
import { card, memoryBoard, portsOf } from "./board.ts";
import { show, wait } from "./held.ts";

const handover = (verdict: VerdictSeen) => card(50, { kind: "handover", status: undefined, verdict });
const unproven = '`npm test` is under "Verified", but no check run confirms it.';
const open = handover({ state: "unverified", problems: [unproven] });

/** A wait during which the handover comes to a verdict after five seconds. */
async function waitFor(verdict: VerdictSeen) {
  const board = memoryBoard([open]);
  const ports = portsOf(board, (passedMs) => {
    if (passedMs === 5_000) board.put(handover(verdict));
  });
  const result = await wait.run(ports, { issue: "50", timeout: "20s" });
  return { ...result, told: ports.told };
}

describe("a wait for a handover", () => {
  test("ends when it is accepted, and has said what was not verified", async () => {
    const ended = await waitFor({ state: "accepted", problems: [] });
    expect(ended).toMatchObject({
      isMet: true,
      output: { outcome: "accepted" },
      text: "acme/demo#50, after 5.0 s: Accepted.",
      told: [
        `acme/demo#50: Not verified yet. It is judged again with every check, push and edit.\n- ${unproven}`,
      ],
    });
  });

  test.each(["refused", "unreadable"] as const)("ends when it is %s, with the reasons", async (state) => {
    const ended = await waitFor({ state, problems: ['`src/b.ts` changed, but is not under "Changes".'] });
    expect(ended).toMatchObject({ isMet: false, output: { outcome: "changes needed", waitedMs: 5_000 } });
    expect(ended.text).toMatch(/^acme\/demo#50, after 5\.0 s: .*Edit .*\n- `src\/b\.ts` changed, but/);
    expect(mayWaitOn(ended.output)).toBe(false);
  });

  test("ends when it is closed, and else says at the end of its time what is missing", async () => {
    expect(await waitFor({ state: "withdrawn", problems: [] })).toMatchObject({
      isMet: true,
      output: { outcome: "closed" },
    });
    const late = await waitFor({ state: "unverified", problems: [unproven] });
    expect(late).toMatchObject({ isMet: false, output: { outcome: "time limit" } });
    expect(late.text).toBe(
      `Not yet, after 20 s. acme/demo#50: Not verified yet. It is judged again with every check, push and edit.\n- ${unproven}`,
    );
    expect(mayWaitOn(late.output)).toBe(true);
    expect(late.told).toHaveLength(1);
  });
});

test("a handover is shown with its verdict, its reasons and what to do", async () => {
  const refused = handover({
    state: "refused",
    problems: ['`src/b.ts` changed, but is not under "Changes".'],
  });
  const { text } = await show.run(portsOf(memoryBoard([refused])), { issue: "50" });
  expect(text).toContain(
    "\nVerdict\n  Changes needed. Edit it, or push a fix; it is judged again at once.\n  - `src/b.ts` changed, but is not under",
  );
});

describe("a wait for a task", () => {
  const question = { ref: "acme/demo#40", title: "Which one?", state: "open" };
  const blocked = card(12, { status: "blocked", inTheWay: [question] });
  const answered = card(40, { kind: "question", state: "closed", status: undefined, decision: "SQLite" });

  test("that somebody holds says that nothing blocks it, and what was decided", async () => {
    const board = memoryBoard([blocked, answered]);
    const ports = portsOf(board, (passedMs) => {
      if (passedMs === 5_000) board.put(card(12, { status: "in-progress" }));
    });
    const result = await wait.run(ports, { issue: "12" });
    expect(result).toMatchObject({
      output: { outcome: "ready", settled: [{ issue: "acme/demo#40", decision: "SQLite" }] },
      text: "acme/demo#12 is not blocked (in-progress) after 5.0 s\nacme/demo#40 was answered: SQLite",
    });
  });

  test("that was free from the beginning says only that", async () => {
    const board = memoryBoard([card(12, { status: "in-review" }), answered]);
    const { text } = await wait.run(portsOf(board), { issue: "12" });
    expect(text).toBe("acme/demo#12 is not blocked (in-review) after 0.0 s");
  });
});
