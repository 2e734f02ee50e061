/**
 * The dispatcher's `Writer` over GitHub's API: prepare, cut into batches, send. A newcomer would send in the order of
 * arrival; when GitHub's budget is short, whoever waits for a comment comes first.
 */
import type { QueuedEffect, WriteResult, Writer } from "../dispatcher/ports.ts";
import { inBatches } from "./batch.ts";
import type { Ourselves } from "./comments.ts";
import { findOwnComment } from "./find-own-comment.ts";
import { findOwnIssue } from "./find-own-issue.ts";
import { isForPeople } from "./mutation.ts";
import { prepare } from "./prepare.ts";
import { type Sending, sendBatch } from "./send-batch.ts";
import { writeCheck } from "./write-check.ts";

export interface WriterOptions extends Sending {
  readonly ourselves: Ourselves;
}

export function createWriter(options: WriterOptions): Writer {
  const { client, labels, ourselves } = options;
  return {
    write: async (installationId, effects) => {
      const ordered = peopleFirst(effects.filter(({ effect }) => effect.type !== "ShowCheck"));
      const { prepared, failed, incomplete } = await prepare(labels, ourselves.keys, installationId, ordered);
      const results: WriteResult[] = [...failed];
      for (const batch of inBatches(prepared))
        results.push(...(await sendBatch(options, installationId, batch)));
      const whole = results.map((result): WriteResult => {
        const failure = result.ok ? incomplete.get(result.id) : undefined;
        return failure === undefined ? result : { id: result.id, ok: false, failure };
      });
      return [...whole, ...(await writeChecks(options, installationId, effects))];
    },
    findOwnComment: (installationId, issueId, key) =>
      findOwnComment(client, ourselves, installationId, issueId, key),
    findOwnIssue: (installationId, repositoryId, key, since) =>
      findOwnIssue(client, ourselves, installationId, { repositoryId, key, since }),
    ensureLabels: labels.ensure,
  };
}

/** One by one: GraphQL's batches are for issues, and a commit gets few. */
async function writeChecks(
  options: WriterOptions,
  installationId: number,
  effects: readonly QueuedEffect[],
): Promise<readonly WriteResult[]> {
  const results: WriteResult[] = [];
  for (const queued of effects)
    if (queued.effect.type === "ShowCheck")
      results.push(await writeCheck(options, installationId, queued, queued.effect));
  return results;
}

/** Issues with something that a person waits for come first; within an issue the order stays. */
function peopleFirst(effects: readonly QueuedEffect[]): readonly QueuedEffect[] {
  const awaited = new Set(effects.filter(isForPeople).map(({ issueId }) => issueId));
  const isAwaited = ({ issueId }: QueuedEffect): boolean => awaited.has(issueId);
  return [...effects.filter(isAwaited), ...effects.filter((queued) => !isAwaited(queued))];
}
