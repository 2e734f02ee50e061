/**
 * Chooses tasks for agents that ask for the next one: for each the best that is ready, that it may have, and
 * that no other order of the pass is about. So agents that ask together get different tasks from one read.
 */

import type { Holder } from "../../engine/leases/holder.ts";
import { type Asked, whyNotHold } from "../../engine/leases/may-hold.ts";
import { faultOf } from "../../engine/leases/refusal.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { viewOf } from "../../engine/model/view.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { agentNamed } from "../../protocol/settings/roster.ts";
import type { Index } from "../ports/issue-index.ts";
import type { QueuedOrder } from "../ports/orders.ts";
import type { SettingsOf } from "../ports/settings.ts";

/** The number of the task chosen for an order, by the order's id; none for which nothing is ready. */
export type ChooseTasks = (
  repositoryId: RepositoryId,
  wanting: readonly QueuedOrder[],
  taken: readonly QueuedOrder[],
) => Promise<ReadonlyMap<string, number>>;

/** Beyond the tasks that the orders may take, some may be unfit for their agents. */
const spare = 50;

export function createTaskChooser({
  index,
  settingsOf,
  botId,
}: {
  readonly index: Pick<Index, "readyTasks" | "around">;
  readonly settingsOf: SettingsOf;
  readonly botId: NodeId;
}): ChooseTasks {
  return async (repositoryId, wanting, taken) => {
    const tracks = [...new Set(wanting.map(({ track }) => track))];
    const limit = 2 * taken.length + spare;
    const candidates = new Map(
      await Promise.all(
        tracks.map(async (track) => [track, await index.readyTasks(repositoryId, track, limit)] as const),
      ),
    );
    const view = viewOf(await index.around([...new Set([...candidates.values()].flat())]));
    const context = { settings: settingsOf(repositoryId), botId };
    const used = new Set(taken.flatMap(({ issue }) => issue ?? []));
    const chosen = new Map<string, number>();
    for (const { id, agent, track, tried } of wanting) {
      const holder = holderFor(agent, context.settings);
      const found =
        holder &&
        (candidates.get(track) ?? [])
          .flatMap((candidate) => view.records.get(candidate) ?? [])
          .filter(({ seen }) => !used.has(seen.number) && !tried.includes(seen.number))
          .find((record) => isWorthTrying({ view, record, context }, holder));
      if (found === undefined) continue;
      used.add(found.seen.number);
      chosen.set(id, found.seen.number);
    }
    return chosen;
  };
}

function holderFor(agent: string, settings: Settings): Holder | undefined {
  const named = agentNamed(settings, agent);
  return named && { agent: named.name, account: named.account };
}

/** Also where every task would be refused: the decision then says why. */
function isWorthTrying(asked: Asked, holder: Holder): boolean {
  if (asked.record.persisted.lease !== undefined) return false;
  const refusal = whyNotHold(asked, holder);
  return refusal === undefined || faultOf(refusal) !== "task";
}
