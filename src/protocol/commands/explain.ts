/** `/explain` and `/explain #12`: lists what was done to an issue, and why. */
import { parseRefs, type Ref } from "../references/ref.ts";
import type { CommandGrammar } from "./grammar.ts";

export interface ExplainCommand {
  readonly name: "explain";
  /** Defaults to the issue that the comment is on. */
  readonly target?: Ref;
}

export const explainCommand: CommandGrammar<ExplainCommand> = {
  name: "explain",
  usage: "/explain [#12]",
  purpose: "Says what signalbox did to an issue, and why.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    if (argument === "") return { name: "explain" };
    const [target, ...others] = parseRefs(argument);
    return target === undefined || others.length > 0 ? undefined : { name: "explain", target };
  },
};
