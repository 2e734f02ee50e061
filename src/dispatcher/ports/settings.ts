/** What is kept of a repository's settings file and labels. A newcomer would drop a good file for a newer bad one. */
import type { NodeId } from "../../engine/fact.ts";

/** The settings file, as the default branch's newest commit has it. */
export interface SettingsSeen {
  /** Undefined in a repository without commits. */
  readonly commit: string | undefined;
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
  /** The last good file; undefined where there is none. */
  readonly text: string | undefined;
  /** Why the newest file was not taken. */
  readonly problem: string | undefined;
}

/** Labels of ours by shipped name: the id by which a renamed one is known again, and its name in the repository. */
export type LabelsKept = Readonly<Record<string, { readonly id: NodeId; readonly name: string } | undefined>>;
