/**
 * Decides which installation leads if two serve one repository: the one whose first trace is older. The other
 * keeps reading and writes nothing. One foreign marker does not prove an installation, as anyone can make a
 * bot repeat one: it takes traces on several issues, and the installation that wrote first is never silenced.
 */

import type { Millis } from "../../base/clock.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { ForeignTrace, IssueSeen, NodeId } from "./fact.ts";

/** What installations wrote in a repository. */
export interface Traces {
  /** When we first wrote there; undefined if we wrote nothing. */
  readonly ownSince: Millis | undefined;
  /** At most a few per issue. */
  readonly foreign: readonly (ForeignTrace & { readonly issueId: NodeId })[];
}

/** Another installation, by its bot. The login is known if its comments were seen. */
export interface Leader {
  readonly id: NodeId;
  readonly login: string | undefined;
}

/**
 * When we first wrote on an issue, or opened it, going by what still exists. Quiet issues have no status
 * comment.
 */
export function firstTraceOn({ own, opened, createdAt }: IssueSeen): Millis | undefined {
  const times = [...own.map((comment) => comment.createdAt), ...(opened === undefined ? [] : [createdAt])];
  return times.length === 0 ? undefined : Math.min(...times);
}

/** On how many issues another bot must have left traces before it counts as an installation. */
const leadingIssues = 3;

/**
 * The installation that leads instead of us; undefined if we lead. An installation named by the settings
 * always leads.
 */
export function leaderOver(traces: Traces, named: NodeId | undefined, botId: NodeId): Leader | undefined {
  if (named !== undefined) {
    const login = traces.foreign.find(({ author }) => isSameAccount(author.id, named))?.author.login;
    return isSameAccount(named, botId) ? undefined : { id: named, login };
  }
  const byBot = Map.groupBy(traces.foreign, ({ author }) => author.id);
  const older = [...byBot.values()].flatMap((left) => earlierThanUs(left, traces.ownSince, botId));
  const [first] = older.toSorted((a, b) => a.createdAt - b.createdAt || (a.author.id < b.author.id ? -1 : 1));
  return first && { id: first.author.id, login: first.author.login };
}

/** The first trace of another installation, if it was there before us. */
function earlierThanUs(
  left: Traces["foreign"],
  ownSince: Millis = Infinity,
  botId: NodeId,
): Traces["foreign"] {
  const [first] = left.toSorted((a, b) => a.createdAt - b.createdAt);
  const isSpread = new Set(left.map(({ issueId }) => issueId)).size >= leadingIssues;
  if (first === undefined || !isSpread || first.createdAt > ownSince) return [];
  // GitHub's times have steps of a second: of two that began in the same one, both must see the same first.
  return first.createdAt === ownSince && botId < first.author.id ? [] : [first];
}
