/** Writes and reads the cursors of the timeline: `1795348800000.I_kwDO1.381`. */
import { z } from "zod";
import type { TimelinePlace } from "./timeline-board.ts";

const form = /^(\d{1,16})\.([\w=-]{0,200})\.(\d{1,16})$/;

export function formatTimelinePlace({ message, line }: TimelinePlace): string {
  return `${message.at}.${message.id}.${line}`;
}

export const timelineCursor = z.string().transform((written, context): TimelinePlace => {
  const [, at, id, line] = form.exec(written) ?? [];
  if (at !== undefined && id !== undefined && line !== undefined)
    return { message: { at: Number(at), id }, line: Number(line) };
  context.addIssue(`${JSON.stringify(written.slice(0, 60))} is not a cursor of the timeline.`);
  return z.NEVER;
});
