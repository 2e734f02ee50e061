/** Deliveries that name something in GitHub's older format are translated once GitHub has said what it is called today. */
import { expect, test, vi } from "vitest";
import { emptyTranslation, type Translation } from "../../../src/dispatcher/ports/translation.ts";
import { translateDeliveries } from "../../../src/dispatcher/reconcile/work-batch.ts";
import { delivery } from "../../contracts/store/samples.ts";
import { demo } from "../../support/issues.ts";

const older = (number: number): string => Buffer.from(`05:Issue${number}`).toString("base64");

/** Each delivery names the issue that its GUID is the number of. */
function createWorld() {
  const learnt = new Set<string>();
  const learnIds = vi.fn(async (_installation: number, ids: readonly string[]) => {
    for (const id of ids) learnt.add(id);
  });
  const translate = vi.fn(async ({ guid }: { readonly guid: string }): Promise<Translation> => {
    if (guid === "unreadable") throw new Error("no such shape");
    const id = older(Number(guid));
    const isKnown = learnt.has(id);
    const target = { id: isKnown ? `I_${guid}` : id };
    return {
      ...emptyTranslation,
      repository: demo,
      refreshes: [{ target, because: "issues" }],
      unknownIds: isKnown ? [] : [id],
    };
  });
  return { learnIds, translate };
}

test("GitHub is asked once for all that a pass names, and nothing leaves it under an older id", async () => {
  const world = createWorld();
  const given = ["1", "unreadable", "2", "1"].map((guid) => delivery(guid));
  const { readable, unreadable } = await translateDeliveries(world, given, 100);
  expect(world.learnIds.mock.calls).toEqual([[demo.installationId, [older(1), older(2)]]]);
  expect(readable.flatMap(({ translation }) => translation.refreshes.map(({ target }) => target))).toEqual([
    { id: "I_1" },
    { id: "I_2" },
    { id: "I_1" },
  ]);
  expect(unreadable.map(({ delivery: { guid } }) => guid)).toEqual(["unreadable"]);
  world.translate.mockClear();
  await translateDeliveries(world, given, 100);
  expect([world.translate.mock.calls.length, world.learnIds.mock.calls.length]).toEqual([given.length, 1]);
});

test("what the pass has no room for is not asked about", async () => {
  const world = createWorld();
  const { readable } = await translateDeliveries(
    world,
    ["1", "2", "3"].map((guid) => delivery(guid)),
    2,
  );
  expect(readable).toHaveLength(2);
  expect(world.learnIds.mock.calls).toEqual([[demo.installationId, [older(1), older(2)]]]);
});
