import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { beat } from "../../operations/holding/beat.ts";
import { claim } from "../../operations/holding/claim.ts";
import { release } from "../../operations/holding/release.ts";
import { lock } from "../../operations/locks/lock.ts";
import type { Calling } from "../calls.ts";
import type { Reply } from "../reply.ts";
import { requireAgent } from "./agent.ts";
import { issueArgument } from "./issue-argument.ts";
import { tool } from "./tool.ts";

const input = z.object({
  issue: issueArgument.optional(),
  action: z.enum(["take", "keep", "release"]),
  files: z.array(z.string().max(200)).max(50).describe("paths or globs to lock").optional(),
});
type Input = z.output<typeof input>;

export const claimTool = tool({
  name: "claim",
  description:
    "take: the task is yours if you are first; without an issue, the best one that is ready. keep: extends your lease; call it every few minutes of work. release: gives it back. Work only on what you hold.",
  isReadOnly: false,
  input,
  call: (calling, given) => {
    requireAgent(calling);
    return actions[given.action](calling, given);
  },
});

const actions: Readonly<Record<Input["action"], (calling: Calling, given: Input) => Promise<Reply>>> = {
  take: async (calling, { issue, files }) => {
    const { isMet, output, text } = await calling.run(
      claim,
      issue === undefined ? { next: true } : { issue },
    );
    if (!isMet) return { own: ["Nothing was taken."], shown: text };
    const { issue: name } = heldShape.parse(output);
    return {
      own: ["It is yours. Read its `brief` next."],
      shown: await withLocks(calling, name, files, text),
    };
  },
  keep: async (calling, { issue, files }) => {
    const { isMet, text } = await calling.run(beat, { issue: named(issue, "keep") });
    if (!isMet) return { own: ["Stop working on it: it is no longer yours."], shown: text };
    return { own: [], shown: await withLocks(calling, named(issue, "keep"), files, text) };
  },
  release: async (calling, { issue, files }) => {
    if (files !== undefined)
      throw new UserError("A released task keeps no files: leave them out. `unlock` gives up files alone.");
    const { text } = await calling.run(release, { issue: named(issue, "release") });
    return { own: [], shown: text };
  },
};

const heldShape = z.object({ issue: z.string() });

function named(issue: string | undefined, action: string): string {
  if (issue !== undefined) return issue;
  throw new UserError(`To ${action} a task, name it: issue is missing.`);
}

async function withLocks(
  calling: Calling,
  issue: string,
  files: Input["files"],
  text: string,
): Promise<string> {
  if (files === undefined || files.length === 0) return text;
  const locked = await calling.run(lock, { issue, globs: files });
  return `${text}\n${locked.text}`;
}
