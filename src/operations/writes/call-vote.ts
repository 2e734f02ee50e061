/** Opens a vote, which blocks its tasks until enough of its voters agree on an option. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { maxOptions, minOptions, vote } from "../../protocol/kinds/vote.ts";
import { deadline } from "../../protocol/section-values/deadline.ts";
import { needs } from "../../protocol/section-values/needs.ts";
import { type Voter, voters } from "../../protocol/section-values/voters.ts";
import { bareTitle } from "../../protocol/title.ts";
import { defaultRepository, issueInput, servedRepository } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { oneLine } from "../output/terminal-text.ts";
import { choicesInput, issuesInput } from "./list-input.ts";
import { openedFields, openedLines, openMessage } from "./open-message.ts";
import { sectionInput } from "./section-input.ts";
import { subjectsOf } from "./subjects.ts";
import { oneLineInput, textInput } from "./text-input.ts";
import { subjectOf, writeInput } from "./write-input.ts";

const heading = (label: string) => ({ label, hint: "" });

export const callVote = operation({
  name: "call-vote",
  summary: "Open a vote that blocks tasks until enough voters agree on an option",
  audience: "agents",
  effect: "writes",
  tool: "dispatched",
  output: z.object(openedFields),
  input: z.object({
    title: oneLineInput(250)
      .refine((text) => bareTitle(text) !== "", "must not be empty")
      .describe("what is voted on, in one line"),
    options: choicesInput(2_000, maxOptions, minOptions).describe(
      "what can be voted for; the one that is carried becomes the decision",
    ),
    voters: z
      .array(sectionInput(voters(heading("voters")), "one voter, or several with commas"))
      .min(1)
      .max(50)
      .describe("who may vote: agents by name, @maria, role:reviewer, agents, holders or people"),
    needs: sectionInput(
      needs(heading("needs")),
      "how many votes an option needs: all, majority or a number",
    ).default({ type: "majority" }),
    question: textInput("what is voted on, if the title is not enough").optional(),
    blocks: issuesInput(50).default([]).describe("the tasks that wait for the outcome: 12"),
    regarding: issueInput.describe("the question that it is about: 40").optional(),
    deadline: sectionInput(
      deadline(heading("deadline")),
      "when it ends: 4h from now, or a time in UTC; by default as the settings say",
    ).optional(),
    ...writeInput,
  }),
  positional: ["title"],
  examples: [
    'call-vote "Which store?" --options "SQLite, one file" "PostgreSQL" --voters ada bea @maria --blocks 12',
    'call-vote "Ready to deploy?" --options Yes No --voters role:reviewer --needs 2 --blocks 12 --deadline 4h --dry-run',
  ],
  run: async (ports, { title, options, question, agent, key, dryRun, ...given }) => {
    const place = await defaultRepository(ports, "The vote");
    const all = given.voters.flat();
    if (ports.source !== "github") await requireKnown(ports, place, all);
    const blockingTasks = await subjectsOf(ports, place, given.blocks, {
      kinds: ["task"],
      rule: "a vote blocks tasks: name one.",
    });
    const about = given.regarding && {
      regarding: await subjectOf(ports, given.regarding, {
        kinds: ["question"],
        rule: "a vote is about a question.",
      }),
    };
    const { owner, repo } = place;
    return openMessage(ports, {
      operation: "call-vote",
      place: { owner, repo },
      agent,
      key,
      dryRun,
      title: `${vote.prefix} ${bareTitle(title)}`,
      message: {
        kind: "vote",
        question: question ?? bareTitle(title),
        options,
        voters: all,
        needs: given.needs,
        blockingTasks,
        deadline: given.deadline,
        ...about,
      },
    });
  },
  text: (output) => openedLines(output).join("\n"),
});

/** @throws UserError if the settings do not name a voter: until that is fixed, nothing would be carried */
async function requireKnown(
  ports: OperationPorts,
  { owner, repo }: { readonly owner: string; readonly repo: string },
  all: readonly Voter[],
): Promise<void> {
  const { id } = await servedRepository(ports, `${owner}/${repo}`);
  const roster = await ports.board.agents(id);
  const names = `The settings name ${roster.length === 0 ? "no agent" : roster.map(({ name }) => name).join(", ")}.`;
  const refuse = (message: string): never => {
    throw new UserError(`Nothing was written: ${oneLine(message, 1_000)}`, { code: "unknown-agent" });
  };
  for (const voter of all) {
    if (voter.type === "agent" && !roster.some(({ name }) => name === voter.name))
      refuse(
        `no agent is called ${voter.name}. ${names} A person is written @${voter.name}, an App's bot @${voter.name}[bot].`,
      );
    if (voter.type === "role" && !roster.some(({ role }) => role === voter.role))
      refuse(`no agent has the role ${voter.role}. ${names}`);
  }
}
