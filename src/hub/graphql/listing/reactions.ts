/** `reactionGroups`: GitHub lists all eight kinds, including those without reactions. */

import { userById } from "../../state/accounts/users.ts";
import { type ReactionSubject, reactionsTo } from "../../state/issues/reactions.ts";
import type { Args } from "../executor/args.ts";
import { account, type Composite, composite, entity } from "../executor/entity.ts";
import { fromReactionContent, reactionEnums } from "../executor/enums.ts";
import type { ResolverContext } from "../executor/object-type.ts";
import { connection, listingOf } from "./paging/connection.ts";

const everything = { offset: 0, limit: 10_000 };

export function reactionGroups(
  { core, actor }: ResolverContext,
  subject: ReactionSubject,
  id: number,
): readonly Composite[] {
  const given = reactionsTo(core.state, subject, id, everything);
  return Object.entries(reactionEnums).map(([name, content]) => {
    const same = given.filter((reaction) => reaction.content === content);
    const people = same.flatMap((reaction) => userById(core.state, reaction.userId) ?? []);
    const givers = (args: Args) => connection(listingOf(people), args, account);
    return composite({
      content: name,
      createdAt: same[0]?.createdAt ?? null,
      reactors: givers,
      users: givers,
      viewerHasReacted: people.some((user) => user.id === actor.user.id),
    });
  });
}

/** The reactions themselves, of one kind where `content` is given. */
export function reactionConnection(
  { core }: ResolverContext,
  subject: ReactionSubject,
  id: number,
  args: Args,
): Composite {
  const wanted = args.optionalText("content");
  const given = reactionsTo(core.state, subject, id, everything).filter(
    (reaction) => wanted === undefined || fromReactionContent(reaction.content) === wanted,
  );
  return connection(listingOf(given), args, (reaction) => entity("Reaction", reaction));
}
