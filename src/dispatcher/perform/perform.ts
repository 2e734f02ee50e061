/**
 * Sends effects, one batch of an installation at a time, and records their outcomes. Mark an effect as sent
 * before sending it: if the process dies in between, it must know to look the outcome up before repeating it.
 */

import type { Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { waitMs } from "../failure/backoff.ts";
import type { Parts } from "../parts.ts";
import type { Charging } from "../ports/account.ts";
import type { Failure } from "../ports/failure.ts";
import type { QueuedEffect } from "../ports/outbox.ts";
import type { WriteResult } from "../ports/writer.ts";
import { type Choice, createAllowance, type Held } from "./allowance.ts";
import { isAwaitedCreate, isCreate } from "./creates.ts";
import { type Judgement, judgeAll } from "./judge.ts";
import { type Ending, receiptOf } from "./receipt.ts";

/** Minimum time between two listings of our repositories, however many effects are refused. */
const refusalsGapMs = 60_000;

export interface Performer {
  /** Sends one batch of what is due. Rejects only if the store fails. */
  readonly run: (installationId: InstallationId) => Promise<void>;
}

export function createPerformer(
  parts: Needs &
    Parameters<typeof judgeAll>[0] &
    Pick<Parts, "outbox" | "onStep" | "mutex" | "refreshRepositories">,
): Performer {
  const { index, outbox, writer, clock, pace, onStep, mutex } = parts;
  const allowance = createAllowance(index, outbox, pace);
  let refreshedAt = -Infinity;

  async function run(installationId: InstallationId): Promise<void> {
    const due = await outbox.due(installationId, clock.now(), pace.effectsPerBatch);
    if (due.length === 0) return;
    const { going, held, holders } = await allowance.choose(installationId, due, clock.now());
    const judged = await judgeAll(parts, installationId, going);
    const chosen = judged.flatMap((judgement) => (judgement.type === "send" ? judgement.effect : []));
    const sent = await send(installationId, chosen, holders);
    const endings = [...held.map(endingOfHeld), ...judged.flatMap(endingOfJudgement), ...sent];
    if (endings.length === 0) return;
    await mutex.run(async () => {
      const { outcomes, records, refreshes, ledger } = await receiptOf(index, endings, clock.now());
      return outbox.receipt(outcomes, records, refreshes, ledger);
    });
    if (endings.some(({ type }) => type === "refused")) await lookWhy();
  }

  /**
   * The repository may be archived or the installation's permissions reduced: then nothing more is tried
   * there.
   */
  async function lookWhy(): Promise<void> {
    if (clock.now() - refreshedAt < refusalsGapMs) return;
    refreshedAt = clock.now();
    await parts.failures.attempt("list repositories", undefined, parts.refreshRepositories);
  }

  async function send(
    installationId: InstallationId,
    chosen: readonly QueuedEffect[],
    holders: Choice["holders"],
  ): Promise<readonly Ending[]> {
    if (chosen.length === 0) return [];
    const ids = chosen.map(({ id }) => id);
    const charging = chargingOf(installationId, chosen, holders);
    const standing = new Set(await outbox.sending(ids, clock.now(), charging));
    const effects = chosen.filter(({ id }) => standing.has(id));
    if (effects.length === 0) return [];
    const results = new Map(
      (await writer.write(installationId, effects)).map((result) => [result.id, result]),
    );
    onStep("effects sent");
    return effects.map((effect) => endingOf(parts, installationId, effect, results.get(effect.id)));
  }

  function chargingOf(
    installationId: InstallationId,
    chosen: readonly QueuedEffect[],
    holders: Choice["holders"],
  ): Charging | undefined {
    const limits = pace.creationLimits;
    if (limits === undefined) return undefined;
    const charges = chosen.flatMap(({ id, effect }) =>
      isCreate(effect) ? { effectId: id, isAwaited: isAwaitedCreate(effect), holder: holders.get(id) } : [],
    );
    return { installationId, charges, limits };
  }

  return { run };
}

const emptyReceipt: WriteReceipt = {
  updatedAt: undefined,
  labels: undefined,
  issueState: undefined,
  closedAt: undefined,
  commentId: undefined,
};

function endingOfHeld({ effect, until }: Held): Ending {
  const error = "Its author or its repository has had this hour's share of new comments.";
  return { type: "later", effect, at: until, error, uncertain: effect.sentAt !== undefined };
}

function endingOfJudgement(judgement: Judgement): readonly Ending[] {
  const { effect } = judgement;
  switch (judgement.type) {
    case "send":
      return [];
    case "adopt":
      return [{ type: "done", effect, receipt: { ...emptyReceipt, ...judgement.found }, wasFound: true }];
    case "later": {
      const { at, error } = judgement;
      return [{ type: "later", effect, at, error, uncertain: effect.sentAt !== undefined }];
    }
    case "drop":
      return [{ type: "dropped", effect, error: judgement.error }];
    default:
      return unreachable(judgement);
  }
}

type Needs = Pick<Parts, "clock" | "pace" | "random" | "failures" | "logger">;

function endingOf(
  parts: Needs,
  installationId: InstallationId,
  effect: QueuedEffect,
  result: WriteResult | undefined,
): Ending {
  if (result?.ok === true) return { type: "done", effect, receipt: result.receipt, wasFound: false };
  const failure: Failure = result?.failure ?? {
    type: "unknown",
    message: "The writer said nothing about it.",
  };
  parts.failures.backOffIfAsked(installationId, failure);
  parts.logger.warn(
    { effect: effect.key, failure: failure.type, message: failure.message },
    "an effect failed",
  );
  return endingOfFailure(effect, failure, nextTry(parts, effect));
}

function endingOfFailure(effect: QueuedEffect, failure: Failure, nextTryAt: Millis): Ending {
  const error = failure.message;
  switch (failure.type) {
    case "wait":
      return { type: "later", effect, at: failure.retryAt, error, uncertain: false };
    case "unknown":
      return { type: "later", effect, at: nextTryAt, error, uncertain: true };
    case "refused":
      return { type: "refused", effect, error };
    case "gone":
      return { type: isAboutComment(effect) ? "dropped" : "refused", effect, error };
    default:
      return unreachable(failure);
  }
}

function nextTry({ clock, pace, random }: Needs, { attempts }: QueuedEffect): Millis {
  return clock.now() + waitMs(pace.failures, attempts + 1, random);
}

/** The comment was deleted. That is not a refusal: the next refresh may call for a new one. */
function isAboutComment({ effect }: QueuedEffect): boolean {
  return "commentId" in effect && effect.commentId !== undefined;
}
