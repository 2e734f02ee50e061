/** Of two versions that are decided together, one is in force. */
import { expect, test } from "vitest";
import { isInForce } from "../../../src/engine/polls/in-force.ts";
import {
  ada,
  bea,
  contract,
  type Decided,
  decideOn,
  held,
  inForce,
  keptOf,
  says,
} from "../../support/contract-issues.ts";

const inForceAfter = (decision: Decided) =>
  [...decision.records.values()]
    .filter((record) => isInForce(decision.view, record))
    .map(({ seen }) => seen.number);
const agreed = () => [says(ada, "/ack"), says(bea, "/ack")];
const tasks = [held(12, ada), held(13, bea)];

test.each([
  ["in the order of their numbers", false],
  ["in the other order", true],
])(
  "AG62 two first versions of an interface decided together, read %s: the older is in force",
  (_, isReversed) => {
    const both = [contract(20, { comments: agreed() }), contract(21, { comments: agreed() })];
    const decision = decideOn([...tasks, ...(isReversed ? both.toReversed() : both)]);
    expect(inForceAfter(decision)).toEqual([20]);
    expect(keptOf(decision, 21).outcome).toBeUndefined();
  },
);

test("AG62 two changes of one version decided together: one replaces it, and the other is not agreed to", () => {
  const first = contract(20, { comments: agreed() });
  const before = decideOn([...tasks, first]);
  const change = (number: number, version: string) =>
    contract(number, { says: { Version: version, Replaces: "#20" }, comments: agreed() });
  const decision = decideOn(
    [...tasks, inForce(first), change(21, "1.3.0"), change(22, "1.4.0")],
    3,
    {},
    before.records,
  );
  expect(inForceAfter(decision)).toEqual([21]);
  expect(keptOf(decision, 22).outcome).toBeUndefined();
});
