/**
 * Has the caller stand for what `verify` found, by one comment with their own token. The result that the server posted proves
 * nothing by itself: anyone who reaches the server could have reported it.
 */
import { UserError } from "../../base/errors.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { PlaceFlags } from "../gh/callers-place.ts";
import { asCallerHere } from "../terminal/operation-ports.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Resolves to a sentence: who stands for it, or how somebody does. Rejects only for defects. */
export async function standFor(
  terminal: Terminal,
  flags: PlaceFlags,
  ref: FullRef,
  result: string,
): Promise<string> {
  const name = formatRef(ref);
  try {
    const caller = await asCallerHere(terminal, flags);
    const agent = terminal.env.SIGNALBOX_AGENT || undefined;
    const body = await caller.sealComment({ ref, text: `/verified ${result}`, id: undefined, agent });
    const login = await caller.login();
    await login.writer.comment(ref, body);
    return `${login.name} stands for it on ${name}. It counts if ${login.name} is a person, or an agent that does not do this work.`;
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return `It does not count yet, because it is not known who you are: ${thrown.message}\nSomebody who may comments on ${name}: /verified ${result}`;
  }
}
