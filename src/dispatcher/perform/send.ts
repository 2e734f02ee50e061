/**
 * Sends a batch of effects. Mark an effect as sent before sending it: if the process dies in between, it must
 * know to look the outcome up before repeating it.
 */
import type { Clock } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";
import type { CreationCharges } from "../ports/account.ts";
import type { OnStep } from "../ports/durable-step.ts";
import type { Outbox, QueuedEffect } from "../ports/outbox.ts";
import type { Writer } from "../ports/writer.ts";
import type { Choice } from "./allowance.ts";
import { isAwaitedCreate, isCreate } from "./creates.ts";
import type { EndingOfResult } from "./endings.ts";
import type { EffectEnd } from "./receipt.ts";

/**
 * A process that stood still for longer between marking and sending may have been replaced: the effects are then
 * looked up first, like those of one that died.
 */
const markHoldsMs = 30_000;

/** Resolves to what became of those that were still queued. */
export type SendEffects = (
  installationId: InstallationId,
  chosen: readonly QueuedEffect[],
  holders: Choice["holders"],
) => Promise<readonly EffectEnd[]>;

interface Needs {
  readonly outbox: Pick<Outbox, "sending">;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "creationLimits">;
  readonly onStep: OnStep;
  readonly endingOf: EndingOfResult;
}

export function createEffectSender({ outbox, writer, clock, pace, onStep, endingOf }: Needs): SendEffects {
  const chargingOf = (
    installationId: InstallationId,
    chosen: readonly QueuedEffect[],
    holders: Choice["holders"],
  ): CreationCharges | undefined => {
    const limits = pace.creationLimits;
    if (limits === undefined) return undefined;
    const charges = chosen.flatMap(({ id, effect }) =>
      isCreate(effect) ? { effectId: id, isAwaited: isAwaitedCreate(effect), holder: holders.get(id) } : [],
    );
    return { installationId, charges, limits };
  };

  return async (installationId, chosen, holders) => {
    if (chosen.length === 0) return [];
    const ids = chosen.map(({ id }) => id);
    const charges = chargingOf(installationId, chosen, holders);
    const repeated = chosen.flatMap(({ id, effect, sentAt }) =>
      sentAt !== undefined && isCreate(effect) ? id : [],
    );
    const markedAt = clock.now();
    const sendable = new Set(await outbox.sending(ids, markedAt, charges, repeated));
    const effects = chosen.filter(({ id }) => sendable.has(id));
    if (effects.length === 0) return [];
    const isLate = clock.now() - markedAt > markHoldsMs;
    const written = isLate ? [] : await writer.write(installationId, effects);
    const results = new Map(written.map((result) => [result.id, result]));
    if (!isLate) onStep("effects sent");
    return effects.map((effect) => endingOf(installationId, effect, results.get(effect.id)));
  };
}
