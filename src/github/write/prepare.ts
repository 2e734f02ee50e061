/**
 * Makes effects ready to send: signs the comments and looks up the labels' ids, once per repository and
 * batch.
 */

import type { Failure } from "../../dispatcher/ports/failure.ts";
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { WriteResult } from "../../dispatcher/ports/writer.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { failureIn } from "../transport/request-failure.ts";
import type { Prepared } from "./batch/batch.ts";
import type { Labels } from "./labels.ts";
import {
  labelNamesOf,
  labelsToAdd,
  type Mutation,
  mutationCount,
  type Signer,
  toMutations,
} from "./mutation.ts";

/** The sendable effects, and those that failed beforehand. */
export interface Preparation {
  readonly prepared: readonly Prepared[];
  readonly failed: readonly WriteResult[];
  /**
   * Effects of which only a part can be sent, by id: they end with this failure even if that part succeeds.
   */
  readonly incomplete: ReadonlyMap<number, Failure>;
}

/** Signs the comments and finds the labels, once per repository. */
export async function prepare(
  labels: Labels,
  signer: Signer,
  installationId: InstallationId,
  effects: readonly QueuedEffect[],
): Promise<Preparation> {
  const failures = new Map<string, Failure>();
  const ids = new Map<string, ReadonlyMap<string, string>>();
  for (const [repositoryId, group] of Map.groupBy(effects, (queued) => queued.repositoryId)) {
    try {
      ids.set(repositoryId, await labelIds(labels, installationId, repositoryId, group));
    } catch (thrown) {
      failures.set(repositoryId, failureIn(thrown));
    }
  }
  const prepared: Prepared[] = [];
  const failed: WriteResult[] = [];
  const incomplete = new Map<number, Failure>();
  for (const queued of effects) {
    const known = ids.get(queued.repositoryId) ?? new Map<string, string>();
    const failure = labelNamesOf(queued.effect).length > 0 ? failures.get(queued.repositoryId) : undefined;
    const missing = unmakable(queued, known);
    if (failure !== undefined) failed.push({ id: queued.id, ok: false, failure });
    else prepared.push(preparedOf(signer, queued, known));
    if (missing !== undefined) incomplete.set(queued.id, missing);
  }
  return { prepared, failed, incomplete };
}

function preparedOf(signer: Signer, queued: QueuedEffect, labelIds: ReadonlyMap<string, string>): Prepared {
  let made: readonly Mutation[] | undefined;
  return {
    queued,
    size: mutationCount(queued.effect, labelIds),
    get mutations() {
      made ??= toMutations(signer, queued, labelIds);
      return made;
    },
  };
}

/**
 * A label that GitHub would not let us create: without this the effect would seem done and be proposed again.
 * The effect's other labels are still set, so that a task's status does not depend on a user's track label.
 */
function unmakable({ effect }: QueuedEffect, ids: ReadonlyMap<string, string>): Failure | undefined {
  const missing = effect.type === "SetLabels" ? effect.add.find((name) => !ids.has(name)) : undefined;
  if (missing === undefined) return undefined;
  return {
    type: "refused",
    message: `The label ${JSON.stringify(missing)} does not exist and could not be created.`,
  };
}

/** Labels to add are created if missing; labels to remove that do not exist need nothing. */
async function labelIds(
  labels: Labels,
  installationId: InstallationId,
  repositoryId: string,
  effects: readonly QueuedEffect[],
): Promise<ReadonlyMap<string, string>> {
  const added = [...new Set(effects.flatMap(({ effect }) => labelsToAdd(effect)))];
  const removed = [
    ...new Set(effects.flatMap(({ effect }) => (effect.type === "SetLabels" ? effect.remove : []))),
  ];
  const toAdd = await labels.idsOf(installationId, repositoryId, added, true);
  const toRemove = await labels.idsOf(installationId, repositoryId, removed, false);
  return new Map([...toRemove, ...toAdd]);
}
