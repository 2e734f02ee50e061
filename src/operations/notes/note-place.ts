/** Names places in the notes of one index: `n1f09a2.381`. A place in another index means nothing here. */
import { z } from "zod";
import type { NotePage } from "./note-board.ts";

export interface NotePlace {
  readonly epoch: string;
  readonly seq: number;
}

export function formatPlace(epoch: string, seq: number): string {
  return `${epoch}.${seq}`;
}

/** Undefined for anything else, such as the cursor of another list. */
export function parsePlace(written: string): NotePlace | undefined {
  const [, epoch, seq] = /^(n[0-9a-f]{6})\.(\d{1,15})$/.exec(written) ?? [];
  return epoch === undefined ? undefined : { epoch, seq: Number(seq) };
}

/** Whether the index has passed the place: not if it was rebuilt, or goes on from an older backup. */
export function isHere({ epoch, seq }: NotePlace, page: Pick<NotePage, "epoch" | "head">): boolean {
  return epoch === page.epoch && seq <= page.head;
}

/** The most that the server takes in one request. */
const maxPlaces = 1_000;

/** A list of ids, separated by commas or spaces. */
export const placesInput = z
  .string()
  .max(20_000)
  .transform((written, context): readonly NotePlace[] => {
    const words = written.split(/[\s,]+/).filter((word) => word !== "");
    const places = words.flatMap((word) => parsePlace(word) ?? []);
    if (places.length > maxPlaces) {
      context.addIssue(`at most ${maxPlaces} ids; --ack-all marks all as read`);
      return z.NEVER;
    }
    if (places.length === words.length && places.length > 0) return places;
    const wrong = words.find((word) => parsePlace(word) === undefined) ?? "";
    context.addIssue(`${JSON.stringify(wrong.slice(0, 60))} is not the id of a note, such as n1f09a2.381.`);
    return z.NEVER;
  });
