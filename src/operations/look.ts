/**
 * How a text is shown: on a terminal in columns, with ages and colour beside words; in a pipe in plain lines with whole
 * times. Colour never says anything alone.
 */
import { type Millis, toIsoSeconds } from "../base/clock.ts";
import type { FullRef } from "../protocol/ref.ts";
import { durationText } from "./duration.ts";

export type Tone = "good" | "waiting" | "bad" | "quiet" | "strong";

export interface Look {
  /** Whether a person reads it as it is printed. */
  readonly isTerminal: boolean;
  /** The text in a colour, where the terminal takes any. */
  readonly paint: (tone: Tone, text: string) => string;
  /** How a person opens an issue: its address, or a command where it has no page. Undefined where neither is known. */
  readonly opening: (ref: FullRef) => string | undefined;
}

export const plainLook: Look = {
  isTerminal: false,
  paint: (_, text) => text,
  opening: () => undefined,
};

/** What a text is made with besides its data. */
export interface Shown {
  readonly look: Look;
  readonly now: Millis;
}

/** The moment that a reading is of: `As of 12:40:07 UTC`. */
export function asOf({ now }: Shown): string {
  return `As of ${toIsoSeconds(now).slice(11, 19)} UTC.`;
}

/** `3 min ago`. */
export function ageOf(at: Millis, { now }: Shown): string {
  return `${durationText(Math.max(0, now - at))} ago`;
}

/** The clock's time where it was today, else the date as well. */
export function timeOf(at: Millis, { now }: Shown): string {
  const [written, today] = [toIsoSeconds(at), toIsoSeconds(now)];
  const time = written.slice(11, 16);
  return written.slice(0, 10) === today.slice(0, 10) ? time : `${written.slice(0, 10)} ${time}`;
}

/** Rows in columns of equal width, two spaces apart. Widths are of the words before they are painted. */
export function inColumns(
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number) => string = (cell) => cell,
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => `${paint(cell, column)}${" ".repeat((widths[column] ?? 0) - cell.length)}`)
      .join("  ")
      .trimEnd(),
  );
}

/** The tone of a state's word. */
export function toneOf(state: string): Tone {
  if (/^(?:ready|completed|answered|closed)$/.test(state)) return "good";
  return /^(?:blocked|blocking)$/.test(state) ? "bad" : "waiting";
}
