/** What operations read about a handover, and how they say it. */
import { z } from "zod";
import { oneLine } from "../output/terminal-text.ts";

const verdictStates = [
  /** No trusted user is responsible for it, or its evidence has not been read yet. */
  "waiting",
  /** Its text needs a fix before anything can be found. */
  "unreadable",
  /** The evidence holds. What was verified and is not accepted was reopened. */
  "verified",
  /** The evidence contradicts it. */
  "refused",
  /** Something that it claims has no evidence yet. */
  "unverified",
  "accepted",
  /** Closed without having been accepted. */
  "withdrawn",
] as const;

export const verdictSeenShape = z
  .object({
    state: z.enum(verdictStates),
    problems: z
      .array(z.string())
      .readonly()
      .describe("what contradicts it, has no evidence or needs a fix: Markdown sentences"),
  })
  .describe("of a handover: what was found about it");

export type VerdictSeen = Readonly<z.output<typeof verdictSeenShape>>;

/** The verdict in a line, with what to do; then each problem. */
export function verdictLines({ state, problems }: VerdictSeen): readonly string[] {
  return [verdictWords[state], ...problems.map((problem) => `- ${oneLine(problem, 300)}`)];
}

const verdictWords: Readonly<Record<VerdictSeen["state"], string>> = {
  waiting:
    "Not judged yet: its evidence is being read, or someone with write access has to approve its text.",
  unreadable: "It cannot be read, so nothing is handed over yet. Edit its text; it is read again at once.",
  verified: "Reopened after it was accepted. Edit it, or push; it is judged again at once.",
  refused: "Changes needed. Edit it, or push a fix; it is judged again at once.",
  unverified: "Not verified yet. It is judged again with every check, push and edit.",
  accepted: "Accepted.",
  withdrawn: "Closed without being accepted.",
};

/** How a wait for the verdict ended; undefined while there is something to wait for. */
export function endOfWait({ state }: VerdictSeen): "accepted" | "changes needed" | "closed" | undefined {
  switch (state) {
    case "accepted":
      return "accepted";
    case "refused":
    case "unreadable":
      return "changes needed";
    case "withdrawn":
      return "closed";
    case "waiting":
    case "verified":
    case "unverified":
      return undefined;
  }
}
