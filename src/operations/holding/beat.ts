/** Gives a sign of life for a task that an agent holds, so that its lease goes on. */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { inRepository, issueInput, unknownIssue } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { issueName } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { BeatReply } from "../ports.ts";
import { agentAsking, agentInput, leaseInput, leaseToken, sentence, sessionOf } from "./holding.ts";

export const beat = operation({
  name: "beat",
  summary: "Give a sign of life, so that the lease of a task goes on",
  audience: "agents",
  effect: "orders",
  tool: "core",
  input: z.object({
    issue: issueInput.describe("the task that the agent works on").optional(),
    doing: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("what the agent is doing, for others to see")
      .optional(),
    agent: agentInput,
    lease: leaseInput,
  }),
  output: z.object({
    agent: z.string(),
    issue: issueName.optional(),
    isHeld: z.boolean().optional().describe("of a task: false if the agent does not hold it, or no longer"),
    reason: z.string().optional().describe("a phrase: why it does not"),
  }),
  positional: ["issue"],
  examples: ["beat", "beat --agent ada --doing 'running the tests'"],
  run: async (ports, { issue, doing, lease: given, agent: named }) => {
    const agent = agentAsking(ports, named);
    const task = issue === undefined ? undefined : await inRepository(ports, issue);
    const lease = task === undefined ? given : leaseToken(ports, task, given);
    const reply = requireHeard(await ports.beat?.({ agent, session: sessionOf(ports), task, doing, lease }));
    if (task === undefined) return { agent };
    const reason = reply.type === "heard" ? await whyNotHeld(ports, task, agent) : reply.why;
    const issueAs = formatRef(task);
    return reason === undefined
      ? { agent, issue: issueAs, isHeld: true }
      : { agent, issue: issueAs, isHeld: false, reason };
  },
  unmet: "the agent does not hold the task, or no longer",
  isMet: ({ isHeld }) => isHeld !== false,
  text: ({ issue, agent, isHeld, reason = "" }) => {
    if (issue === undefined) return `The server has heard from ${agent}.`;
    return isHeld === true
      ? `${agent} still holds ${issue}.`
      : `${agent} does not hold ${issue}: ${oneLine(reason, 500)}.`;
  },
});

/** @throws UserError if no server counted it */
function requireHeard(
  reply: BeatReply | undefined,
): Exclude<BeatReply, { readonly type: "refused" | "unavailable" }> {
  if (reply === undefined)
    throw new UserError(
      "No server answers, so nobody heard it. While none runs, no lease ends: go on, and repeat it later.",
      { code: "not-here" },
    );
  const { type } = reply;
  if (type === "heard" || type === "ended" || type === "done") return reply;
  throw new UserError(sentence(reply.why), { code: type === "refused" ? "refused" : "failed" });
}

/** A sign of life without a token counts for an agent, and says nothing about a task that it does not hold. */
async function whyNotHeld(ports: OperationPorts, task: FullRef, agent: string): Promise<string | undefined> {
  const card = await ports.board.card(task.owner, task.repo, task.number);
  if (card === undefined) throw unknownIssue(task);
  if (card.holder?.name === agent) return undefined;
  return card.holder === undefined ? "nobody does" : `${card.holder.name} does`;
}
