/**
 * `context/tracks/<track>.md`: signalbox maintains the part between its begin and end lines. Never write
 * outside them: agents and people keep notes there that no issue holds.
 */

import { pageName } from "./page-name.ts";

const begin = "<!-- signalbox begin: kept up to date, changes between these marks are lost -->";
const end = "<!-- signalbox end -->";

/** The text of the lines around our part. */
export const trackPartEnds = { begin: "<!-- signalbox begin:", end } as const;

/**
 * The page with our part replaced, or appended if it has none.
 * @param page undefined if the file does not exist yet
 * @param part our rendered text
 * @returns undefined if the page already has it
 */
export function withTrackPart(page: string | undefined, track: string, part: string): string | undefined {
  const ours = `${begin}\n\n${part}\n\n${end}`;
  const text = page ?? `# ${track}\n`;
  const from = text.lastIndexOf(begin);
  const to = text.indexOf(end, from);
  const whole =
    from < 0 || to < 0
      ? `${text.trimEnd()}\n\n${ours}\n`
      : `${text.slice(0, from)}${ours}${text.slice(to + end.length)}`;
  return whole === page ? undefined : whole;
}

/** A track as a file name; undefined if it has none. */
export function trackFile(track: string): string | undefined {
  const name = pageName(track);
  return name === "" ? undefined : `${name}.md`;
}
