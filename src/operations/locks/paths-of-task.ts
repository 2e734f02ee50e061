/** The paths of one task as its holder is told of them: what is locked, and what it waits for. */
import { z } from "zod";
import type { FullRef } from "../../protocol/references/ref.ts";
import { homeOf } from "../issue.ts";
import type { OperationPorts } from "../operation.ts";
import { oneLine } from "../output/terminal-text.ts";
import { namesInput } from "../writes/list-input.ts";
import { linesIn } from "./lock-table.ts";

const maxGlobs = 50;

export const globsInput = namesInput(200, maxGlobs)
  .pipe(
    z
      .array(z.string().regex(/^[^\s\p{Cc}]{1,200}$/u, "must be a path or a glob, without blank space"))
      .min(1),
  )
  .describe("paths and globs, between quotes: 'src/api/**' docs/api.md");

export interface TaskPath {
  readonly glob: string;
  readonly isLocked: boolean;
  /** Who has it, or asked for it before: `ada (#12)`. */
  readonly behind: readonly string[];
}

export async function pathsOf(
  { board, clock }: OperationPorts,
  { owner, repo, number }: FullRef,
): Promise<readonly TaskPath[]> {
  const home = await homeOf(board, { owner, repo });
  if (home === undefined) return [];
  return linesIn(await board.lockTable(home.id), clock.now())
    .filter(({ task }) => task === number)
    .map(({ glob, since, behind }) => ({
      glob,
      isLocked: since !== undefined,
      behind: behind.map((each) => `${each.holder} (#${each.task})`),
    }));
}

export function sayPaths(issue: string, paths: readonly TaskPath[]): string {
  const locked = paths.filter(({ isLocked }) => isLocked);
  const waits = Map.groupBy(
    paths.filter(({ isLocked }) => !isLocked),
    ({ behind: [first = "others"] }) => first,
  );
  return [
    locked.length === 0 ? `Nothing is locked for ${issue}.` : `Locked for ${issue}: ${globList(locked)}.`,
    // Granted whole or not at all: of several globs, the other task may have only one.
    ...[...waits].map(
      ([first, waiting]) =>
        `Waits for ${globList(waiting)}: ${first} has ${waiting.length === 1 ? "it" : "some of it"}.`,
    ),
  ].join("\n");
}

function globList(paths: readonly TaskPath[]): string {
  return paths.map(({ glob }) => oneLine(glob, 200)).join(", ");
}
