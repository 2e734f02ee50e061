/** What is kept of a repository's settings file and labels. A newcomer would drop a good file for a newer bad one. */
import type { Millis } from "../../base/clock.ts";
import type { Actor, NodeId } from "../../engine/model/fact.ts";

/** The settings file, as the default branch's newest commit has it. */
export interface SettingsSeen {
  /** Undefined in a repository without commits. */
  readonly commit: string | undefined;
  /** The default branch; undefined in a repository without commits. */
  readonly branch?: string | undefined;
  readonly file:
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "absent" }
    /** There, but no text file of a sane size: a link, a folder, binary. */
    | { readonly type: "unreadable"; readonly why: string };
}

/** What is in force for a repository, and what is wrong with the newest file. */
export interface SettingsKept {
  /** The newest commit looked at. */
  readonly commit: string | undefined;
  /** The file in force; undefined where the defaults are. */
  readonly text: string | undefined;
  /** Why the newest file was not taken. */
  readonly problem: string | undefined;
  /** Absent where an earlier release kept it, which took every file at once. */
  readonly authority?: SettingsAuthority | undefined;
}

/** How the settings in force came to be, and what waits to take their place. */
export interface SettingsAuthority {
  /** The commit that brought them to the default branch; undefined for the defaults. */
  readonly commit: string | undefined;
  /** The move that brought it; absent where no activity told of it. */
  readonly stay?: string | undefined;
  /** When the newest change of the file came that was judged. */
  readonly at: Millis;
  /** The default branch, and the newest of its moves that was judged. */
  readonly branch?: string | undefined;
  readonly move?: string | undefined;
  readonly waiting?: SettingsWaiting | undefined;
}

/** A newer version that waits until somebody who may change the settings approves it or brings another. */
export interface SettingsWaiting {
  /** Of the issue that asks, as `settingsKey` makes it. */
  readonly key: string;
  /** Undefined where the file was deleted. */
  readonly text: string | undefined;
  /** Login of who brought it; undefined where GitHub could not tell. */
  readonly by: string | undefined;
  /** When it came there, or else when it was first seen. */
  readonly since: Millis;
  /** GitHub's activity does not show the push yet: nobody is asked before it does, or is long overdue. */
  readonly isDoubtful?: true | undefined;
  /** The issue that asks, once it is open. */
  readonly issue?: { readonly id: NodeId; readonly number: number } | undefined;
}

/** A push to the default branch, as its verified delivery told it. */
export interface PushHeard {
  readonly before: string;
  readonly after: string;
  readonly by: Actor;
  /** When it was received by GitHub, which a later replay cannot change. */
  readonly at: Millis;
}

/** Labels of ours by shipped name: the id by which a renamed one is known again, and its name in the repository. */
export type LabelsKept = Readonly<Record<string, { readonly id: NodeId; readonly name: string } | undefined>>;
