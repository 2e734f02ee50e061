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
}

/** A track is a label (`track:…`), whose name GitHub limits to 50 characters. */
const maxTrack = 44;

/** Issues and tracks, separated by commas or one per line: `#12, backend`. */
export function audience(heading: SectionHeading): Section<Audience> {
  return section<Audience>(
    heading,
    { type: "input" },
    (found) => {
      const { refs, leftOut } = readRefs(found);
      if (leftOut !== undefined) return refused(tooMany(heading, readLimit, leftOut));
      const tracks = [...new Set(itemsOf(found).flatMap(trackIn))];
      if (refs.length + tracks.length > 0) return parsed({ refs, tracks });
      return refused({
        section: heading.label,
        message: `${heading.label} mentions no issue or track.`,
        fix: "Write `#12`, `owner/repo#12` or the name of a track, such as `backend`.",
      });
    },
    ({ refs, tracks }) => [...refs.map(formatRef), ...tracks].join(", "),
  );
}

function trackIn(item: string): readonly string[] {
  if (parseRefs(item).length > 0) return [];
  const track = item.replace(/^track:\s*/i, "");
  return track === "" || track.length > maxTrack ? [] : [track];
}
