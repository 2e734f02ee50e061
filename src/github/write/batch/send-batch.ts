/**
 * Sends one batch and returns the outcome of each effect. Never repeat a failed batch as a whole: a comment
 * in it may have been created, so creates come back as `unknown`, and only what is safe to repeat is retried,
 * in halves.
 */

import type { Clock } from "../../../base/clock.ts";
import { isCreate } from "../../../dispatcher/perform/creates.ts";
import type { WriteResult } from "../../../dispatcher/ports/writer.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import type { BatchSizes } from "../../transport/batch-size.ts";
import type { Budget } from "../../transport/budget.ts";
import type { Client } from "../../transport/client.ts";
import { backoffUntil, failureIn, isTooMuch } from "../../transport/request-failure.ts";
import type { SchemaFeatures } from "../../transport/schema-features.ts";
import type { Labels } from "../labels.ts";
import { batchQuery, type Prepared, resultsOf } from "./batch.ts";

/**
 * A refusal is halved down to the one effect that caused it; an outage costs 15 seconds per try, so fewer
 * times.
 */
const maxHalvings = { refused: 7, unknown: 2 } as const;

export interface BatchSender {
  readonly client: Client;
  readonly budget: Budget;
  readonly labels: Labels;
  readonly sizes: BatchSizes;
  /** What the host knows of the mutations' inputs: learned from its refusals. */
  readonly features: SchemaFeatures;
  readonly clock: Clock;
  readonly random: () => number;
}

export function sendBatch(
  options: BatchSender,
  installationId: InstallationId,
  batch: readonly Prepared[],
): Promise<readonly WriteResult[]> {
  return send(options, installationId, batch, 0);
}

async function send(
  options: BatchSender,
  installationId: InstallationId,
  batch: readonly Prepared[],
  halvings: number,
): Promise<readonly WriteResult[]> {
  const { client, budget, clock, random, sizes, features } = options;
  const query = batchQuery(batch, features);
  const answeredAt = {
    intent: "write",
    attempt: halvings,
    strikes: budget.strikes(installationId),
    random,
  } as const;
  if (query === undefined)
    return resultsOf(batch, { data: {}, problems: [] }, { ...answeredAt, now: clock.now() });
  try {
    await budget.turn(installationId);
    const sentAt = clock.now();
    const answer = await client.mutate(installationId, query.document, query.variables);
    const results = resultsOf(batch, answer, { ...answeredAt, now: clock.now() });
    if (answer.problems.some(isTooMuch)) sizes.tooMuch(installationId);
    // The halves of a batch that was too much say nothing about its size.
    else if (halvings === 0)
      sizes.accepted(installationId, { count: countMutations(batch), tookMs: clock.now() - sentAt });
    return batch.flatMap((each, i) => {
      const result = results[i];
      return result === undefined ? [] : [learnFromFailure(options, installationId, each, result)];
    });
  } catch (thrown) {
    const failure = failureIn(thrown);
    // Refused before anything was done: the batch is written without it.
    if (failure.type === "refused" && features.learn(failure.message))
      return send(options, installationId, batch, halvings);
    if (failure.type === "unknown") sizes.tooMuch(installationId);
    const limit = failure.type === "unknown" || failure.type === "refused" ? maxHalvings[failure.type] : 0;
    if (batch.length < 2 || halvings >= limit)
      return batch.map(({ queued }) => ({ id: queued.id, ok: false, failure }));
    const [again, undecided] = failure.type === "unknown" ? splitAtCreates(batch) : [batch, []];
    if (failure.type === "unknown") await clock.sleep(backoffUntil({ now: 0, attempt: halvings, random }));
    const middle = Math.ceil(again.length / 2);
    return [
      ...undecided.map(({ queued }) => ({ id: queued.id, ok: false, failure }) as const),
      ...(await send(options, installationId, again.slice(0, middle), halvings + 1)),
      ...(await send(options, installationId, again.slice(middle), halvings + 1)),
    ];
  }
}

function countMutations(batch: readonly Prepared[]): number {
  return batch.reduce((count, { size }) => count + size, 0);
}

/** Separates what is safe to repeat from creates and what must not overtake one for the same issue. */
function splitAtCreates(batch: readonly Prepared[]): readonly [readonly Prepared[], readonly Prepared[]] {
  const undecided = new Set<string>();
  const again: Prepared[] = [];
  const left: Prepared[] = [];
  for (const each of batch) {
    const { issueId, effect } = each.queued;
    const follows = (effect.type === "ShowStatus" || effect.type === "CloseIssue") && undecided.has(issueId);
    if (isCreate(effect)) undecided.add(issueId);
    (isCreate(effect) || effect.type === "ShowCheck" || follows ? left : again).push(each);
  }
  return [again, left];
}

/**
 * Learns from single failures: a limit backs the installation off, and a deleted label is looked up again.
 */
function learnFromFailure(
  { budget, labels, clock }: BatchSender,
  installationId: InstallationId,
  { queued, mutations }: Prepared,
  result: WriteResult,
): WriteResult {
  if (result.ok) return result;
  const { failure } = result;
  if (failure.type === "wait" && failure.scope === "installation")
    budget.hold(installationId, failure.retryAt);
  if (failure.type !== "gone" || !labelIdsIn(mutations).some((id) => failure.message.includes(id)))
    return result;
  labels.forget(queued.repositoryId);
  return { ...result, failure: { ...failure, type: "wait", scope: "request", retryAt: clock.now() } };
}

function labelIdsIn(mutations: Prepared["mutations"]): readonly string[] {
  return mutations.flatMap(({ input }) => (Array.isArray(input.labelIds) ? input.labelIds.map(String) : []));
}
