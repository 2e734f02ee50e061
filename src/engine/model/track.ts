/**
 * Compares tracks, streams of work, by name. As with the labels that show them, ASCII case makes no
 * difference.
 */
import type { IssueRecord } from "./snapshot.ts";

const prefix = "track:";

/** The track in a task's text, otherwise the first one among its labels. */
export function trackOf({ reading, seen }: IssueRecord): string | undefined {
  const message = reading.kind === undefined ? undefined : reading.message;
  const label = seen.labels.find((name) => name.startsWith(prefix));
  return (message?.kind === "task" ? message.track : undefined) ?? label?.slice(prefix.length);
}

export function sameTrack(a: string, b: string): boolean {
  return foldCase(a) === foldCase(b);
}

/** As the index compares them. */
function foldCase(track: string): string {
  return track.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
