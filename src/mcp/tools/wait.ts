import { z } from "zod";
import { formatDuration, parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { inbox } from "../../operations/notes/inbox.ts";
import { wait } from "../../operations/wait.ts";
import { mayWaitOn } from "../../operations/wait-words.ts";
import type { Calling } from "../calls.ts";
import type { Reply } from "../reply.ts";
import { requireAgent } from "./agent.ts";
import { issueArgument } from "./issue-argument.ts";
import { tool } from "./tool.ts";

export const waitTool = tool({
  name: "wait",
  description:
    "With issue: until that task is free, that question answered or that handover judged. Without: until something is new in your inbox (answers, freed tasks, mentions, a lost claim). timeout 0s only looks.",
  isReadOnly: true,
  input: z.object({
    issue: issueArgument.optional(),
    timeout: z
      .string()
      .refine((text) => parseDuration(text) !== undefined, "must be a duration, such as 30s or 5m")
      .default("50s"),
    cursor: z
      .string()
      .max(2_000)
      .describe("from your last look at the inbox: marks what it showed as read")
      .optional(),
  }),
  call: (calling, { issue, timeout, cursor }) =>
    issue === undefined
      ? waitForNotes(calling, timeout, cursor)
      : waitForIssue(calling, issue, timeout, cursor),
});

/** How to go on. */
export function again({ longestMs }: Pick<Calling, "longestMs">): string {
  return `Not yet. Call it again, or do something else first: one call waits ${formatDuration(longestMs)} at most.`;
}

function withinCall({ longestMs }: Pick<Calling, "longestMs">, timeout: string): string {
  return formatDuration(Math.min(parseDuration(timeout) ?? 0, longestMs));
}

async function waitForIssue(
  calling: Calling,
  issue: string,
  timeout: string,
  cursor: string | undefined,
): Promise<Reply> {
  if (cursor !== undefined) throw new UserError("A cursor is for the inbox: leave out issue or cursor.");
  const { isMet, output, text } = await calling.run(wait, { issue, timeout: withinCall(calling, timeout) });
  return {
    own: isMet || !mayWaitOn(output) ? [] : [again(calling)],
    shown: [...calling.reported(), text].join("\n"),
  };
}

/** Everything unread follows, so a cursor from an index that was replaced costs nothing but a repetition. */
async function acknowledged(calling: Calling, cursor: string): Promise<readonly string[]> {
  try {
    await calling.run(inbox, { ack: cursor });
    return [];
  } catch (thrown) {
    if (!(thrown instanceof UserError) || thrown.code !== "other-index") throw thrown;
    return ["The index was replaced since your cursor: all that is unread follows."];
  }
}

const listedShape = z.object({ notes: z.array(z.object({ id: z.string() })) });

async function waitForNotes(calling: Calling, timeout: string, cursor: string | undefined): Promise<Reply> {
  requireAgent(calling);
  const resynced = cursor === undefined ? [] : await acknowledged(calling, cursor);
  const { isMet, output, text } = await calling.run(inbox, { wait: withinCall(calling, timeout) });
  const ids = listedShape.parse(output).notes.map(({ id }) => id);
  const next = ids.length === 0 ? [] : [`cursor for your next call: ${ids.join(",")}`];
  return {
    own: [...resynced, ...(isMet ? next : [again(calling)])],
    shown: [...calling.reported(), text].join("\n"),
  };
}
