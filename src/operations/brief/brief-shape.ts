/** A brief as JSON. */
import { z } from "zod";
import { issueName, pathShape } from "../output/shapes.ts";
import { guideFields } from "./guides.ts";
import { wantedField } from "./word-wanted.ts";

const name = z.string().describe("#12, or acme/web#12 in another repository");
const title = z.string().describe("the author's words");

const before = z.object({
  holder: z.string(),
  from: z.string().describe("in UTC"),
  until: z.string().describe("in UTC"),
  because: z.string(),
  pullRequests: z.array(z.object({ name, branch: z.string() })),
  handover: z.string().describe("the last one that leaves something to do; empty without one"),
  questions: z.array(z.object({ name, title })).describe("open ones"),
});

const handover = z.object({
  name,
  outcome: z.string().describe("complete, partial or blocked; empty if it cannot be read"),
  standing: z
    .enum(["open", "accepted", "withdrawn", "refused"])
    .describe("`refused`: its body has problems, so it settles nothing, and its changes are left out"),
  pullRequest: z.string().optional().describe("#34"),
  changes: z.array(z.object({ name: z.string(), note: z.string() })),
  context: z.string().describe("the author's words; may be empty if it was refused"),
  nextSteps: z.string().describe("the author's words; may be empty if it was refused"),
});

export const briefFields = {
  issue: issueName,
  title,
  status: z.string().describe("its status, or `closed`"),
  assignees: z.array(z.string()).describe("logins"),
  holder: z.object({ name: z.string(), since: z.string().describe("in UTC") }).optional(),
  before: before.optional().describe("the last holder, unless the task is closed"),
  goal: z.string().describe("the author's words; empty if no trusted author wrote a readable one"),
  acceptance: z.array(z.object({ text: z.string(), done: z.boolean() })),
  files: z.array(z.string()).describe("globs of the files that it will touch"),
  requires: z.array(z.string()),
  ...guideFields,
  blockers: z.array(z.object({ name, title, verdict: z.string() })),
  decisions: z.array(
    z.object({
      name,
      title,
      isEdited: z.literal(true).optional().describe("title or text were edited after it was decided"),
      decision: z.string(),
      by: z.string(),
      because: z.string().describe("may be empty"),
    }),
  ),
  discoveries: z.array(z.object({ name, title, finding: z.string(), actionNeeded: z.string() })),
  handovers: z.array(handover).describe("the newest first"),
  said: z
    .array(z.object({ at: z.string().describe("in UTC"), from: z.string(), text: z.string() }))
    .optional()
    .describe("what others told the agent about the task"),
  wanted: wantedField,
  paths: z.array(pathShape).optional().describe("files that are locked for it, and those that it waits for"),
  space: z
    .object({
      name: issueName,
      title,
      purpose: z.string().describe("the author's words; may be empty"),
      context: z.string().describe("the author's words; may be empty"),
      pinnedFiles: z.array(z.string()).describe("paths to read first"),
      isItsOwn: z.boolean().describe("whether the task belongs to it"),
    })
    .optional()
    .describe("the space that it is read in"),
  omitted: z
    .record(z.string(), z.int())
    .describe("how many items were left out, by the list's path: `handovers.0.changes`"),
} as const;
