/** Repositories that are queued under an older id than the index has. */
import { expect, test } from "vitest";
import { FormerIds } from "../../src/dispatcher/former-ids.ts";
import { demo } from "../support/issues.ts";

const older = Buffer.from("010:Repository1296269").toString("base64");
const newer = "R_kgDOABPHjQ";

test("work under an older id belongs to the repository that the index has under the newer one", () => {
  let served = [{ ...demo, id: newer }];
  const formerIds = new FormerIds({
    repository: (id) => served.find((each) => each.id === id),
    repositories: () => served,
  });
  expect([formerIds.presentOf(older), formerIds.formerOf(newer)]).toEqual([newer, older]);
  expect(formerIds.presentOf(older)).toBe(newer);
  expect(formerIds.presentOf("R_kgDOABPHjg")).toBe("R_kgDOABPHjg");
  served = [];
  expect(formerIds.presentOf(older)).toBe(older);
});

test("an older id that the index has itself is the present one, as on a host that knows no other", () => {
  const home = { ...demo, id: older };
  const formerIds = new FormerIds({
    repository: (id) => (id === older ? home : undefined),
    repositories: () => [home],
  });
  expect([formerIds.presentOf(older), formerIds.formerOf(older)]).toEqual([older, undefined]);
});
