/** Handles `/explain`: shows what was done to an issue, from the ledger. */
import type { ExplainCommand } from "../../protocol/commands/explain.ts";
import { explanation } from "./explanation.ts";
import { type CommandAction, refuse } from "./order.ts";

export const explain: CommandAction<ExplainCommand> = (input, { target }) => {
  const text = explanation(input, target);
  return text === undefined
    ? refuse("signalbox does not know that issue in this repository. Use its number: `/explain #12`.")
    : { type: "reply", text };
};
