/**
 * In which order the effects of one issue go out. A newcomer would send the status first: it stands in our marker who
 * was woken, so the wake must be at GitHub before it; and an issue is closed when its status already says why.
 */

/** Slots by their first word, the earliest first. */
const order: readonly string[] = [
  "edge",
  "labels",
  "wake",
  "reply",
  "status",
  "reaction",
  "close",
  "minimize",
];

/** The place of a slot such as `edge I_40`; slots not known to this release go last. */
export function rankOf(slot: string): number {
  const rank = order.indexOf(/^[a-z]*/.exec(slot)?.[0] ?? "");
  return rank < 0 ? order.length : rank;
}
