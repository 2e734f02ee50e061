/**
 * What is stored about a repository's settings file and labels. A good file stays in effect when a newer one
 * is invalid.
 */
import type { Millis } from "../../base/clock.ts";
import type { Actor, NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { Settings } from "../../protocol/settings/config.ts";

/** The current settings of a repository. */
export type SettingsOf = (repositoryId: RepositoryId) => Settings;

/** The settings file at a commit. */
export type SettingsFile =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "absent" }
  /** It exists, but is not a text file of reasonable size: a link, a directory, binary. */
  | { readonly type: "unreadable"; readonly why: string };

/** The head of the default branch. */
export interface HeadSeen {
  /** Undefined in a repository without commits. */
  readonly commit: string | undefined;
  /** The default branch; undefined in a repository without commits. */
  readonly branch?: string | undefined;
}

/** A repository's current settings, and what is wrong with the newest file. */
export interface StoredSettings {
  /** The newest commit that was read. */
  readonly commit: string | undefined;
  /** The file in effect; undefined if the defaults are. */
  readonly text: string | undefined;
  /** Why the newest file was not accepted. */
  readonly problem: string | undefined;
  /** Absent if an earlier release stored it, which accepted every file immediately. */
  readonly authority?: SettingsAuthority | undefined;
}

/** Where the current settings came from, and which version waits to replace them. */
export interface SettingsAuthority {
  /** The commit that brought them to the default branch; undefined for the defaults. */
  readonly commit: string | undefined;
  /** The move that brought it; absent if no activity showed one. */
  readonly stay?: string | undefined;
  /** When the newest change of the file that was judged was made. */
  readonly at: Millis;
  /** The default branch, and the newest of its moves that was judged. */
  readonly branch?: string | undefined;
  readonly move?: string | undefined;
  readonly waiting?: SettingsWaiting | undefined;
  /** The text of the newest version, if it is invalid. */
  readonly refused?: string | undefined;
  /** The logins of the accounts of the agents in effect, by id, as GitHub said them when they took effect. */
  readonly logins?: Readonly<Record<NodeId, string>> | undefined;
}

/** A newer version that waits until someone who may change the settings approves it or brings another. */
export interface SettingsWaiting {
  /** Key of the issue that asks, as `settingsKey` makes it. */
  readonly key: string;
  /** Undefined if the file was deleted. */
  readonly text: string | undefined;
  /** Login of the user who pushed it; undefined if GitHub could not say. */
  readonly by: string | undefined;
  /** When it was pushed to the branch, or otherwise when it was first seen. */
  readonly since: Millis;
  /** GitHub's activity does not show the push yet: nothing is escalated until it does, or is long overdue. */
  readonly isDoubtful?: true | undefined;
  /** The issue that asks, once it is open. */
  readonly issue?: { readonly id: NodeId; readonly number: number } | undefined;
}

/** A push to the default branch, as reported by its verified delivery. */
export interface ReceivedPush {
  readonly branch: string;
  readonly before: string;
  readonly after: string;
  readonly by: Actor;
  /** When GitHub received it, which a later replay cannot change. */
  readonly at: Millis;
  /** Whether it names all that it changed, and the settings file is not among that. */
  readonly keepsSettings: boolean;
}

/** Our labels by default name: the id that identifies one after a rename, and its name in the repository. */
export type StoredLabels = Readonly<
  Record<string, { readonly id: NodeId; readonly name: string } | undefined>
>;
