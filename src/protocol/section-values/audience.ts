/** Who is concerned: issues, and tracks by name. A track need not exist yet, and no one has to create it. */

import type { Section } from "../kinds/kind.ts";
import { formatRef, parseRefs, type Ref, readRefs } from "../references/ref.ts";
import {
  itemsOf,
  parsed,
  readLimit,
  refused,
  type SectionHeading,
  section,
  tooMany,
} from "../sections/section-types.ts";

export interface Audience {
  readonly refs: readonly Ref[];
  readonly tracks: readonly string[];
  /** Absent if it is only for those. */
  readonly isForEveryone?: true;
}

const everyone = "everyone";

/** A track is a label (`track:…`), whose name GitHub limits to 50 characters. */
const maxTrack = 44;

/** Issues, tracks and the word `everyone`, separated by commas or one per line: `#12, backend`. */
export function audience(heading: SectionHeading): Section<Audience> {
  return section<Audience>(
    heading,
    { type: "input" },
    (found) => {
      const { refs, leftOut } = readRefs(found);
      if (leftOut !== undefined) return refused(tooMany(heading, readLimit, leftOut));
      const words = [...new Set(itemsOf(found).flatMap(trackIn))];
      const tracks = words.filter((word) => !isEveryone(word));
      const all = words.length > tracks.length ? ({ isForEveryone: true } as const) : {};
      if (refs.length + words.length > 0) return parsed({ refs, tracks, ...all });
      return refused({
        section: heading.label,
        message: `${heading.label} mentions no issue or track.`,
        fix: "Write `#12`, `owner/repo#12`, the name of a track, such as `backend`, or `everyone`.",
      });
    },
    ({ refs, tracks, isForEveryone }) =>
      [...refs.map(formatRef), ...tracks, ...(isForEveryone === true ? [everyone] : [])].join(", "),
  );
}

/** No track has this name. */
function isEveryone(word: string): boolean {
  return word.toLowerCase() === everyone;
}

function trackIn(item: string): readonly string[] {
  if (parseRefs(item).length > 0) return [];
  const track = item.replace(/^track:\s*/i, "");
  return track === "" || track.length > maxTrack ? [] : [track];
}
