/** What the ledger says of a status comment: what it says now, and what it said before. */
import { expect, it } from "vitest";
import { blankMemory } from "../../src/engine/model/memory.ts";
import { context, decided, start, task } from "../support/issues.ts";

/** The first line says where it stands, the others what follows from that. */
const render = () => "**Blocked** by `two` issues.\n\n- #13 Part";
/** Of a task that names what nobody finds, which is news, under a comment that reads so. */
const reasonFor = (text: string | undefined) => {
  const shown = { id: "IC_1", key: "status", memory: blankMemory, createdAt: start, isMinimized: false };
  const own = text === undefined ? [] : [{ ...shown, text }];
  const decision = decided([task(12, { blockedByText: "#99", own })], {}, { ...context, render });
  return decision.effects.find(({ slot }) => slot.type === "status")?.reason.because;
};

it.each([
  ["none was there", undefined, 'It has to say: "Blocked by two issues."'],
  ["it stood otherwise", "**Ready.**", 'It said "Ready.", and now has to say: "Blocked by two issues."'],
  [
    "only what follows differs",
    "**Blocked** by `two` issues.\n\n- #14 Other",
    'It still says "Blocked by two issues.", and what follows is no longer so.',
  ],
  ["only the memory differs", render(), "It reads the same, and what has to be remembered has changed."],
  [
    "it is long",
    "x".repeat(500),
    `It said "${"x".repeat(120)}…", and now has to say: "Blocked by two issues."`,
  ],
])("says why a status comment is written where %s", (_, text, because) => {
  expect(reasonFor(text)).toBe(because);
});
