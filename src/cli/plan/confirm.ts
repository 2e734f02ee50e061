/** Asks before something is written. */
import { UserError } from "../../base/errors.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** @throws UserError unless the answer is yes */
export async function confirm({ ask }: Terminal): Promise<void> {
  if (ask === undefined)
    throw new UserError("Nothing was written: this terminal cannot ask for confirmation. Run it with --yes.");
  if (!/^y(?:es)?$/i.test((await ask("Write this? [y/N] ")).trim()))
    throw new UserError("Nothing was written.");
}
