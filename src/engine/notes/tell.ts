/** Handles `/tell`: accepts it if someone is addressed. The note itself follows from the comment. */
import { firstWord, type TellCommand } from "../../protocol/commands/tell.ts";
import { type CommandAction, refuse } from "../commands/order.ts";
import { newsMs } from "../model/note.ts";
import { addressedBy } from "./addressees.ts";
import { agentsHere } from "./agents-here.ts";

/** How many agents a refusal names. */
const maxNamed = 10;

export const tell: CommandAction<TellCommand> = (input, command, comment) => {
  // An index that was rebuilt must not react to everything that was ever said.
  if (comment.createdAt <= input.context.now - newsMs) return { type: "elsewhere" };
  const { isAddressed, text } = addressedBy(input, command);
  if (!isAddressed) {
    const names = agentsHere(input).map(({ name }) => `\`${name}\``);
    const known =
      names.length === 0 ? "The settings name no agent." : `Agents: ${names.slice(0, maxNamed).join(", ")}.`;
    return refuse(
      `\`${firstWord(command).replace(/[^\w:@-]/g, "")}\` is no agent here. ${known} To address a person, mention them.`,
    );
  }
  return text === "" ? refuse("It says nothing. Write the text after the names.") : { type: "done" };
};
