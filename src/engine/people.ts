/** Whom an issue concerns: its assignees, or its author where it has none. Never ourselves. */
import type { Actor } from "./fact.ts";
import type { Situation } from "./rule.ts";

export function peopleOf({ record, context }: Situation): readonly Actor[] {
  const { assignees, author } = record.seen;
  const people = assignees.length > 0 ? assignees : author === undefined ? [] : [author];
  return people.filter((person) => person.id !== context.botId);
}
