/**
 * Limits how many comments one author, and one repository, may cause us to write per hour, so that a flood
 * uses up only its share of GitHub's limits. Counts the comments that exist on GitHub, not attempts, and
 * survives a restart; a comment that a person waits for is never deferred.
 */
import type { Millis } from "../../base/clock.ts";
import { portionsOf } from "../../base/portions.ts";
import { isAdmitted, responsibleUser } from "../../engine/admission/trust.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import { repliedTo } from "../../engine/model/keys/comment-key.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { QueuedEffect } from "../ports/outbox.ts";

const hourMs = 60 * 60_000;
/**
 * Minimum delay before an effect is weighed again: a flood must not be rescanned for each slot that becomes
 * free.
 */
const weighedAgainMs = 5 * 60_000;

/** An effect that waits for its author's or its repository's share. */
export interface Held {
  readonly effect: QueuedEffect;
  readonly until: Millis;
}

export interface Allowance {
  readonly choose: (due: readonly QueuedEffect[], now: Millis) => Promise<Choice>;
}

export interface Choice {
  /** Those that may go now, the earliest first. */
  readonly going: readonly QueuedEffect[];
  readonly held: readonly Held[];
  /** Counts what was created of them. */
  readonly spend: (done: readonly QueuedEffect[], now: Millis) => void;
}

/** The share of an author or a repository: this many per hour. */
interface Share {
  readonly of: string;
  readonly perHour: number;
}

export function createAllowance(
  index: Pick<Index, "records" | "createdSince">,
  pace: Pick<Pace, "creations">,
): Allowance {
  const spent = new Map<string, Millis[]>();
  let seeded: Promise<void> | undefined;

  const add = (shares: readonly Share[], at: Millis): void => {
    for (const { of } of shares) spent.set(of, [...(spent.get(of) ?? []), at]);
  };
  /** Counts the comments of the hour before this process began, as far as the index knows their issues. */
  async function seed(now: Millis): Promise<void> {
    const created = await index.createdSince(now - hourMs);
    for (const some of portionsOf(created)) {
      const records = await index.records(some.map(({ issueId }) => issueId));
      for (const { issueId, repositoryId, at } of some)
        add(sharesOf(repositoryId, records.get(issueId), undefined, pace.creations), at);
    }
  }
  /** Once for all callers: until then none of them knows what is left. */
  function whenSeeded(now: Millis): Promise<void> {
    seeded ??= seed(now).catch((thrown: unknown) => {
      seeded = undefined;
      spent.clear();
      throw thrown;
    });
    return seeded;
  }
  const prune = (now: Millis): void => {
    for (const [of, instants] of spent) {
      const recent = instants.filter((at) => at > now - hourMs);
      if (recent.length === 0) spent.delete(of);
      else spent.set(of, recent);
    }
  };
  return {
    choose: async (due, now) => {
      await whenSeeded(now);
      const records = await index.records(due.flatMap((each) => (isCounted(each) ? each.issueId : [])));
      const sharesIn = (effect: QueuedEffect): readonly Share[] => {
        const { issueId, repositoryId, reason } = effect;
        const record = records.get(issueId);
        return isCounted(effect) ? sharesOf(repositoryId, record, reason.actor?.id, pace.creations) : [];
      };
      prune(now);
      const going: QueuedEffect[] = [];
      const held: Held[] = [];
      const chosen = new Map<string, number>();
      for (const effect of due) {
        const shares = sharesIn(effect);
        const full = shares.find(
          ({ of, perHour }) => (spent.get(of)?.length ?? 0) + (chosen.get(of) ?? 0) >= perHour,
        );
        if (full === undefined) {
          for (const { of } of shares) chosen.set(of, (chosen.get(of) ?? 0) + 1);
          going.push(effect);
        } else held.push({ effect, until: freeAt(spent.get(full.of) ?? [], full.perHour, now) });
      }
      const spend: Choice["spend"] = (done, at) => {
        for (const effect of done) add(sharesIn(effect), at);
      };
      return { going, held, spend };
    },
  };
}

/** Whether it creates a comment that someone's flood may cause. */
function isCounted({ effect }: QueuedEffect): boolean {
  return (
    (effect.type === "ShowStatus" && effect.commentId === undefined) ||
    (effect.type === "AddComment" && repliedTo(effect.marker) !== undefined)
  );
}

/**
 * @param asker the user who asked for it by a command; otherwise the author responsible for the issue's body
 * counts
 */
function sharesOf(
  repositoryId: NodeId,
  record: IssueRecord | undefined,
  asker: NodeId | undefined,
  limits: Pace["creations"],
): readonly Share[] {
  const whole = { of: repositoryId, perHour: limits.repository };
  const author = asker ?? (record && responsibleUser(record)?.id) ?? "nobody";
  const own = `${repositoryId} ${author}`;
  if (asker !== undefined || (record !== undefined && isAdmitted(record)))
    return [whole, { of: own, perHour: limits.author }];
  return [
    whole,
    { of: `${repositoryId} strangers`, perHour: limits.strangers },
    { of: own, perHour: limits.stranger },
  ];
}

/** When enough of the last hour's comments are older than an hour that there is room again. */
function freeAt(instants: readonly Millis[], perHour: number, now: Millis): Millis {
  const oldest = instants[Math.max(0, instants.length - perHour)] ?? now;
  return Math.max(oldest + hourMs, now + weighedAgainMs);
}
