/** What operations read about a comment with a command. */

export interface CommandSeen {
  /**
   * `refused`: a reply says why. `ignored`: its author may not give commands here. Absent while it is not decided.
   */
  readonly outcome?: "done" | "refused" | "ignored";
  /** What the App says to it, in Markdown. */
  readonly reply?: string;
}
