/**
 * Profiles of agents and skills: the files that agents' programs keep for them in the repository. They are
 * instructions, so one counts only if a person who may change the settings brought it to the default branch.
 */
import type { Actor, NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Entitlement } from "../../engine/settings/entitlement.ts";

export type GuideKind = "profile" | "skill";

/** In bytes of UTF-8. */
export const maxGuideBytes: Readonly<Record<GuideKind, number>> = { profile: 2_000, skill: 4_000 };

/** A guide as last read. */
export interface Guide {
  readonly kind: GuideKind;
  /** The agent's name, or the skill's. */
  readonly name: string;
  readonly path: string;
  /** The commit that was read. */
  readonly commit: string;
  /** Git's id of its content. */
  readonly oid: string;
  /** Its front matter, which says what it is about; empty if there is none, or too much of it. */
  readonly front: string;
  /** The rest, without what exceeds the limit. */
  readonly text: string;
  readonly isCut: boolean;
  readonly standing: GuideStanding;
  /** That files have changed since it was verified, as a sentence. */
  readonly warning?: string;
}

export type GuideStanding =
  | { readonly type: "believed" }
  /** `by`: who brought this version; absent if GitHub names no one, or if they merged it without having seen all of it. */
  | { readonly type: "doubtful"; readonly by?: Pick<Actor, "id" | "login" | "type"> }
  /** `why`: the end of a sentence, such as "is a symlink". */
  | { readonly type: "unread"; readonly why: string };

/** The guides of a repository, and what they were read for: for anything else they are out of date. */
export interface KeptGuides {
  readonly made: string;
  readonly guides: readonly Guide[];
}

/** Stores guides between runs. A cache: what is lost is read again. */
export interface GuideStore {
  readonly repository: (id: RepositoryId) => RepositorySeen | undefined;
  readonly repositories: () => readonly RepositorySeen[];
  /** The skills that open tasks name. */
  readonly skillsNamed: (repositoryId: RepositoryId, limit: number) => Promise<readonly string[]>;
  readonly guidesMade: (repositoryId: RepositoryId) => Promise<string | undefined>;
  readonly guides: (repositoryId: RepositoryId) => Promise<readonly Guide[]>;
  readonly keepGuides: (repositoryId: RepositoryId, kept: KeptGuides) => Promise<void>;
}

/** Whether a user may change the settings of a repository, as they are now. */
export type MayInstruct = (
  repository: RepositorySeen,
  by: { readonly id: NodeId; readonly login: string; readonly type: Actor["type"] },
) => Promise<Entitlement>;
