/** Opens a question, which blocks its tasks until it is answered. */
import { z } from "zod";
import { categories, type Question, question, urgencies } from "../../protocol/kinds/question.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { bareTitle } from "../../protocol/title.ts";
import { durationText } from "../flags/duration-flag.ts";
import { issueInput } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import { wait as waitFor, waitOutput } from "../wait.ts";
import { choicesInput } from "./list-input.ts";
import { openedFields, openedLines, openMessage } from "./open-message.ts";
import { textInput } from "./text-input.ts";
import { requireIndexToWait, waitFlags, waitsForNothing, waitsForSomething } from "./wait-flags.ts";
import { subjectOf, writeInput } from "./write-input.ts";

const input = z
  .object({
    task: issueInput.describe("the task that waits for the answer: 12, '#12', acme/demo#12 or its URL"),
    question: z
      .string()
      .max(250)
      .refine((text) => bareTitle(text) !== "", "must not be empty")
      .describe("the question, in one line"),
    context: textInput("what is known, what was tried, and what exactly has to be decided"),
    urgency: z.enum(urgencies).default("important").describe("how long the answer can wait"),
    category: z.enum(categories).default("clarification").describe("what the question is about"),
    options: choicesInput(500, 9)
      .describe("the answers that you can think of, with their pros and cons")
      .optional(),
    decisionClass: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe("the row of the policy, if you know it")
      .optional(),
    ...writeInput,
    ...waitFlags("it is answered", "30m"),
  })
  .refine(waitsForSomething, waitsForNothing);

export const ask = operation({
  name: "ask",
  summary: "Open a question that blocks a task until it is answered",
  audience: "agents",
  effect: "writes",
  tool: "core",
  input,
  output: z.object({
    task: issueName,
    ...openedFields,
    answer: z
      .object({ outcome: waitOutput.shape.outcome, waitedMs: z.number(), decision: z.string().optional() })
      .optional()
      .describe("with --wait: what became of the question"),
  }),
  positional: ["task", "question"],
  examples: [
    'ask 12 "Which store?" --context @notes.md --urgency blocking --wait',
    'ask 12 "Which store?" --context - --dry-run < notes.md',
  ],
  run: async (ports, given) => {
    requireIndexToWait(ports, given);
    const task = await subjectOf(ports, given.task, {
      kinds: ["task"],
      rule: "a question blocks tasks: name one.",
    });
    const title = `${question.prefix} ${bareTitle(given.question)}`;
    const { agent, key, dryRun } = given;
    const opened = await openMessage(ports, {
      operation: "ask",
      about: formatRef(task),
      place: { owner: task.owner, repo: task.repo },
      title,
      agent,
      key,
      dryRun,
      message: messageOf(given, task),
    });
    const { wrote } = opened;
    if (!given.wait || wrote === "nothing") return { task: formatRef(task), ...opened };
    for (const line of openedLines(opened)) ports.progress(line);
    return { task: formatRef(task), ...opened, answer: await answerTo(ports, opened.issue, given.timeout) };
  },
  unmet: "with `--wait`: the time is up, and the question is not answered",
  isMet: (output) => !("answer" in output) || !isUnmet(output.answer),
  text: (output) =>
    "answer" in output ? answerText(output.issue, output.answer) : openedLines(output).join("\n"),
});

const waitedShape = z.object({
  outcome: waitOutput.shape.outcome,
  waitedMs: z.number(),
  card: z.object({ decision: z.string().optional() }).optional(),
});

/** What became of the question. */
interface Answer extends Omit<z.output<typeof waitedShape>, "card"> {
  readonly decision: string | undefined;
}

function isUnmet({ outcome }: Pick<Answer, "outcome">): boolean {
  return outcome === "time limit" || outcome === "broken off";
}

async function answerTo(ports: OperationPorts, issue: string, timeout: string): Promise<Answer> {
  const { output } = await waitFor.run(ports, { issue, timeout });
  const { outcome, waitedMs, card } = waitedShape.parse(output);
  return { outcome, waitedMs, decision: card?.decision };
}

function answerText(issue: string, { outcome, waitedMs, decision }: Answer): string {
  const after = `after ${durationText(waitedMs)}`;
  if (isUnmet({ outcome })) return `No answer to ${issue} ${after}. Wait on with: signalbox wait ${issue}`;
  return `${issue} is ${outcome} ${after}${decision === undefined ? "" : `: ${oneLine(decision, 200)}`}`;
}

function messageOf(
  { category, urgency, context, options, decisionClass }: z.output<typeof input>,
  { number }: FullRef,
): Question {
  return {
    kind: "question",
    blockingTasks: [{ number }],
    category,
    urgency,
    context,
    decisionClass,
    options: options?.map((option, index) => `${index + 1}. ${option.replace(/\s+/g, " ")}`).join("\n"),
  };
}
