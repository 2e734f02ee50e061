/**
 * Accounts. A bot's login has no `[bot]` here, unlike in REST; only `viewer` keeps it, because there an App is shown
 * as a `User`.
 */
import { canSee } from "../../ops/access.ts";
import { findRepository } from "../../ops/find.ts";
import { type Repository, repositoriesOf } from "../../state/repositories.ts";
import { organizationsOf, type User } from "../../state/users.ts";
import type { Args } from "../args.ts";
import { connection, emptyListing, listingOf } from "../connection.ts";
import { entity } from "../entity.ts";
import { type Fields, objectType, type Viewing } from "../object-type.ts";
import { int32 } from "../records.ts";

function pathOf(user: User): string {
  return user.type === "Bot" ? `/apps/${slugOf(user)}` : `/${user.login}`;
}

function slugOf(user: User): string {
  return user.login.replace(/\[bot\]$/, "");
}

/** What an account owns, as far as the viewer may see it; archived or private ones only or not at all, as asked. */
function visibleRepositories(user: User, args: Args, { core, actor }: Viewing): readonly Repository[] {
  const privacy = args.optionalText("visibility") ?? args.optionalText("privacy");
  return repositoriesOf(core.state, user.id).filter(
    (one) =>
      canSee(core.state, actor, one) &&
      (privacy === undefined || privacy === (one.private ? "PRIVATE" : "PUBLIC")) &&
      (!args.has("isArchived") || args.flag("isArchived") === one.archived) &&
      !args.flag("isFork"),
  );
}

const actorFields: Fields<User> = {
  id: (user) => user.nodeId,
  databaseId: (user) => int32(user.id),
  login: (user) => user.login,
  url: (user, _args, { core }) => core.site.web + pathOf(user),
  resourcePath: pathOf,
  avatarUrl: (user, _args, { core }) => `${core.site.web}/avatars/u/${user.id}`,
  createdAt: (user) => user.createdAt,
  updatedAt: (user) => user.updatedAt,
};

const personFields: Fields<User> = {
  ...actorFields,
  repositories: (user, args, viewing) =>
    connection(listingOf(visibleRepositories(user, args, viewing)), args, (one) => entity("Repository", one)),
  repository: (user, args, { core, actor }) => {
    const found = findRepository(core, actor, user.login, args.text("name"));
    return found.kind === "ok" ? entity("Repository", found.value) : null;
  },
  name: (user) => user.name,
  email: (user) => user.email ?? "",
  bio: () => null,
  company: () => null,
  location: () => null,
  websiteUrl: () => null,
  twitterUsername: () => null,
};

export const userType = objectType("User", {
  ...personFields,
  isViewer: (user, _args, { actor }) => user.id === actor.user.id,
  isSiteAdmin: () => false,
  isEmployee: () => false,
  organizations: (user, args, { core }) =>
    connection(listingOf(organizationsOf(core.state, user.id)), args, (one) => entity("Organization", one)),
});

export const botType = objectType("Bot", { ...actorFields, login: slugOf });

export const organizationType = objectType("Organization", {
  ...personFields,
  description: () => null,
  isVerified: () => false,
  teams: (_user, args) => connection(emptyListing, args, () => null),
});
