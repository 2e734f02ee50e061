/** The dispatcher's `Writer` over GitHub's API: prepare, split into batches, send, in the order given. */

import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { WriteResult, Writer } from "../../dispatcher/ports/writer.ts";
import type { Effect } from "../../engine/model/effect.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { MergeEffect } from "../../engine/model/keys/outcome-key.ts";
import {
  createRecentLocations,
  type LocationOf,
  readRepositoryLocation,
} from "../identity/repository-place.ts";
import type { Ourselves } from "../read/comments.ts";
import type { OwnRuns } from "../read/evidence/own-runs.ts";
import { createBatchSizes } from "../transport/batch-size.ts";
import { createSchemaFeatures } from "../transport/schema-features.ts";
import { firstBatch, type Prepared } from "./batch/batch.ts";
import { type BatchSender, sendBatch } from "./batch/send-batch.ts";
import { prepareNewCheck } from "./check-mutation.ts";
import { findOwnComment } from "./find-own-comment.ts";
import { findOwnIssue } from "./find-own-issue.ts";
import { prepare } from "./prepare.ts";
import { createShowLocks } from "./show-locks.ts";
import { createShowSettings } from "./show-settings.ts";
import { createShowVerified } from "./show-verified.ts";
import { type ShowCheck, writeCheck } from "./write-check.ts";
import { writePull } from "./write-pull.ts";

export interface WriterOptions extends Omit<BatchSender, "sizes" | "features"> {
  readonly ourselves: Ourselves;
  readonly ownRuns: OwnRuns;
}

/** Mutations in one request. */
const mutationsAtOnce = { initial: 15, max: 80, min: 5 };

export function createWriter(options: WriterOptions): Writer {
  const { client, labels, ourselves } = options;
  const locationOf = createRecentLocations(client, options.clock);
  const sizes = createBatchSizes(mutationsAtOnce);
  const sending: BatchSender = { ...options, sizes, features: createSchemaFeatures() };
  return {
    write: async (installationId, effects) => {
      const onIssues = effects.filter(({ effect }) => !isAboutWork(effect));
      const { prepared, failed, incomplete } = await prepare(labels, ourselves, installationId, onIssues);
      const newChecks = effects.flatMap((queued) => prepareNewCheck(options, queued) ?? []);
      const results = [...failed, ...(await sendAll(sending, installationId, [...prepared, ...newChecks]))];
      const sent = new Set(newChecks.map(({ queued }) => queued));
      const others = effects.filter((queued) => !sent.has(queued));
      const whole = results.map((result): WriteResult => {
        const failure = result.ok ? incomplete.get(result.id) : undefined;
        return failure === undefined ? result : { id: result.id, ok: false, failure };
      });
      return [...whole, ...(await writeWork({ ...options, locationOf }, installationId, others))];
    },
    findOwnComment: (installationId, issueId, key) =>
      findOwnComment(client, ourselves, { installationId, issueId, key }),
    findOwnIssue: (installationId, repositoryId, key, since) =>
      findOwnIssue(client, ourselves, installationId, { repositoryId, key, since }),
    reopenIssue: async (installationId, repositoryId, number) => {
      await options.budget.turn(installationId);
      const { owner, name: repo } = await readRepositoryLocation(client, installationId, repositoryId);
      const place = { owner, repo, issue_number: number };
      await client.patch(installationId, "/repos/{owner}/{repo}/issues/{issue_number}", {
        ...place,
        state: "open",
      });
    },
    ensureLabels: labels.ensure,
    showVerified: createShowVerified(options),
    showSettings: createShowSettings(options),
    showLocks: createShowLocks(options),
  };
}

/** Each batch as large as GitHub took the ones before it. */
async function sendAll(
  sending: BatchSender,
  installationId: InstallationId,
  prepared: readonly Prepared[],
): Promise<readonly WriteResult[]> {
  const results: WriteResult[] = [];
  for (let rest = prepared; rest.length > 0; ) {
    const batch = firstBatch(rest, sending.sizes.of(installationId));
    results.push(...(await sendBatch(sending, installationId, batch)));
    const sent = new Set(batch);
    rest = rest.filter((each) => !sent.has(each));
  }
  return results;
}

type WorkEffect = ShowCheck | MergeEffect;

/** Effects on a commit or a pull request, which do not fit GraphQL's batches for issues. */
function isAboutWork(effect: Effect): effect is WorkEffect {
  return ["ShowCheck", "MergePullRequest", "EnqueuePullRequest", "UpdateBranch"].includes(effect.type);
}

/** One by one: a handover gets few. */
async function writeWork(
  options: WriterOptions & { readonly locationOf: LocationOf },
  installationId: InstallationId,
  effects: readonly QueuedEffect[],
): Promise<readonly WriteResult[]> {
  const results: WriteResult[] = [];
  for (const queued of effects) {
    const { effect } = queued;
    if (!isAboutWork(effect)) continue;
    results.push(
      effect.type === "ShowCheck"
        ? await writeCheck(options, installationId, queued, effect)
        : await writePull(options, installationId, queued, effect),
    );
  }
  return results;
}
