/**
 * The dispatcher's `Writer` over GitHub's API. A newcomer would repeat a batch that failed: a comment in it may have
 * been created, so creates come back as `unknown`, and only what may be done twice is tried again, in halves.
 */
import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Failure, QueuedEffect, WriteResult, Writer } from "../dispatcher/ports.ts";
import { RequestFailed } from "../dispatcher/request-failed.ts";
import { batchQuery, inBatches, type Prepared, resultsOf } from "./batch.ts";
import type { Budget } from "./budget.ts";
import type { Client } from "./client.ts";
import type { Ourselves } from "./comments.ts";
import { findOwnComment } from "./find-own-comment.ts";
import type { Labels } from "./labels.ts";
import { isCreate, isForPeople, labelNames, toMutations } from "./mutation.ts";
import { backoffUntil } from "./request-failure.ts";

/** 15 mutations, then 8, 4 and 2: a poisonous one is alone with one other by then. */
const maxHalvings = 3;

export interface WriterOptions {
  readonly client: Client;
  readonly budget: Budget;
  readonly labels: Labels;
  readonly ourselves: Ourselves;
  readonly clock: Clock;
  readonly random: () => number;
}

export function createWriter(options: WriterOptions): Writer {
  const { client, labels, ourselves } = options;
  return {
    write: async (installationId, effects) => {
      const { prepared, failed } = await prepare(options, installationId, peopleFirst(effects));
      const results: WriteResult[] = [...failed];
      for (const batch of inBatches(prepared))
        results.push(...(await sendWithin(options, installationId, batch)));
      return results;
    },
    findOwnComment: (installationId, issueId, key) =>
      findOwnComment(client, ourselves, installationId, issueId, key),
    ensureLabels: labels.ensure,
  };
}

/** Issues with something that a person waits for come first; within an issue the order stays. */
function peopleFirst(effects: readonly QueuedEffect[]): readonly QueuedEffect[] {
  const awaited = new Set(effects.filter(isForPeople).map(({ issueId }) => issueId));
  const [first, rest] = [
    effects.filter(({ issueId }) => awaited.has(issueId)),
    effects.filter(({ issueId }) => !awaited.has(issueId)),
  ];
  return [...first, ...rest];
}

interface Preparation {
  readonly prepared: readonly Prepared[];
  readonly failed: readonly WriteResult[];
}

/** Signs the comments and finds the labels, once a repository. */
async function prepare(
  { labels, ourselves }: WriterOptions,
  installationId: number,
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
  for (const queued of effects) {
    const known = ids.get(queued.repositoryId) ?? new Map<string, string>();
    const failure = labelNames(queued.effect).length > 0 ? failures.get(queued.repositoryId) : undefined;
    const found = failure ?? unmakable(queued, known);
    if (found !== undefined) failed.push({ id: queued.id, ok: false, failure: found });
    else prepared.push({ queued, mutations: toMutations(ourselves.keys, queued, known) });
  }
  return { prepared, failed };
}

/** A label that GitHub would not let us make: without this the effect would seem done and be wished for again. */
function unmakable({ effect }: QueuedEffect, ids: ReadonlyMap<string, string>): Failure | undefined {
  const missing = effect.type === "SetLabels" ? effect.add.find((name) => !ids.has(name)) : undefined;
  if (missing === undefined) return undefined;
  return {
    type: "refused",
    message: `The label ${JSON.stringify(missing)} does not exist and could not be made.`,
  };
}

/** Labels to add are made where they are missing; labels to remove that are nowhere need nothing. */
async function labelIds(
  labels: Labels,
  installationId: number,
  repositoryId: string,
  effects: readonly QueuedEffect[],
): Promise<ReadonlyMap<string, string>> {
  const changes = effects.flatMap(({ effect }) => (effect.type === "SetLabels" ? [effect] : []));
  const added = [...new Set(changes.flatMap(({ add }) => add))];
  const removed = [...new Set(changes.flatMap(({ remove }) => remove))];
  const toAdd = await labels.idsOf(installationId, repositoryId, added, true);
  const toRemove = await labels.idsOf(installationId, repositoryId, removed, false);
  return new Map([...toRemove, ...toAdd]);
}

/** Sends what the budget for comments has room for; the rest of an issue waits behind its first that has none. */
async function sendWithin(
  options: WriterOptions,
  installationId: number,
  batch: readonly Prepared[],
): Promise<readonly WriteResult[]> {
  const { creations, nextAt } = options.budget.room(installationId);
  const waiting = new Set<string>();
  const now: Prepared[] = [];
  const later: WriteResult[] = [];
  let room = creations;
  for (const each of batch) {
    const { queued } = each;
    const isCreation = isCreate(queued);
    if (isCreation && room < 1) waiting.add(queued.issueId);
    if (waiting.has(queued.issueId)) {
      const message = "GitHub's limit on new comments is reached.";
      later.push({
        id: queued.id,
        ok: false,
        failure: { type: "wait", scope: "request", retryAt: nextAt, message },
      });
      continue;
    }
    room -= isCreation ? 1 : 0;
    now.push(each);
  }
  return [...(await send(options, installationId, now, 0)), ...later];
}

async function send(
  options: WriterOptions,
  installationId: number,
  batch: readonly Prepared[],
  halvings: number,
): Promise<readonly WriteResult[]> {
  const { client, budget, clock, random } = options;
  const query = batchQuery(batch);
  const answeredAt = {
    intent: "write",
    attempt: halvings,
    strikes: budget.strikes(installationId),
    random,
  } as const;
  if (query === undefined)
    return resultsOf(batch, { data: {}, problems: [] }, { ...answeredAt, now: clock.now() });
  try {
    await budget.turn(installationId, batch.filter(({ queued }) => isCreate(queued)).length);
    const answer = await client.mutate(installationId, query.document, query.variables);
    const results = resultsOf(batch, answer, { ...answeredAt, now: clock.now() });
    return batch.flatMap((each, i) => {
      const result = results[i];
      return result === undefined ? [] : [heed(options, installationId, each, result)];
    });
  } catch (thrown) {
    const failure = failureIn(thrown);
    const mayHalve = batch.length > 1 && halvings < maxHalvings;
    if (!mayHalve || (failure.type !== "unknown" && failure.type !== "refused"))
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

/** What may be done twice, and what may not: a create and whatever comes after it for the same issue. */
function splitAtCreates(batch: readonly Prepared[]): readonly [readonly Prepared[], readonly Prepared[]] {
  const undecided = new Set<string>();
  const again: Prepared[] = [];
  const left: Prepared[] = [];
  for (const each of batch) {
    if (isCreate(each.queued)) undecided.add(each.queued.issueId);
    (undecided.has(each.queued.issueId) ? left : again).push(each);
  }
  return [again, left];
}

/** Learns from single failures: a limit holds the installation, and a label that is gone is looked up anew. */
function heed(
  { budget, labels, clock }: WriterOptions,
  installationId: number,
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

function failureIn(thrown: unknown): Failure {
  return thrown instanceof RequestFailed ? thrown.failure : { type: "unknown", message: messageOf(thrown) };
}
