/** What keeps the App from merging in a repository at all, whatever the state of a pull request there. */
import type { Millis } from "../../../base/clock.ts";
import type { RepositoryId } from "../../model/fact.ts";
import type { Context } from "../../model/rule.ts";
import type { View } from "../../model/view.ts";

export type Obstacle =
  | { readonly type: "archived" | "reads only" | "no contents" }
  /** Since when, if that is known. */
  | { readonly type: "paused"; readonly since: Millis | undefined };

type Around = { readonly view: View; readonly context: Pick<Context, "settings" | "settingsIn" | "pauseIn"> };

/** Undefined if nothing is in the way. */
export function obstacleIn({ view, context }: Around, repositoryId: RepositoryId): Obstacle | undefined {
  const repository = view.repositories.get(repositoryId);
  if (repository?.isArchived === true) return { type: "archived" };
  if (repository?.lacksPermission === true) return { type: "reads only" };
  const pause = context.pauseIn?.(repositoryId);
  if (pause !== undefined) return { type: "paused", since: pause.since };
  const isMissing = repository?.lacksContents === true && mergesIn({ context }, repositoryId);
  return isMissing ? { type: "no contents" } : undefined;
}

/** Whether the App merges there, and not people. */
function mergesIn({ context }: Pick<Around, "context">, repositoryId: RepositoryId): boolean {
  const { handovers } = context.settingsIn?.(repositoryId) ?? context.settings;
  return handovers.merge !== "never";
}

/** Whether the App can open an escalation there. */
export function mayAskIn(around: Around, repositoryId: RepositoryId): boolean {
  const obstacle = obstacleIn(around, repositoryId);
  return mergesIn(around, repositoryId) && (obstacle === undefined || obstacle.type === "no contents");
}
