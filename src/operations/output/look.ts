/**
 * How output is shown: in columns, with ages and colour on a terminal; as plain lines with full times in a
 * pipe. Colour never carries meaning alone.
 */
import { type Millis, toIsoSeconds } from "../../base/clock.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import { durationText } from "../flags/duration-flag.ts";

export type Tone = "good" | "waiting" | "bad" | "quiet" | "strong";

export interface Look {
  /** Whether the output goes to a terminal. */
  readonly isTerminal: boolean;
  /** Colours the text if the terminal supports it. */
  readonly paint: (tone: Tone, text: string) => string;
  /** How many columns of a terminal the text takes. */
  readonly widthOf: (text: string) => number;
  /** The columns of the terminal; undefined if there is no limit. */
  readonly columns: number | undefined;
  /** How to open an issue: its URL, or a command if it has no page. Undefined if neither is known. */
  readonly opening: (ref: FullRef) => string | undefined;
}

export const plainLook: Look = {
  isTerminal: false,
  paint: (_, text) => text,
  widthOf: (text) => text.length,
  columns: undefined,
  opening: () => undefined,
};

/** The inputs for rendering output, other than its data. */
export interface Shown {
  readonly look: Look;
  readonly now: Millis;
  /** How up to date the output is; absent if unknown. */
  readonly reading?: DataAge | undefined;
}

/** How up to date something is that was read. */
export interface DataAge {
  /** The time that it shows; undefined if nothing was ever read. */
  readonly asOf: Millis | undefined;
  readonly isFresh: boolean;
  /** A phrase for people, such as `no server runs`; undefined if there is nothing to say. */
  readonly remark: string | undefined;
}

/** `As of 12:40:07 UTC`, and why that may be long ago. */
export function asOf({ now, reading }: Shown): string {
  const { asOf: at = now, remark } = reading ?? {};
  return `As of ${sayTime(at, now)} UTC${remark === undefined ? "" : `, ${remark}`}.`;
}

/** The time of day; with its date unless that is today. */
function sayTime(at: Millis, now: Millis): string {
  const written = toIsoSeconds(at);
  const today = toIsoSeconds(now);
  const time = written.slice(11, 19);
  return written.slice(0, 10) === today.slice(0, 10) ? time : `${written.slice(0, 10)} ${time}`;
}

/** `3 min ago`. */
export function ageOf(at: Millis, { now }: Shown): string {
  return `${durationText(Math.max(0, now - at))} ago`;
}

/** The time of day; with its date unless that is today. */
export function timeOf(at: Millis, { now }: Shown): string {
  const written = toIsoSeconds(at);
  const today = toIsoSeconds(now);
  const time = written.slice(11, 16);
  return written.slice(0, 10) === today.slice(0, 10) ? time : `${written.slice(0, 10)} ${time}`;
}

/** The tone for a state. */
export function toneOf(state: string): Tone {
  if (/^(?:ready|completed|answered|closed)$/.test(state)) return "good";
  return /^(?:blocked|blocking)$/.test(state) ? "bad" : "waiting";
}
