/**
 * Who leads where two installations serve one repository: the one whose first status comment is older; the other reads
 * on and writes nothing. A newcomer would take any foreign marker for an installation: anybody can make a bot repeat
 * one, so it takes several issues, and nothing silences whoever wrote first.
 */
import type { Millis } from "../base/clock.ts";
import type { Actor, NodeId } from "./fact.ts";

/** A status comment of another bot, with a marker that is well formed and of no key of ours. */
export interface ForeignStatus {
  readonly id: NodeId;
  readonly author: Actor;
  readonly createdAt: Millis;
}

/** The status comments of a repository. */
export interface StatusTraces {
  /** When the first of ours was written; undefined where there is none. */
  readonly ownSince: Millis | undefined;
  /** At most a few an issue. */
  readonly foreign: readonly (ForeignStatus & { readonly issueId: NodeId })[];
}

/** Another installation, by its bot. The login is known where its comments were seen. */
export interface Leader {
  readonly id: NodeId;
  readonly login: string | undefined;
}

/** On how many issues another bot must have a status comment before it counts as an installation. */
const leadingIssues = 3;

/** Whoever leads instead of us; undefined where we lead. What the settings name ends all doubt. */
export function leaderOver(
  traces: StatusTraces,
  named: NodeId | undefined,
  botId: NodeId,
): Leader | undefined {
  if (named !== undefined) {
    const login = traces.foreign.find(({ author }) => author.id === named)?.author.login;
    return named === botId ? undefined : { id: named, login };
  }
  const byBot = Map.groupBy(traces.foreign, ({ author }) => author.id);
  const older = [...byBot.values()].flatMap((statuses) => earlierThanUs(statuses, traces.ownSince, botId));
  const [first] = older.toSorted((a, b) => a.createdAt - b.createdAt || (a.author.id < b.author.id ? -1 : 1));
  return first && { id: first.author.id, login: first.author.login };
}

/** The first comment of another installation, if it was there before us. */
function earlierThanUs(
  statuses: StatusTraces["foreign"],
  ownSince: Millis = Infinity,
  botId: NodeId,
): StatusTraces["foreign"] {
  const [first] = statuses.toSorted((a, b) => a.createdAt - b.createdAt);
  const isSpread = new Set(statuses.map(({ issueId }) => issueId)).size >= leadingIssues;
  if (first === undefined || !isSpread || first.createdAt > ownSince) return [];
  // GitHub's times have steps of a second: of two that began in the same one, both must see the same first.
  return first.createdAt === ownSince && botId < first.author.id ? [] : [first];
}
