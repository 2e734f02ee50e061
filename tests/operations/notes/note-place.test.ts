/** The ids of notes, as `inbox --ack` takes them. */
import { expect, test } from "vitest";
import { placesInput } from "../../../src/operations/notes/note-place.ts";

const ids = (count: number): string => Array.from({ length: count }, (_, n) => `n1f09a2.${n}`).join(",");

test("more ids than a server takes at once are refused before any is marked", () => {
  expect(placesInput.parse(ids(1_000))).toHaveLength(1_000);
  const { error } = placesInput.safeParse(ids(1_001));
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "at most 1000 ids; --ack-all marks all as read",
  ]);
});
