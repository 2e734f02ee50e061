/** Opens a task. */
import { z } from "zod";
import { taskPriorities } from "../../protocol/kinds/task.ts";
import { skillPattern, skillWanted } from "../../protocol/section-values/skill-name.ts";
import { bareTitle } from "../../protocol/title.ts";
import { defaultRepository, issueInput, requireServed } from "../issue.ts";
import { operation } from "../operation.ts";
import { issuesInput, linesInput, namesInput } from "./list-input.ts";
import { openedFields, openedLines, openMessage } from "./open-message.ts";
import { oneLineInput, textInput } from "./text-input.ts";
import { writeInput } from "./write-input.ts";

export const task = operation({
  name: "task",
  summary: "Open a task",
  audience: "agents",
  effect: "writes",
  tool: "dispatched",
  output: z.object(openedFields),
  input: z.object({
    title: oneLineInput(250)
      .refine((text) => bareTitle(text) !== "", "must not be empty")
      .describe("the task, in one line"),
    goal: textInput("what will be true when it is done"),
    acceptance: linesInput(1_000, 50).default([]).describe("what it is accepted by, each in one line"),
    blockedBy: issuesInput(50)
      .default([])
      .describe("the issues that must be completed first: 12, acme/web#3"),
    together: issuesInput(20)
      .default([])
      .describe("the tasks whose pull requests have to be merged together with its own: 12, acme/web#3"),
    partOf: issueInput.describe("the space that it belongs to: 5").optional(),
    track: oneLineInput(100).describe("the stream of work that it belongs to").optional(),
    priority: z.enum(taskPriorities).describe("p0 is the most urgent").optional(),
    files: namesInput(500, 100).default([]).describe("the files that it will touch, as globs"),
    requires: namesInput(100, 50).default([]).describe("what its agent must be able to do"),
    skill: z
      .string()
      .regex(skillPattern, `must be ${skillWanted}`)
      .describe("the skill of the repository to work by")
      .optional(),
    ...writeInput,
  }),
  positional: ["title"],
  examples: [
    'task "Store deliveries" --goal "Deliveries survive a crash." --acceptance "kill -9 loses none" --blocked-by 12',
    "task 'Log out' --goal @goal.md --track auth --files 'src/auth/**' --dry-run",
  ],
  run: async (ports, { title, acceptance, agent, key, dryRun, ...given }) => {
    const { owner, repo } = await defaultRepository(ports, "The task");
    if (ports.source !== "github") await requireServed(ports, { owner, repo });
    return openMessage(ports, {
      operation: "task",
      place: { owner, repo },
      title: bareTitle(title),
      agent,
      key,
      dryRun,
      message: { kind: "task", acceptance: acceptance.map((text) => ({ text, done: false })), ...given },
    });
  },
  text: (output) => openedLines(output).join("\n"),
});
