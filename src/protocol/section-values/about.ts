/** The subject of an escalation: one issue, or the repository's settings, which are not an issue. */
import { labelKey } from "../characters.ts";
import type { Section } from "../kinds/kind.ts";
import type { Ref } from "../references/ref.ts";
import { parsed, ref, type SectionHeading, section } from "../sections/section-types.ts";

const settings = "This repository's settings";

export function about(heading: SectionHeading): Section<Ref | "settings"> {
  const one = ref(heading);
  return section<Ref | "settings">(
    heading,
    { type: "input" },
    (found) => {
      if (labelKey(found.slice(0, 200)) === labelKey(settings)) return parsed("settings");
      return one.read(found);
    },
    (value) => (value === "settings" ? settings : one.write(value)),
  );
}
