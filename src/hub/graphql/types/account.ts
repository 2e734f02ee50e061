/**
 * Accounts in GraphQL. A bot's login has no `[bot]` suffix here, unlike in REST; only `viewer` keeps it,
 * because there an App appears as a `User`.
 */
import { canSee } from "../../ops/access/access.ts";
import { findRepository } from "../../ops/search/find.ts";
import { organizationsOf, type User } from "../../state/accounts/users.ts";
import { type Repository, repositoriesOf } from "../../state/repositories.ts";
import type { Args } from "../executor/args.ts";
import { entity } from "../executor/entity.ts";
import { type Fields, objectType, type ResolverContext } from "../executor/object-type.ts";
import { connection, emptyConnection, listingOf } from "../listing/paging/connection.ts";
import { int32 } from "../records.ts";

function pathOf(user: User): string {
  return user.type === "Bot" ? `/apps/${slugOf(user)}` : `/${user.login}`;
}

function slugOf(user: User): string {
  return user.login.replace(/\[bot\]$/, "");
}

/**
 * The repositories of an account that the viewer may see; optionally only archived, private or forked ones,
 * or none of these.
 */
function visibleRepositories(
  user: User,
  args: Args,
  { core, actor }: ResolverContext,
): readonly Repository[] {
  args.noteUnsupported("ownerAffiliations", ["OWNER"]);
  const privacy = args.optionalText("visibility") ?? args.optionalText("privacy");
  const asked = (name: string): boolean | undefined => (args.has(name) ? args.flag(name) : undefined);
  const archived = asked("isArchived");
  const fork = asked("isFork");
  const found = repositoriesOf(core.state, user.id).filter(
    (one) =>
      canSee(core.state, actor, one) &&
      (privacy === undefined || privacy === (one.private ? "PRIVATE" : "PUBLIC")) &&
      (archived === undefined || archived === one.archived) &&
      (fork === undefined || fork === (one.parentId !== null)),
  );
  return sortRepositories(found, args.input("orderBy"));
}

const sortValue = {
  CREATED_AT: (one: Repository) => one.createdAt,
  UPDATED_AT: (one: Repository) => one.updatedAt,
  PUSHED_AT: (one: Repository) => one.pushedAt,
  NAME: (one: Repository) => one.name.toLowerCase(),
} as const;

function sortRepositories(found: readonly Repository[], orderBy: Args): readonly Repository[] {
  const field = orderBy.oneOf("field", ["CREATED_AT", "UPDATED_AT", "PUSHED_AT", "NAME"]) ?? "CREATED_AT";
  const value = sortValue[field];
  const sorted = found.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id));
  return orderBy.oneOf("direction", ["ASC", "DESC"]) === "DESC" ? sorted.toReversed() : sorted;
}

const actorFields: Fields<User> = {
  id: (user) => user.nodeId,
  databaseId: (user) => int32(user.id),
  login: (user) => user.login,
  url: (user, _args, { core }) => core.site.web + pathOf(user),
  resourcePath: pathOf,
  avatarUrl: (user, args, { core }) => {
    const size = args.optionalInteger("size");
    return `${core.site.web}/avatars/u/${user.id}${size === undefined ? "" : `?s=${size}`}`;
  },
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
  teams: (_user, args) => emptyConnection(args),
});
