/** Folding and deciding pause between issues: the cost of many issues is never paid in one step. */
import { expect, test } from "vitest";
import { decideInSteps } from "../../../src/engine/decide.ts";
import { fold, foldInSteps } from "../../../src/engine/fold/fold.ts";
import type { Fact } from "../../../src/engine/model/fact.ts";
import { context, empty, start, task } from "../../support/issues.ts";

const names = (count: number): string => Array.from({ length: count }, (_, n) => `#${100 + n}`).join(", ");
/** Each has a status comment that says what is wrong with it. */
const broken = [1, 2, 3].map((number) => task(number, { blockedByText: names(201) }));
const facts = broken.map((issue): Fact => ({ type: "IssueSeen", issue, readAt: start + 1_000_000 }));

/** What each step counted, given a counter that the work increments. */
function countedBySteps(steps: Generator<void, unknown>, counter: () => number): readonly number[] {
  const counted: number[] = [];
  for (let before = 0, isDone = false; !isDone; before = counter()) {
    isDone = steps.next().done === true;
    counted.push(counter() - before);
  }
  return counted;
}

test("N02 facts are folded one per step", () => {
  let applied = 0;
  const watched = facts.map((fact) => ({
    ...fact,
    get type() {
      applied += 1;
      return "IssueSeen" as const;
    },
  })) as readonly Fact[];
  const counted = countedBySteps(foldInSteps(empty, watched), () => applied);
  expect(counted).toEqual([1, 1, 1, 0]);
});

test("N02 texts are rendered one per step, and between two issues there is always a pause", () => {
  let rendered = 0;
  const roles = broken.map(
    ({ repositoryId, author }): Fact => ({
      type: "RoleSeen",
      repositoryId,
      actorId: author?.id ?? "",
      role: "write",
    }),
  );
  const { snapshot } = fold(empty, [...facts, ...roles]);
  const steps = decideInSteps(
    snapshot,
    broken.map(({ id }) => id),
    {
      ...context,
      render: (text) => {
        rendered += 1;
        return context.render(text);
      },
    },
  );
  const counted = countedBySteps(steps, () => rendered);
  expect(rendered).toBeGreaterThanOrEqual(broken.length);
  expect(Math.max(...counted)).toBe(1);
});
