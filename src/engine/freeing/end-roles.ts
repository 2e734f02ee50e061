/** Names the accounts whose roles must be known before a task is freed: those that ended what it waits for. */
import type { ActorToCheck } from "../admission/actors.ts";
import type { NodeId } from "../model/fact.ts";
import type { View } from "../model/view.ts";
import { endsOf } from "./ends.ts";

export function actorsOfEnds(view: View, ids: readonly NodeId[]): readonly ActorToCheck[] {
  const tasks = ids.flatMap((id) => view.records.get(id) ?? []);
  return tasks
    .flatMap((task) => endsOf(view, task))
    .flatMap(({ repositoryId, by }) =>
      by === undefined || by.id === "" ? [] : [{ repositoryId, actorId: by.id, login: by.login }],
    );
}
