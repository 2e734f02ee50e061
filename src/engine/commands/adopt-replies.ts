/** Derives which commands ran from our existing replies, even if the persisted state was lost. */
import { repliedTo } from "../model/keys/comment-key.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";

export const adoptReplies: StateRule = { name: "adopt-replies", updateState };

function updateState({ record }: RuleInput) {
  const { persisted, seen } = record;
  const replied = seen.own
    .flatMap(({ key }) => repliedTo(key) ?? [])
    .filter((id) => !persisted.ran.includes(id));
  return replied.length === 0
    ? nothing
    : { persisted: { ...persisted, ran: [...persisted.ran, ...replied] } };
}
