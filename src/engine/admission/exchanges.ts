/**
 * How often a bot is listened to: one that answers each of our comments would go on with us for ever. What counts are
 * its comments with commands, whatever becomes of them, by the times that GitHub gives; nothing is remembered, so an
 * index built anew mutes the same. A newcomer would count our replies: reactions are exchanges too.
 */
import type { Millis } from "../../base/clock.ts";
import { parseCommands } from "../../protocol/command.ts";
import type { Actor, CommentSeen, IssueSeen, NodeId } from "../model/fact.ts";
import type { Authority } from "./trust.ts";

const hourMs = 60 * 60_000;

/** A bot that is not listened to on an issue for a while. */
export interface Mute {
  readonly author: Actor;
  /** When it is listened to again. */
  readonly until: Millis;
}

interface Heard {
  /** Ids of comments whose commands count for nothing. */
  readonly unheard: ReadonlySet<NodeId>;
  /** One for each hour in which a bot was muted, oldest first. */
  readonly mutes: readonly Mute[];
}

type Thread = Pick<IssueSeen, "comments">;

/** People are never muted; a bot is, from its comment on that would be one too many within an hour. */
export function exchangesIn({ comments }: Thread, { settings: { bots }, botId }: Authority): Heard {
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

function isExchange({ author, text }: CommentSeen, botId: NodeId): boolean {
  return author.type === "Bot" && author.id !== botId && parseCommands(text).length > 0;
}

/** Mutes of `after` that `before` did not have yet: what the ledger is told of. */
export function newMutes(before: Thread | undefined, after: Thread, authority: Authority): readonly Mute[] {
  const known = before === undefined ? [] : exchangesIn(before, authority).mutes;
  const isKnown = ({ author, until }: Mute): boolean =>
    known.some((mute) => mute.author.id === author.id && mute.until === until);
  return exchangesIn(after, authority).mutes.filter((mute) => !isKnown(mute));
}
