/** How many votes an option needs: all, more than half of them, or a number. */
import type { Section } from "../kinds/kind.ts";
import { inCode } from "../render/code.ts";
import { shorten } from "../render/shorten.ts";
import { parsed, refused, type SectionHeading, section } from "../sections/section-types.ts";

export type Needs =
  | { readonly type: "all" }
  /** More than half of those who may vote. */
  | { readonly type: "majority" }
  | { readonly type: "number"; readonly votes: number };

const counted = /^(\d{1,3})(?:\s+votes?)?$/i;

export function needs(heading: SectionHeading): Section<Needs> {
  return section<Needs>(
    heading,
    { type: "input" },
    (found) => {
      const value = read(found.trim());
      if (value !== undefined) return parsed(value);
      return refused({
        section: heading.label,
        message: `${heading.label}: ${inCode(shorten(found.slice(0, 80), 40))} is not a number of votes.`,
        fix: "Write `all`, `majority`, or a number such as `2`.",
      });
    },
    (value) => (value.type === "number" ? String(value.votes) : value.type),
  );
}

function read(text: string): Needs | undefined {
  const word = text.toLowerCase();
  if (word === "all" || word === "majority") return { type: word };
  const votes = Number(counted.exec(text)?.[1]);
  return votes >= 1 ? { type: "number", votes } : undefined;
}
