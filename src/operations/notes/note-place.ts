/**
 * Names places in the notes of one index: `n1f09a2.381`, or `n1f09a2_0.0_4711.33` where installations are counted apart.
 * A place in another index means nothing here.
 */
import { z } from "zod";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { NoteCard, NotePage, NotesReached } from "./note-board.ts";

export interface NotePlace {
  readonly epoch: string;
  readonly reached: NotesReached;
}

/** Names one note. */
interface NoteName extends NotePlace {
  readonly reached: number;
}

export function formatPlace(epoch: string, reached: NotesReached): string {
  if (typeof reached === "number") return `${epoch}.${reached}`;
  const parts = [...reached].toSorted(([one], [other]) => one - other);
  return [epoch, ...parts.map(([id, number]) => `${id}.${number}`)].join("_");
}

/** Undefined for anything else, such as the cursor of another list. */
export function parsePlace(written: string): NotePlace | undefined {
  return parseName(written) ?? parseParts(written);
}

function parseName(written: string): NoteName | undefined {
  const [, epoch, seq] = /^(n[0-9a-f]{6})\.(\d{1,15})$/.exec(written) ?? [];
  return epoch === undefined ? undefined : { epoch, reached: Number(seq) };
}

function parseParts(written: string): NotePlace | undefined {
  const [epoch = "", ...parts] = written.split("_");
  const read = parts.flatMap((part) => {
    const [, id, number] = /^(\d{1,15})\.(\d{1,15})$/.exec(part) ?? [];
    return id === undefined ? [] : [[Number(id), Number(number)] as const];
  });
  const isWhole = /^n[0-9a-f]{6}$/.test(epoch) && read.length === parts.length && parts.length > 0;
  return isWhole ? { epoch, reached: new Map(read) } : undefined;
}

/** Whether the index has passed the place: not if it was rebuilt, or goes on from an older backup. */
export function isHere(
  { epoch, reached }: NotePlace,
  { head, ...page }: Pick<NotePage, "epoch" | "head">,
): boolean {
  if (epoch !== page.epoch) return false;
  if (typeof reached === "number") return reached <= newestOf(head);
  if (typeof head === "number") return false;
  return [...reached].every(([id, number]) => number <= (head.get(id) ?? number));
}

/** Where a reader goes on who has seen these first notes of a page that begins at a place. */
export function reachedWith(page: Pick<NotePage, "head" | "from">, notes: readonly NoteCard[]): NotesReached {
  if (typeof page.head === "number") return notes.at(-1)?.seq ?? 0;
  const seen = notes.flatMap(({ installation, seq }) =>
    installation === undefined ? [] : [[installation, seq] as const],
  );
  return new Map([...(page.from ?? []), ...seen]);
}

/** The greatest number that has been reached. */
export function newestOf(reached: NotesReached): number {
  return typeof reached === "number" ? reached : Math.max(0, ...reached.values());
}

/** Whatever either has reached: the head is read before the notes, which may go further. */
export function furtherOf(one: NotesReached, other: NotesReached): NotesReached {
  if (typeof one === "number" || typeof other === "number") return Math.max(newestOf(one), newestOf(other));
  const ids: readonly InstallationId[] = [...new Set([...one.keys(), ...other.keys()])];
  return new Map(ids.map((id) => [id, Math.max(one.get(id) ?? 0, other.get(id) ?? 0)]));
}

/** The most that the server takes in one request. */
const maxPlaces = 1_000;

/** A list of ids, separated by commas or spaces. */
export const placesInput = z
  .string()
  .max(20_000)
  .transform((written, context): readonly NoteName[] => {
    const words = written.split(/[\s,]+/).filter((word) => word !== "");
    const places = words.flatMap((word) => parseName(word) ?? []);
    if (places.length > maxPlaces) {
      context.addIssue(`at most ${maxPlaces} ids; --ack-all marks all as read`);
      return z.NEVER;
    }
    if (places.length === words.length && places.length > 0) return places;
    const wrong = words.find((word) => parseName(word) === undefined) ?? "";
    context.addIssue(`${JSON.stringify(wrong.slice(0, 60))} is not the id of a note, such as n1f09a2.381.`);
    return z.NEVER;
  });
