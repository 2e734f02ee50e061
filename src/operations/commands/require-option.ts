/** Refuses an option that an escalation or a vote does not have. */
import { UserError } from "../../base/errors.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { CardDetail } from "../ports.ts";

interface Option {
  readonly number: number;
  readonly text: string;
}

/**
 * @param options undefined if they cannot be read: then the App says what is wrong
 * @throws UserError that names the options there are
 */
export function requireOption(on: CardDetail, options: readonly Option[] | undefined, option: number): void {
  if (options === undefined || options.some(({ number }) => number === option)) return;
  const numbered = options.map(({ number, text }) => `  ${number}. ${oneLine(text, 120)}`);
  const there = numbered.length === 0 ? "It has none: decide with --because alone." : "There are:";
  throw new UserError([`${formatRef(on)} has no option ${option}. ${there}`, ...numbered].join("\n"), {
    code: "invalid-input",
  });
}
