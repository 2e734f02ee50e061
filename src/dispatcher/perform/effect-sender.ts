/**
 * Sends a batch of effects. Mark an effect as sent before sending it: if the process dies in between, it must
 * know to look the outcome up before repeating it.
 */
import type { InstallationId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { computeDelayMs } from "../failure/failure-counts.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { CreationCharges } from "../ports/account.ts";
import type { Failure } from "../ports/failure.ts";
import type { QueuedEffect } from "../ports/outbox.ts";
import type { WriteResult } from "../ports/writer.ts";
import type { Choice } from "./allowance.ts";
import { isAwaitedCreate, isCreate } from "./creates.ts";
import { endAfterFailure } from "./endings.ts";
import type { EffectEnd } from "./receipt.ts";

/**
 * A process that stood still for longer between marking and sending may have been replaced: the effects are then
 * looked up first, like those of one that died.
 */
const markHoldsMs = 30_000;

export class EffectSender {
  readonly #ports: Pick<DispatcherPorts, "stores" | "github" | "runtime" | "pace">;
  readonly #failures: Pick<FailureHandler, "backOffIfAsked">;

  constructor(
    ports: Pick<DispatcherPorts, "stores" | "github" | "runtime" | "pace">,
    failures: Pick<FailureHandler, "backOffIfAsked">,
  ) {
    this.#ports = ports;
    this.#failures = failures;
  }

  /** Resolves to what became of those that were still queued. */
  async send(
    installationId: InstallationId,
    chosen: readonly QueuedEffect[],
    holders: Choice["holders"],
  ): Promise<readonly EffectEnd[]> {
    if (chosen.length === 0) return [];
    const { stores, github, runtime } = this.#ports;
    const markedAt = runtime.clock.now();
    const charges = this.#charge(installationId, chosen, holders);
    const ids = chosen.map(({ id }) => id);
    const sendable = new Set(await stores.outbox.sending(ids, markedAt, charges, listRepeated(chosen)));
    const effects = chosen.filter(({ id }) => sendable.has(id));
    if (effects.length === 0) return [];
    const isLate = runtime.clock.now() - markedAt > markHoldsMs;
    const written = isLate ? [] : await github.writer.write(installationId, effects);
    const results = new Map(written.map((result) => [result.id, result]));
    if (!isLate) runtime.onStep("effects sent");
    return effects.map((effect) => this.#end(installationId, effect, results.get(effect.id)));
  }

  #charge(
    installationId: InstallationId,
    chosen: readonly QueuedEffect[],
    holders: Choice["holders"],
  ): CreationCharges | undefined {
    const limits = this.#ports.pace.creationLimits;
    if (limits === undefined) return undefined;
    const charges = chosen.flatMap(({ id, effect }) =>
      isCreate(effect) ? { effectId: id, isAwaited: isAwaitedCreate(effect), holder: holders.get(id) } : [],
    );
    return { installationId, charges, limits };
  }

  /** @param result undefined for an effect that the writer said nothing about */
  #end(installationId: InstallationId, effect: QueuedEffect, result: WriteResult | undefined): EffectEnd {
    if (result?.ok === true) return { type: "done", effect, receipt: result.receipt, wasFound: false };
    const { clock, logger, random } = this.#ports.runtime;
    const failure: Failure = result?.failure ?? {
      type: "unknown",
      message: "The writer said nothing about it.",
    };
    this.#failures.backOffIfAsked(installationId, failure);
    logger.warn({ effect: effect.key, failure: failure.type, message: failure.message }, "an effect failed");
    const delayMs = computeDelayMs(this.#ports.pace.failures, effect.attempts + 1, random());
    return endAfterFailure(effect, failure, clock.now() + delayMs);
  }
}

/** Creates that were looked up and count as not done. */
function listRepeated(chosen: readonly QueuedEffect[]): readonly number[] {
  return chosen.flatMap(({ id, effect, sentAt }) => (sentAt !== undefined && isCreate(effect) ? id : []));
}
