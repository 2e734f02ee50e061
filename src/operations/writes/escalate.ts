/** Puts one decision before a person. */
import { z } from "zod";
import { escalation, pressures } from "../../protocol/kinds/escalation.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import { choicesInput } from "./list-input.ts";
import { openedFields, openedLines, openMessage } from "./open-message.ts";
import { textInput } from "./text-input.ts";
import { subjectOf, writeInput } from "./write-input.ts";

export const escalate = operation({
  name: "escalate",
  summary: "Put one decision before a person",
  audience: "agents",
  effect: "writes",
  tool: "core",
  output: z.object({ about: issueName, ...openedFields }),
  input: z.object({
    issue: issueInput.describe(
      "the question or task that waits for the decision: 12, '#12', acme/demo#12 or its URL",
    ),
    question: textInput("the one decision to make"),
    context: textInput("what a reader who was not involved needs to know"),
    delay: textInput("what happens until someone decides, and when it starts to matter"),
    options: choicesInput(500, 9)
      .default([])
      .describe("what can be chosen, each with its pros and cons; without any, /answer decides"),
    recommendation: textInput("the option that you would choose, and why").optional(),
    urgency: z.enum(pressures).default("important").describe("how long the decision can wait"),
    ...writeInput,
  }),
  positional: ["issue", "question"],
  examples: [
    'escalate 12 "May we store addresses?" --context @law.md --delay "Sign-up stays closed." --options "Yes, for a year" "No"',
  ],
  run: async (ports, { issue, question, context, delay, agent, key, dryRun, ...given }) => {
    const { number, ...place } = await subjectOf(ports, issue, {
      kinds: ["question", "task"],
      rule: "an escalation is about a question or a task.",
    });
    const title = `${escalation.prefix} ${oneLine(question, 80)}`;
    const opened = await openMessage(ports, {
      operation: "escalate",
      about: formatRef({ ...place, number }),
      place,
      title,
      agent,
      key,
      dryRun,
      message: {
        kind: "escalation",
        regarding: { number },
        question,
        context,
        impactOfDelay: delay,
        ...given,
      },
    });
    return { about: formatRef({ ...place, number }), ...opened };
  },
  text: (output) => openedLines(output).join("\n"),
});
