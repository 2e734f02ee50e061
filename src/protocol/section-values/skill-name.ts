/** The name of a skill: the folder in which agents' programs look for it, so it must not lead to another one. */
import type { Section } from "../kinds/kind.ts";
import { inCode } from "../render/code.ts";
import { shorten } from "../render/shorten.ts";
import { emptyListWords, parsed, refused, type SectionHeading, section } from "../sections/section-types.ts";

export const skillPattern = /^[A-Za-z0-9][\w.-]{0,63}$/;
export const skillWanted = "the name of a skill's folder, such as `release-notes`";

/** Undefined for `none`. */
export function skillName(heading: SectionHeading): Section<string | undefined> {
  return section<string | undefined>(
    heading,
    { type: "input" },
    (found) => {
      const name = found.trim().replace(/^`|`$/g, "");
      if (emptyListWords.has(name.toLowerCase())) return parsed(undefined);
      if (skillPattern.test(name)) return parsed(name);
      return refused({
        section: heading.label,
        message: `${heading.label}: ${inCode(shorten(found.slice(0, 80), 40))} is not ${skillWanted}.`,
        fix: "Write one name: letters, digits, dots, hyphens and underscores, without a path.",
      });
    },
    (name) => name ?? "None",
  );
}
