/** What a run does if it does not hear whether its agent got the task. */
import { expect, test } from "vitest";
import { claimUntilHeard } from "../../../src/cli/run/claim-until-heard.ts";
import type { Claimed } from "../../../src/operations/holding/claim.ts";

const unheard: Claimed = {
  isHeld: false,
  agent: "ada",
  issue: undefined,
  reason: "its answer was not heard",
  isDecided: false,
  order: "01JDB3Z5M7Q8R9S0T1V2W3X4Y5",
};
const refused: Claimed = {
  isHeld: false,
  agent: "ada",
  issue: undefined,
  reason: "it is held",
  isDecided: true,
};
const never = new AbortController().signal;

function answering(...answers: readonly Claimed[]) {
  const asked: (string | undefined)[] = [];
  const claim = async (order: string | undefined): Promise<Claimed> => {
    asked.push(order);
    return answers[asked.length - 1] ?? unheard;
  };
  return { claim, asked };
}

test("a run asks again for an order whose answer it did not hear, by its id", async () => {
  const { claim, asked } = answering(unheard, refused);
  expect(await claimUntilHeard(claim, never)).toBe(refused);
  expect(asked).toEqual([undefined, unheard.order]);
});

test("an order that was answered is not repeated, and one that is never answered ends the run", async () => {
  const told = answering(refused);
  await claimUntilHeard(told.claim, never);
  expect(told.asked).toEqual([undefined]);
  const { claim, asked } = answering();
  expect(await claimUntilHeard(claim, never)).toBe(unheard);
  expect(asked).toHaveLength(3);
});

test("a run that is stopped does not ask again", async () => {
  const { claim, asked } = answering();
  await claimUntilHeard(claim, AbortSignal.abort());
  expect(asked).toEqual([undefined]);
});
