/** What `/explain` answers: the ledger's lines about an issue, oldest first. */
import { toIsoSeconds } from "../base/clock.ts";
import type { Text } from "../protocol/text.ts";
import type { Situation } from "./rule.ts";

export function explanation({ view, record }: Situation): Text {
  const lines = view.ledger.get(record.seen.id) ?? [];
  const rows = lines.map(({ at, rule, because, what }) => ({ at: toIsoSeconds(at), rule, because, what }));
  return { name: "explain", data: { rows } };
}
