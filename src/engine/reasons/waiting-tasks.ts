/** The open tasks that cannot go on without an issue. Those of a private repository are not named in a public one. */
import { mayShow } from "../privacy.ts";
import type { Situation } from "../rule.ts";
import { nameOfId } from "../status/parts.ts";
import { namedRecords } from "../view.ts";

/** How many tasks a text names. */
const named = 20;

export function waitingTasks(situation: Situation): readonly string[] {
  const { view, record } = situation;
  const linked = record.seen.blocking.issues.map(({ id }) => view.records.get(id));
  const all = new Set([...namedRecords(view, record), ...linked]);
  return [...all]
    .filter((task) => task?.reading.kind === "task" && task.seen.standing.state === "open")
    .filter((task) => task !== undefined && mayShow(view, record, task.seen))
    .flatMap((task) => (task === undefined ? [] : nameOfId(situation, task.seen.id)))
    .slice(0, named);
}
