/** The schema of a plan file: tasks and questions that are to be opened as issues. */
import { z } from "zod";
import { categories, urgencies } from "../kinds/question.ts";
import { taskPriorities } from "../kinds/task.ts";
import { skillPattern, skillWanted } from "../section-values/skill-name.ts";

/** In bytes of UTF-8. */
export const maxPlanBytes = 512 * 1024;
/** GitHub lets one account create about 500 issues an hour. */
const maxEntries = 1_000;

/** The key of an entry, and the name of a plan. */
export const planKey = /^[A-Za-z][\w.-]{0,59}$/;
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "one line");
const text = z.string().trim().min(1).max(50_000);
const lines = (description: string) => z.array(line(1_000)).max(200).default([]).describe(description);
const repository = z
  .string()
  .regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, "owner/name, for example acme/demo")
  .describe("The repository, as owner/name; the plan's if it is left out");

/** An entry of the plan, or an issue that exists. */
const reference = z.string().min(1, 'a key of the plan, or an issue such as "#9", in quotes').max(300);

const taskSchema = z.strictObject({
  title: line(256).describe("The issue's title"),
  repo: repository.optional(),
  goal: text.describe("What will be true when it is done"),
  acceptance: lines("What has to hold, each as one box of a checklist"),
  blocked_by: z
    .array(reference)
    .max(50)
    .default([])
    .describe('What must be completed first: keys of tasks in this plan, or issues such as "#9"'),
  together_with: z
    .array(reference)
    .max(49)
    .default([])
    .describe(
      'Tasks whose pull requests are merged together with its own: keys of this plan, which are linked both ways, or issues such as "acme/web#9"',
    ),
  track: line(100).optional().describe("The stream of work that it belongs to"),
  priority: z.enum(taskPriorities).optional().describe("p0 is the most urgent"),
  files: lines("Globs of the files that it will touch"),
  requires: lines("Capabilities that it needs"),
  skill: z
    .string()
    .regex(skillPattern, skillWanted)
    .optional()
    .describe("A skill of the repository to work by"),
});

const questionSchema = z.strictObject({
  title: line(256).describe("The issue's title"),
  repo: repository.optional(),
  blocks: z
    .array(reference)
    .max(50)
    .default([])
    .describe('The tasks that wait for the answer: keys of tasks in this plan, or issues such as "#9"'),
  category: z.enum(categories).describe("What it is about"),
  urgency: z.enum(urgencies).describe("How long the answer can wait"),
  context: text.describe("What is known, and what exactly has to be decided"),
  options: text.optional().describe("The answers that you can think of"),
  decision_class: line(100).optional().describe("The row of the policy that it falls under"),
});

const key = z.string().regex(planKey, "letters, digits, dots, hyphens and underscores, a letter first");

export const planSchema = z
  .strictObject({
    plan: key.describe("The plan's name: with each key, it identifies an issue for ever"),
    repo: repository.optional(),
    tasks: z.record(key, taskSchema).default({}).describe("Tasks, by key"),
    questions: z.record(key, questionSchema).default({}).describe("Questions, by key"),
  })
  .refine(({ tasks, questions }) => Object.keys(tasks).length + Object.keys(questions).length <= maxEntries, {
    path: ["tasks"],
    message: `at most ${maxEntries} tasks and questions`,
  });

export type PlanFile = Readonly<z.output<typeof planSchema>>;

export function planJsonSchema(): Readonly<Record<string, unknown>> {
  return { title: "signalbox plan", ...z.toJSONSchema(planSchema, { io: "input" }) };
}
