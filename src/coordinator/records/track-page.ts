/**
 * `context/tracks/<track>.md`: what we say of a track stands between two marks; the rest is people's. A newcomer would
 * own the file: agents and people keep notes in it that no issue holds.
 */

const begin = "<!-- signalbox begin: kept up to date, changes between these marks are lost -->";
const end = "<!-- signalbox end -->";

/** What the lines around our part hold. */
export const trackPartEnds = { begin: "<!-- signalbox begin:", end } as const;

/**
 * The page with our part replaced, or added at its end where it has none.
 * @param page undefined where there is no file yet
 * @param part what we say, rendered
 * @returns undefined if the page says so already
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

/** A track as a file's name: GitHub takes more in a label than a path should hold. */
export function trackFile(track: string): string | undefined {
  const name = track
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
  return name === "" ? undefined : `${name}.md`;
}
