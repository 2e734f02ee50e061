/** What an agent has seen of its notes in a brief. */
import type { ShownMatters } from "../notes/mark-shown.ts";
import type { BriefForAgent } from "./brief-page.ts";

interface Named {
  readonly name: string;
}

/** The parts of a brief that notes tell of, too. */
type Telling = Pick<BriefForAgent, "status"> & {
  readonly decisions: readonly Named[];
  readonly discoveries: readonly Named[];
  readonly said?: BriefForAgent["said"] | undefined;
};

/** @param issue `acme/demo#12` @param brief as it was shown, shortened */
export function shownInBrief(
  issue: string,
  { status, decisions, discoveries, said = [] }: Telling,
): ShownMatters {
  const [repository = ""] = issue.split("#");
  const whole = ({ name }: Named): string => (name.startsWith("#") ? `${repository}${name}` : name);
  return {
    free: status === "blocked" ? [] : [issue],
    settled: decisions.map(whole),
    discoveries: discoveries.map(whole),
    said: said.map(({ text }) => ({ issue, text })),
  };
}

/** Without what the reader was shown just before it. @param texts of notes */
export function withoutSaid(brief: BriefForAgent, texts: readonly string[]): BriefForAgent {
  const { said = [], ...rest } = brief;
  const left = said.filter(({ text }) => !texts.includes(text));
  return left.length === 0 ? rest : { ...rest, said: left };
}
