/** Recognises questions about a track's status, which the index answers better than any page. */

import type { TrackState } from "../records/tracks.ts";
import type { WrittenQuestion } from "../written-question.ts";

const progressWords =
  /\b(?:status|state|progress|stands?|how far|going on|left|remaining|open|blocked|waits?|waiting|ready|done|finished|in review|assigned|who (?:is|works|has))\b/i;
const maxLines = 30;

/** Whether the title may ask for a track's status. If not, the tracks need not be read. */
export function mayAskTrack({ title }: WrittenQuestion): boolean {
  return (
    /\btracks?\b/i.test(title) &&
    progressWords.test(title) &&
    /\?|^\W*(?:what|who|which|how|is|are)\b/i.test(title)
  );
}

/** The track whose status the title asks for; undefined if it mentions none, or more than one. */
export function trackAskedIn(
  { title }: WrittenQuestion,
  tracks: readonly TrackState[],
): TrackState | undefined {
  const said = title.toLowerCase();
  const named = tracks.filter(({ track }) => {
    const name = track.toLowerCase();
    return ["track:NAME", "track NAME", "track `NAME`", "track: NAME", "NAME track", "`NAME` track"].some(
      (form) => isWhole(said, form.replace("NAME", name).toLowerCase()),
    );
  });
  return named.length === 1 ? named[0] : undefined;
}

/** Whether the words occur in the text and are not part of a longer name. */
function isWhole(text: string, words: string): boolean {
  const at = text.indexOf(words);
  if (at < 0) return false;
  const before = text[at - 1] ?? " ";
  const behind = text[at + words.length] ?? " ";
  return !/[\p{L}\p{N}_-]/u.test(before) && !/[\p{L}\p{N}_-]/u.test(behind);
}

/** The track's status as its issues show it, in a sentence. */
export function describeTrack({ track, tasks, questions, files }: TrackState): string {
  const open = tasks.filter(({ status }) => status !== "done" && status !== "dropped");
  const lines = open.map(({ name, title, status, assignees, blockers }) =>
    [
      `- ${name} ${title}: ${status}`,
      assignees.length > 0 ? `, assigned to ${assignees.join(", ")}` : ", assigned to no one",
      blockers.length > 0 ? `, waits for ${blockers.join(", ")}` : "",
    ].join(""),
  );
  const asked = questions.map(({ name, title }) => `- open question ${name} ${title}`);
  const all = [...lines, ...asked];
  const more = all.length > maxLines ? [`- and ${all.length - maxLines} more`] : [];
  const touched = files.length > 0 ? [`Files touched so far: ${files.slice(0, 10).join(", ")}.`] : [];
  return [
    `Track ${track}: ${tasks.length - open.length} of ${tasks.length} tasks are done or dropped.`,
    ...all.slice(0, maxLines),
    ...more,
    ...touched,
  ].join("\n");
}
