/**
 * Limits how many comments one author, and one repository, may cause us to write per hour, so that a flood
 * uses up only its share of GitHub's limits. Counts what was created, not attempts; a comment that a person
 * waits for is never deferred.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import { repliedTo } from "../../engine/model/keys/comment-key.ts";
import type { Pace } from "../pace.ts";
import type { ShareHolder } from "../ports/account.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Outbox, QueuedEffect } from "../ports/outbox.ts";
import { hourMs } from "./creates.ts";
import { shareHolderOf } from "./share.ts";

/**
 * Minimum delay before an effect is weighed again: a flood must not be rescanned for each slot that becomes
 * free.
 */
const weighedAgainMs = 5 * 60_000;

/** An effect that waits for its author's or its repository's share. */
export interface HeldEffect {
  readonly effect: QueuedEffect;
  readonly until: Millis;
}

export interface Choice {
  /** The effects that may be sent now, the earliest first. */
  readonly going: readonly QueuedEffect[];
  readonly held: readonly HeldEffect[];
  /** Whose share each of them uses, by its id. */
  readonly holders: ReadonlyMap<number, ShareHolder>;
}

/** The share of an author or a repository: this many per hour. */
interface Share {
  readonly of: string;
  readonly perHour: number;
}

export class Allowance {
  readonly #index: Pick<Index, "records">;
  readonly #outbox: Pick<Outbox, "sharesTaken">;
  readonly #limits: Pace["creations"];

  constructor(
    index: Pick<Index, "records">,
    outbox: Pick<Outbox, "sharesTaken">,
    { creations }: Pick<Pace, "creations">,
  ) {
    this.#index = index;
    this.#outbox = outbox;
    this.#limits = creations;
  }

  /** @param due effects of one installation */
  async choose(installationId: InstallationId, due: readonly QueuedEffect[], now: Millis): Promise<Choice> {
    const counted = due.filter(isCounted);
    const records = await this.#index.records(counted.map(({ issueId }) => issueId));
    const holders = new Map(
      counted.map(({ id, issueId, reason }) => [id, shareHolderOf(records.get(issueId), reason.actor?.id)]),
    );
    const spent = counted.length === 0 ? new Map() : await this.#readSpent(installationId, now);
    const going: QueuedEffect[] = [];
    const held: HeldEffect[] = [];
    const chosen = new Map<string, number>();
    for (const effect of due) {
      const holder = holders.get(effect.id);
      const shares = holder === undefined ? [] : listShares(effect.repositoryId, holder, this.#limits);
      const full = shares.find(
        ({ of, perHour }) => (spent.get(of)?.length ?? 0) + (chosen.get(of) ?? 0) >= perHour,
      );
      if (full === undefined) {
        for (const { of } of shares) chosen.set(of, (chosen.get(of) ?? 0) + 1);
        going.push(effect);
      } else held.push({ effect, until: freeAt(spent.get(full.of) ?? [], full.perHour, now) });
    }
    return { going, held, holders };
  }

  /** When each share was used within the last hour, the oldest first. */
  async #readSpent(
    installationId: InstallationId,
    now: Millis,
  ): Promise<ReadonlyMap<string, readonly Millis[]>> {
    const spent = new Map<string, Millis[]>();
    const taken = await this.#outbox.sharesTaken(installationId, now - hourMs);
    for (const { repositoryId, at, ...holder } of taken)
      for (const { of } of listShares(repositoryId, holder, this.#limits)) {
        const instants = spent.get(of) ?? [];
        instants.push(at);
        spent.set(of, instants);
      }
    return spent;
  }
}

/** Whether it creates a comment that someone's flood may cause. */
function isCounted({ effect }: QueuedEffect): boolean {
  return (
    (effect.type === "ShowStatus" && effect.commentId === undefined) ||
    (effect.type === "AddComment" && repliedTo(effect.marker) !== undefined)
  );
}

function listShares(
  repositoryId: RepositoryId,
  { author, isStranger }: ShareHolder,
  limits: Pace["creations"],
): readonly Share[] {
  const whole = { of: repositoryId, perHour: limits.repository };
  const own = `${repositoryId} ${author}`;
  if (!isStranger) return [whole, { of: own, perHour: limits.author }];
  return [
    whole,
    { of: `${repositoryId} strangers`, perHour: limits.strangers },
    { of: own, perHour: limits.stranger },
  ];
}

/** When enough of the last hour's comments have aged out that another one fits. */
function freeAt(instants: readonly Millis[], perHour: number, now: Millis): Millis {
  const oldest = instants[Math.max(0, instants.length - perHour)] ?? now;
  return Math.max(oldest + hourMs, now + weighedAgainMs);
}
