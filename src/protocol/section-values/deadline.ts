/** Parses a point in time: a date, a time in UTC, or a duration from the creation of the message. */
import { type Millis, toIsoSeconds } from "../../base/clock.ts";
import { formatDuration, parseDuration } from "../../base/duration.ts";
import type { Section } from "../kinds/kind.ts";
import { parsed, refused, type SectionHeading, section } from "../sections/section-types.ts";

export type Deadline =
  | { readonly type: "at"; readonly at: Millis }
  /** Counted from the creation of the issue. */
  | { readonly type: "after"; readonly afterMs: number };

const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,3})?)?(?: ?(?:Z|UTC))?$/i;

export function deadline(heading: SectionHeading): Section<Deadline> {
  return section<Deadline>(
    heading,
    { type: "input" },
    (found) => {
      const value = read(found.trim());
      if (value !== undefined) return parsed(value);
      return refused({
        section: heading.label,
        message: `${heading.label} is not a point in time.`,
        fix: "Write `4h` or `2d`, counted from when the issue was opened, or a time in UTC: `2026-12-24 16:00`.",
      });
    },
    (value) => (value.type === "at" ? toIsoSeconds(value.at) : formatDuration(value.afterMs)),
  );
}

function read(text: string): Deadline | undefined {
  const afterMs = parseDuration(text);
  if (afterMs !== undefined) return { type: "after", afterMs };
  const [, day, time = "00:00"] = form.exec(text) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`);
  return Number.isFinite(at) ? { type: "at", at } : undefined;
}
