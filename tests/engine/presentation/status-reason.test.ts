/** What the ledger says about a status comment: its present and its previous statement. */
import { expect, it } from "vitest";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { context, decided, start, task } from "../../support/issues.ts";

/** The first line gives the state, the others what follows from it. */
const render = () => "**Blocked** by `two` issues.\n\n- #13 Part";
/** A task that names an issue which cannot be found, which is news, below a comment with this text. */
const reasonFor = (text: string | undefined) => {
  const shown = {
    id: "IC_1",
    key: "status",
    persisted: emptyPersistedState,
    createdAt: start,
    isMinimized: false,
  };
  const own = text === undefined ? [] : [{ ...shown, text }];
  const decision = decided([task(12, { blockedByText: "#99", own })], {}, { ...context, render });
  return decision.effects.find(({ slot }) => slot.type === "status")?.reason.because;
};

it.each([
  ["there was none", undefined, 'It should say: "Blocked by two issues."'],
  ["it said something else", "**Ready.**", 'It said "Ready." and should now say: "Blocked by two issues."'],
  [
    "only what follows differs",
    "**Blocked** by `two` issues.\n\n- #14 Other",
    'It still says "Blocked by two issues.", but the rest is outdated.',
  ],
  [
    "only the persisted state differs",
    render(),
    "Its text is unchanged, but the persisted state has changed.",
  ],
  [
    "it is long",
    "x".repeat(500),
    `It said "${"x".repeat(120)}…" and should now say: "Blocked by two issues."`,
  ],
])("the ledger says why a status comment is written if %s", (_, text, because) => {
  expect(reasonFor(text)).toBe(because);
});
