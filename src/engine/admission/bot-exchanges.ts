/**
 * Limits how many commands of a bot are processed, so that two bots cannot answer each other forever. Counts
 * its comments with commands, whatever became of them, by GitHub's timestamps. Nothing is stored, so a
 * rebuilt index mutes the same bots. Do not count our replies: a reaction is an exchange too.
 */

import type { Millis } from "../../base/clock.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Actor, CommentSeen, IssueSeen, NodeId } from "../model/fact.ts";
import { ignoredCommand, spokenRequests } from "../model/spoken-commands.ts";
import type { AuthorityContext } from "./trust.ts";

const hourMs = 60 * 60_000;

/** A bot whose commands are ignored on an issue for a while. */
export interface Mute {
  readonly author: Actor;
  /** When its commands count again. */
  readonly until: Millis;
}

interface Heard {
  /** Ids of comments whose commands are ignored. */
  readonly unheard: ReadonlySet<NodeId>;
  /** One for each hour in which a bot was muted, oldest first. */
  readonly mutes: readonly Mute[];
}

type Thread = Pick<IssueSeen, "comments">;

/** Mutes a bot from the comment that exceeds the limit within an hour. People are never muted. */
export function exchangesIn({ comments }: Thread, { settings: { bots }, botId }: AuthorityContext): Heard {
  const unheard = new Set<NodeId>();
  const mutes = new Map<string, Mute>();
  const heardAt = new Map<NodeId, Millis[]>();
  for (const { id, author, createdAt } of comments.filter((comment) => isExchange(comment, botId))) {
    const heard = heardAt.get(author.id) ?? [];
    const full = heard.at(-bots.exchanges);
    if (full === undefined || createdAt >= full + hourMs) {
      heardAt.set(author.id, [...heard, createdAt].slice(-bots.exchanges));
    } else {
      unheard.add(id);
      mutes.set(`${author.id} ${full}`, { author, until: full + hourMs });
    }
  }
  return { unheard, mutes: [...mutes.values()] };
}

function isExchange(comment: CommentSeen, botId: NodeId): boolean {
  const { author } = comment;
  if (author.type !== "Bot" || isSameAccount(author.id, botId)) return false;
  return spokenRequests(comment).length > 0 || ignoredCommand(comment) !== undefined;
}

/** Mutes of `after` that `before` did not have yet, for the ledger. */
export function newMutes(
  before: Thread | undefined,
  after: Thread,
  authority: AuthorityContext,
): readonly Mute[] {
  const known = before === undefined ? [] : exchangesIn(before, authority).mutes;
  const isKnown = ({ author, until }: Mute): boolean =>
    known.some((mute) => mute.author.id === author.id && mute.until === until);
  return exchangesIn(after, authority).mutes.filter((mute) => !isKnown(mute));
}
