/** The shape of a slash command. A new command is one file beside this and one line in `command.ts`. */

export interface Grammar<C extends { readonly name: string }> {
  /** The word after the slash; the command's name as well. */
  readonly name: C["name"];
  /** The right form, shown when it was written wrongly. */
  readonly usage: string;
  /** One sentence for `/help`. */
  readonly purpose: string;
  /** Who may use it, for `/help` and refusals. */
  readonly who: string;
  /** Whether it takes the rest of its line, or of the whole comment. */
  readonly takes: "line" | "comment";
  /** @returns undefined if the argument is not of the right form */
  readonly read: (argument: string) => C | undefined;
}
