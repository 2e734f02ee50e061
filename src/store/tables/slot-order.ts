/**
 * In which order the effects of one issue go out. A newcomer would send the status with the wake: the status remembers,
 * in its signed marker, that somebody was woken, so it waits until the wake is at GitHub. An issue is closed when its
 * status says why; everything else waits for nobody.
 */

/** Slots by their first word, the earliest first. */
const order = [
  "edge",
  "labels",
  "type",
  "reaction",
  "minimize",
  "check",
  "open",
  "assign",
  "wake",
  "tell",
  "remind",
  "reply",
  "status",
  "close",
];

/** From here on an effect holds back those after it. */
export const firstInChain = order.indexOf("wake");
/** From here on an effect waits until what goes before it in the chain is known to be done. */
export const firstAfterwards = order.indexOf("status");

/** The place of a slot such as `edge I_40`. A slot that this table does not name goes out with the first. */
export function rankOf(slot: string): number {
  return Math.max(0, order.indexOf(/^[a-z]*/.exec(slot)?.[0] ?? ""));
}

/** Whether somebody waits to read what goes there: such an effect is due before all that is only shown. */
export function isAwaited(slot: string): boolean {
  return /^(?:open|wake|tell|remind|reply)\b/.test(slot);
}
