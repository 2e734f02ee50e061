/** The ids of notes, as `inbox --ack` takes them. */
import { expect, test } from "vitest";
import type { NoteCard, NotesReached } from "../../../src/operations/notes/note-board.ts";
import {
  formatPlace,
  furtherOf,
  isHere,
  parsePlace,
  placesInput,
  reachedWith,
} from "../../../src/operations/notes/note-place.ts";

const ids = (count: number): string => Array.from({ length: count }, (_, n) => `n1f09a2.${n}`).join(",");

test("more ids than a server takes at once are refused before any is marked", () => {
  expect(placesInput.parse(ids(1_000))).toHaveLength(1_000);
  const { error } = placesInput.safeParse(ids(1_001));
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "at most 1000 ids; --ack-all marks all as read",
  ]);
});

const reached = new Map([
  [4711, 33],
  [0, 0],
]);

test("a place where installations are counted apart is written and read, and names no note", () => {
  const written = formatPlace("n1f09a2", reached);
  expect(written).toBe("n1f09a2_0.0_4711.33");
  expect(parsePlace(written)).toEqual({ epoch: "n1f09a2", reached });
  expect(placesInput.safeParse(written).success).toBe(false);
});

test.each(["n1f09a2_", "n1f09a2_4711", "n1f09a2_a.3", "n1f09a2.3_4711.33", "c1f09a2_4711.33"])(
  "%j is no place in notes",
  (text) => expect(parsePlace(text)).toBeUndefined(),
);

test("a place is here if no installation is beyond what the index has", () => {
  const at = (given: NotesReached, head: NotesReached): boolean =>
    isHere({ epoch: "n1f09a2", reached: given }, { epoch: "n1f09a2", head });
  expect(at(reached, new Map([[4711, 33]]))).toBe(true);
  expect(at(reached, new Map([[4711, 32]]))).toBe(false);
  expect(at(33, reached)).toBe(true);
  expect(at(34, reached)).toBe(false);
  expect(at(reached, 99)).toBe(false);
});

test("who stops within a page goes on after what was shown of each installation", () => {
  const note = (installation: number, seq: number) => ({ ...({} as NoteCard), installation, seq });
  const page = { head: reached, from: new Map([[4711, 3]]) };
  expect(reachedWith(page, [note(12, 5), note(4711, 7), note(12, 9)])).toEqual(
    new Map([
      [4711, 7],
      [12, 9],
    ]),
  );
  expect(furtherOf(new Map([[12, 9]]), reached)).toEqual(new Map([[12, 9], ...reached]));
});
