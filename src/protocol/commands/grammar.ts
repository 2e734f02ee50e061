/** The shape of a slash command. To add a command, add a file in this folder and a line in `command.ts`. */

export interface CommandGrammar<C extends { readonly name: string }> {
  /** The word after the slash, which is also the command's name. */
  readonly name: C["name"];
  /** The correct form, shown when a command is malformed. */
  readonly usage: string;
  /** One sentence for `/help`. */
  readonly purpose: string;
  /** Who may use it, for `/help` and for refusals. */
  readonly who: string;
  /** Whether its argument is the rest of its line or the rest of the comment. */
  readonly takes: "line" | "comment";
  /** Whether the author's own words, or a list, may end it: in a mail they may go on below its line. */
  readonly endsInWords?: true;
  /** Whether it settles or says something about a text, which `text:` may name. */
  readonly bindsText?: true;
  /** Whether it is about a handover's work, which `work:` may name. */
  readonly bindsWork?: true;
  /**
   * @param argument without white space around it
   * @returns undefined if it is malformed
   */
  readonly read: (argument: string) => C | undefined;
}
