/** Tests what a command says of its words once they are written. */
import { expect, test } from "vitest";
import type { OperationPorts } from "../../../src/operations/operation.ts";
import { isTakenUp } from "../../../src/operations/writes/taken-up.ts";

const ref = { owner: "acme", repo: "demo", number: 12 };

/** A clock on which nothing takes longer than it says. */
function ports(): OperationPorts {
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  return { clock, source: undefined, freshen: async () => undefined } as unknown as OperationPorts;
}

test("what is written is no failure if the server cannot say whether it has it, as its run may be over by then", async () => {
  const isOver = async (): Promise<boolean> => {
    throw new Error("The run that this shell belongs to is over.");
  };
  expect(await isTakenUp(ports(), ref, isOver)).toBe(false);
});

test("a server that is away for a moment is asked again", async () => {
  let asked = 0;
  const isThere = async (): Promise<boolean> => {
    asked += 1;
    if (asked < 3) throw new Error("no server runs");
    return true;
  };
  expect(await isTakenUp(ports(), ref, isThere)).toBe(true);
});
