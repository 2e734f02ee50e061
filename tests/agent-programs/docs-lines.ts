/** Command lines as docs/ has them: what a user would copy is what is rehearsed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../src/base/errors.ts";
import type { ProgramName } from "./programs/agent-program.ts";

/** @returns what stands after `signalbox run --` on the first line for the program in docs/running-agents.md */
export function documentedCommand(root: string, program: ProgramName): string {
  const page = readFileSync(join(root, "docs/running-agents.md"), "utf8");
  const found = commandIn(page, program);
  if (found === undefined)
    throw new UserError(`docs/running-agents.md has no line that begins with: signalbox run -- ${program}`);
  return found;
}

/** Only blocks of shell lines count, not the dialogue at the top of the page. */
export function commandIn(page: string, program: ProgramName): string | undefined {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, lines = ""]) => lines);
  const lines = blocks.flatMap((block) => block.replaceAll(/\s*\\\n\s*/g, " ").split("\n"));
  const command = new RegExp(`^signalbox run -- (${program}(?:\\s.*)?)$`);
  return lines.flatMap(
    (line) =>
      command
        .exec(line)?.[1]
        ?.replace(/\s+# .*$/, "")
        .trim() ?? [],
  )[0];
}
