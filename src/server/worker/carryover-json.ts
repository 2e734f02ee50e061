/** Converts the carryover to JSON and back. Another release may have written it: what cannot be read counts as missing. */
import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import {
  type Carryover,
  type LastSweep,
  nothingSpent,
  type SpentShare,
} from "../../dispatcher/ports/carryover.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import { type InstallationId, noInstallation, type RepositoryId } from "../../engine/model/fact.ts";
import { jsonOf, pausesFrom } from "../maintenance/pauses-json.ts";

export interface StoredCarryover extends Carryover {
  /** The pauses that were in effect when the tenure ended. */
  readonly pauses: OwnersPauses;
  /** Repositories whose questions the tenure did not get to. */
  readonly unconsidered: readonly RepositoryId[];
}

const minutesShape = z.array(z.object({ at: z.number(), points: z.number().nonnegative() }));
const sharesShape = z.array(z.object({ of: z.string(), minutes: minutesShape }));

const carryoverShape = z.object({
  activeAt: z.number(),
  round: z.object({ at: z.number(), everyMs: z.number(), share: z.number() }).optional(),
  listDueAt: z.number(),
  heardSince: z.number().optional(),
  comparedUntil: z.number().optional(),
  pauses: z.unknown(),
  unconsidered: z.array(z.string()).default([]),
  pullsListed: z
    .array(z.object({ repository: z.string(), listedAt: z.number(), listAt: z.number().optional() }))
    .default([]),
  spent: z.object({ accounts: sharesShape, strangers: sharesShape }).default({ accounts: [], strangers: [] }),
});

export function serializeCarryover({ pauses, lastSweep, ...carryover }: StoredCarryover): string {
  return JSON.stringify({ ...carryover, round: lastSweep, pauses: jsonOf(pauses) });
}

/** GitHub's delivery log goes back three days. */
const deliveryLogMs = 3 * 24 * 60 * 60_000;

/**
 * @param text as stored; undefined if the installation was never served
 * @param pauses those that people want now, for a first tenure
 */
export function parseCarryover(
  text: string | undefined,
  installation: InstallationId,
  pauses: OwnersPauses,
  now: Millis,
): StoredCarryover {
  const first = {
    activeAt: now,
    lastSweep: undefined,
    listDueAt: 0,
    heardSince: undefined,
    pauses,
    unconsidered: [],
    spent: nothingSpent,
    pullsListed: [],
    comparedUntil: installation === noInstallation ? now - deliveryLogMs : undefined,
  };
  if (text === undefined) return first;
  try {
    const { round, heardSince, comparedUntil, ...left } = carryoverShape.parse(JSON.parse(text));
    return {
      activeAt: left.activeAt,
      listDueAt: left.listDueAt,
      pauses: pausesFrom(left.pauses),
      lastSweep: notAhead(round, now),
      heardSince,
      comparedUntil,
      unconsidered: left.unconsidered,
      // A worker whose clock was ahead must not delay the next list.
      pullsListed: left.pullsListed.map((each) => ({ ...each, listedAt: Math.min(each.listedAt, now) })),
      spent: {
        accounts: left.spent.accounts.map((share) => countedUntil(share, now)),
        strangers: left.spent.strangers.map((share) => countedUntil(share, now)),
      },
    };
  } catch {
    return first;
  }
}

/** A worker whose clock is ahead must not delay the next worker's sweep. */
function notAhead(lastSweep: LastSweep | undefined, now: Millis): LastSweep | undefined {
  return lastSweep === undefined || lastSweep.at <= now ? lastSweep : { ...lastSweep, at: now };
}

/** What a worker whose clock was ahead counted is counted as of now, and not for longer than an hour. */
function countedUntil({ of, minutes }: SpentShare, now: Millis): SpentShare {
  return { of, minutes: minutes.map(({ at, points }) => ({ at: Math.min(at, now), points })) };
}
