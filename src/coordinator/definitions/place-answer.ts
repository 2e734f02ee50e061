/** The answer that a place gives to the question asking for it. */
import { formatCitation } from "../../protocol/references/citation.ts";
import type { DraftAnswer } from "../answers/reading.ts";
import type { NamedVerdict } from "../gates/final-gates.ts";
import type { WrittenQuestion } from "../written-question.ts";
import { type AskedPlace, placeAskedIn } from "./asked-place.ts";
import type { FoundPlace, PlaceSearch } from "./find-place.ts";

/** Undefined if the question asks for something else, or has options and so asks for a choice. */
export function placeAsked({ title, options }: WrittenQuestion): AskedPlace | undefined {
  return options === undefined || options.trim() === "" ? placeAskedIn(title) : undefined;
}

export function placeReading(place: FoundPlace): DraftAnswer {
  const { path, commit, line, text } = place;
  const quote = {
    citation: formatCitation({ path, commit, firstLine: line, lastLine: line }),
    text,
    isSuperseded: false,
  };
  return {
    decision: decisionOf(place),
    rationale: `${onceOf(place)} (commit \`${commit.slice(0, 7)}\`)`,
    alternatives: undefined,
    precedent: undefined,
    answerer: "tree",
    quotes: [quote],
  };
}

function decisionOf({ what, name, path, folder, line }: FoundPlace): string {
  if (what === "definition") return `\`${name}\` is defined in \`${path}\`, line ${line}.`;
  return what === "file" ? `The file is \`${path}\`.` : `The folder is \`${folder ?? ""}\`.`;
}

function onceOf({ what, name }: FoundPlace): string {
  return what === "definition"
    ? "It is the only definition in the source files."
    : `It is the only ${what} called \`${name}\`.`;
}

/** Shown when the place is not certain; it stops nothing. */
export function unclaimedVerdicts(found: PlaceSearch | undefined): readonly NamedVerdict[] {
  if (found === undefined || found.type === "one") return [];
  return [{ gate: "tree", isAsked: false, passes: false, reasons: [whyNot(found)] }];
}

function whyNot(found: Exclude<PlaceSearch, { readonly type: "one" }>): string {
  switch (found.type) {
    case "none":
      return "The name occurs neither in the tree nor as a definition in the source files that are read.";
    case "unknown":
      return found.why;
    case "several": {
      const first = found.first.map((place) => `\`${place.replaceAll("`", "'")}\``).join(", ");
      const more = found.count > found.first.length ? `, and ${found.count - found.first.length} more` : "";
      return `The name occurs ${found.count} times: ${first}${more}.`;
    }
  }
}
