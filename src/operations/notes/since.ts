/** Reads where a list of notes begins: so long ago, or after a place that was given before. */
import { z } from "zod";
import { parseDuration } from "../../base/duration.ts";
import { type NotePlace, parsePlace } from "./note-place.ts";

export type Since =
  | { readonly type: "ago"; readonly ms: number }
  | { readonly type: "cursor"; readonly place: NotePlace };

export const sinceInput = z.string().transform((written, context): Since => {
  const place = parsePlace(written);
  if (place !== undefined) return { type: "cursor", place };
  const ms = parseDuration(written);
  if (ms !== undefined) return { type: "ago", ms };
  context.addIssue(
    `${JSON.stringify(written.slice(0, 60))} is neither a duration, such as 2h, nor a cursor of inbox or watch, such as n1f09a2.381.`,
  );
  return z.NEVER;
});
