/**
 * Who builds on an interface: tasks, and tracks as `track:web`. A bare word is refused: taken for a track, a
 * misspelled task would be asked by no one, and the contract agreed to without it.
 */

import type { Section } from "../kinds/kind.ts";
import { formatRef, parseRefs, type Ref, readRefs } from "../references/ref.ts";
import { inCode } from "../render/code.ts";
import { shorten } from "../render/shorten.ts";
import {
  itemsOf,
  type Limit,
  parsed,
  refused,
  type SectionHeading,
  section,
  tooMany,
} from "../sections/section-types.ts";

export interface Consumers {
  readonly refs: readonly Ref[];
  readonly tracks: readonly string[];
}

const maxTracks = 20;

/** A track is a label (`track:…`), whose name GitHub limits to 50 characters. */
const trackItem = /^track:[ \t]{0,9}(\S.{0,43})$/i;

/** Tasks and tracks, separated by commas or one per line: `#13, track:web`. */
export function consumers(heading: SectionHeading, limit: Limit): Section<Consumers> {
  return section<Consumers>(
    heading,
    { type: "input" },
    (found) => {
      const { refs, leftOut } = readRefs(found, limit.max);
      if (leftOut !== undefined) return refused(tooMany(heading, limit, leftOut));
      const items = itemsOf(found).filter((item) => parseRefs(item).length === 0);
      const unclear = items.find((item) => trackIn(item) === undefined);
      const tracks = distinct(items.flatMap((item) => trackIn(item) ?? []));
      const { label } = heading;
      const fix = "Write tasks as `#13` and tracks as `track:web`.";
      if (unclear !== undefined) {
        const word = inCode(shorten(unclear.slice(0, 80), 40));
        return refused({ section: label, message: `${label}: ${word} is neither a task nor a track.`, fix });
      }
      if (tracks.length > maxTracks)
        return refused({ section: label, message: `${label} lists more than ${maxTracks} tracks.` });
      if (refs.length + tracks.length > 0) return parsed({ refs, tracks });
      return refused({ section: label, message: `${label} mentions no task and no track.`, fix });
    },
    ({ refs, tracks }) => [...refs.map(formatRef), ...tracks.map((name) => `track:${name}`)].join(", "),
  );
}

function trackIn(item: string): string | undefined {
  return trackItem.exec(item)?.[1]?.trim();
}

function distinct(tracks: readonly string[]): readonly string[] {
  return [...new Map(tracks.map((track) => [track.toLowerCase(), track])).values()];
}
