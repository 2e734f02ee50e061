/** What an agent is to work by: its profile, and the skill that its task names. */
import { z } from "zod";
import type { Guide } from "../../coordinator/guides/guide.ts";
import { skillPaths } from "../../coordinator/guides/wanted-guides.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { homeOf } from "../issue.ts";
import { visibleText } from "../output/terminal-text.ts";
import type { Board } from "../ports.ts";
import type { GuidesWanted } from "./guide-board.ts";

const common = {
  path: z.string().describe("from the repository's root; empty if no file was found"),
  commit: z.string().describe("the commit of the default branch that it was read at; empty without a file"),
  text: z.string().describe("without front matter; empty if it does not count"),
  isCut: z.boolean().describe("whether it goes on in the file"),
  warning: z.string().optional().describe("that files which it is about have changed since it was verified"),
  problem: z.string().optional().describe("why it does not count, and what would make it count"),
};

export const guideFields = {
  profile: z
    .object({ agent: z.string(), ...common })
    .optional()
    .describe("of the agent that asks"),
  skill: z
    .object({ skill: z.string(), ...common })
    .optional()
    .describe("the one that the task names"),
};

interface Shown {
  readonly path: string;
  readonly commit: string;
  readonly text: string;
  readonly isCut: boolean;
  readonly warning?: string;
  readonly problem?: string;
}

/** What a brief shows of them. */
export interface ShownGuides {
  readonly profile?: Shown & { readonly agent: string };
  readonly skill?: Shown & { readonly skill: string };
}

export async function guidesFor(
  board: Pick<Board, "guides" | "repositories">,
  place: RepositoryName,
  wanted: GuidesWanted,
): Promise<ShownGuides> {
  const { agent, skill } = wanted;
  if (agent === undefined && skill === undefined) return {};
  const home = await homeOf(board, place);
  const found = home === undefined ? {} : await board.guides(home.id, wanted);
  return {
    ...(agent === undefined || found.profile === undefined
      ? {}
      : { profile: { agent, ...shown(found.profile) } }),
    ...(skill === undefined ? {} : { skill: { skill, ...shownSkill(skill, found.skill) } }),
  };
}

/** Never the text of one that does not count: what is not to be followed is not put before an agent. */
function shown({ path, commit, text, isCut, warning, standing }: Guide): Shown {
  const believed = standing.type === "believed";
  return {
    path,
    commit,
    ...(believed ? { text: visibleText(text), isCut } : { text: "", isCut: false }),
    ...(believed && warning !== undefined ? { warning } : {}),
    ...(believed ? {} : { problem: problemOf(path, standing) }),
  };
}

function problemOf(
  path: string,
  standing: Exclude<Guide["standing"], { readonly type: "believed" }>,
): string {
  if (standing.type === "unread") return `\`${path}\` ${standing.why}.`;
  const who =
    standing.by === undefined
      ? "GitHub names no one who brought this version knowingly"
      : `\`${standing.by.login}\`, who may not change the settings, changed it last`;
  return `\`${path}\` does not count as an instruction: ${who}. It counts once a person who may change the settings pushes a version of it to the default branch, or merges one.`;
}

function shownSkill(skill: string, found: Guide | undefined): Shown {
  if (found !== undefined) return shown(found);
  const [first = "", second = ""] = skillPaths(skill);
  const problem = `No such skill was read. It would be \`${first}\` or \`${second}\` on the default branch.`;
  return { path: "", commit: "", text: "", isCut: false, problem };
}
