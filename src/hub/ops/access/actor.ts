/**
 * The authenticated actor. An App acts as itself (with a JWT, about itself only) or through an installation
 * (with a token, in repositories); only the latter has an account that can write.
 */
import type { App } from "../../state/accounts/apps.ts";
import type { Installation } from "../../state/accounts/installations.ts";
import type { Permissions } from "../../state/accounts/permissions.ts";
import type { User } from "../../state/accounts/users.ts";

export interface UserActor {
  readonly kind: "user";
  readonly user: User;
  /** The App that acts for the user, if the token is of one: both need the right to what is asked for. */
  readonly via?: App;
}

export interface InstallationActor {
  readonly kind: "installation";
  /** The App's bot account. */
  readonly user: User;
  readonly app: App;
  readonly installation: Installation;
  /** The token's permissions, at most those granted to the installation. */
  readonly permissions: Permissions;
  /** Null for every repository of the installation. */
  readonly repositoryIds: readonly number[] | null;
}

export interface AppActor {
  readonly kind: "app";
  readonly app: App;
}

/** An App that proves itself by its client secret, which is good for its users' tokens alone. */
export interface ClientActor {
  readonly kind: "client";
  readonly app: App;
}

export interface AnonymousActor {
  readonly kind: "anonymous";
}

/** Actors with an account to write with. */
export type WriteActor = UserActor | InstallationActor;
export type Actor = WriteActor | AppActor | ClientActor | AnonymousActor;

export function isWriter(actor: Actor): actor is WriteActor {
  return actor.kind === "user" || actor.kind === "installation";
}

/** The App that an actor writes through, for `performed_via_github_app`. */
export function appIdOf(actor: WriteActor): number | null {
  return (actor.kind === "installation" ? actor.app.id : actor.via?.id) ?? null;
}
