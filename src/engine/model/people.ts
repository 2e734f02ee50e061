/**
 * Lists the people that a notice about an issue is for. Its author is not among them: a planner opens many
 * tasks and works on none.
 */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Actor, NodeId } from "./fact.ts";
import type { RuleInput } from "./rule.ts";

/** The assignees, never our own bot. */
export function assigneesOf({ record, context }: RuleInput): readonly Actor[] {
  return record.seen.assignees.filter(({ id }) => !isSameAccount(id, context.botId));
}

/** The askers of the questions among `ids`, never our own bot. */
export function askersOf({ view, context }: RuleInput, ids: readonly NodeId[]): readonly Actor[] {
  const questions = ids
    .flatMap((id) => view.records.get(id) ?? [])
    .filter(({ reading }) => reading.kind === "question");
  const askers = questions
    .flatMap(({ seen }) => seen.author ?? [])
    .filter(({ id }) => !isSameAccount(id, context.botId));
  return [...new Map(askers.map((asker) => [asker.id, asker])).values()];
}
