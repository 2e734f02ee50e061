/** Which files are the profiles and skills that a repository needs: the places where agents' programs look for them. */
import { rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { TreeFile } from "../ports.ts";
import type { GuideKind } from "./guide.ts";

export interface WantedGuide {
  readonly kind: GuideKind;
  readonly name: string;
  /** The first of them that exists counts. */
  readonly paths: readonly string[];
  /** Whether the settings name the path, so that its absence is a mistake. */
  readonly isNamed: boolean;
}

/** @param skills whose names lead nowhere else, as the section *Skill* takes them */
export function wantedGuides(
  settings: Pick<Settings, "agents">,
  skills: readonly string[],
): readonly WantedGuide[] {
  const profiles = rosterOf(settings).map(({ name, profile }) => ({
    ...({ kind: "profile", name, isNamed: profile !== undefined } as const),
    paths: profile === undefined ? profilesOf(name) : [profile.replace(/^(?:\.\/)+/, "")],
  }));
  const named = skills.map(
    (name) => ({ kind: "skill", name, isNamed: false, paths: skillPaths(name) }) as const,
  );
  return [...profiles, ...named];
}

function profilesOf(agent: string): readonly string[] {
  return [
    `.claude/agents/${agent}.md`,
    `.github/agents/${agent}.md`,
    `.github/agents/${agent}.agent.md`,
    `.agents/${agent}.md`,
  ];
}

export function skillPaths(skill: string): readonly string[] {
  return [`.claude/skills/${skill}/SKILL.md`, `.agents/skills/${skill}/SKILL.md`];
}

/** The folders that hold them. */
export function foldersOf(wanted: readonly WantedGuide[]): readonly string[] {
  return [...new Set(wanted.flatMap(({ paths }) => paths.map(folderOf)))];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export interface FoundGuide {
  readonly wanted: WantedGuide;
  readonly path: string;
  /** Undefined if the settings name a file that is not there. */
  readonly file: TreeFile | undefined;
}

/** A guide that no file has is left out, unless the settings name its file. */
export function foundIn(wanted: readonly WantedGuide[], entries: readonly TreeFile[]): readonly FoundGuide[] {
  const byPath = new Map(entries.filter(({ kind }) => kind !== "folder").map((file) => [file.path, file]));
  return wanted.flatMap((each) => {
    const path = each.paths.find((candidate) => byPath.has(candidate)) ?? each.paths[0] ?? "";
    const file = byPath.get(path);
    return file === undefined && !each.isNamed ? [] : [{ wanted: each, path, file }];
  });
}
