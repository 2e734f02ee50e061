/** Shortens a vote's options for an escalation, so that it is read in ten seconds. */
import type { Vote } from "../../protocol/kinds/vote.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import type { NumberedOption } from "../../protocol/text/lines.ts";

/** Characters that all options take together, and the least that one takes. */
const [room, least] = [360, 50];

export function offeredOptions({ options }: Vote): readonly NumberedOption[] {
  const each = Math.max(least, Math.floor(room / options.length));
  return options.map((text, index) => ({
    number: index + 1,
    text: shorten(text.replace(/\s+/g, " ").trim(), each),
  }));
}
