/** Lists questions with the passages that the coordinator found, for an agent that answers on a schedule. */
import { z } from "zod";
import { toIsoSeconds } from "../base/clock.ts";
import type { Proposal } from "../engine/model/proposal.ts";
import { formatRef } from "../protocol/references/ref.ts";
import { limitInput } from "./flags/limit.ts";
import { parseRepository, repoInput, requireServed } from "./issue.ts";
import { operation } from "./operation.ts";
import { issueName, readingShape, textHashField } from "./output/shapes.ts";
import { oneLine, quotedLines, quotedWords } from "./output/terminal-text.ts";
import type { QuestionCard } from "./ports.ts";

/** How many of the newest questions are considered. */
const readAtMost = 1_000;

const question = z.object({
  issue: issueName,
  title: z.string().describe("the author's words"),
  textHash: textHashField,
  urgency: z.string(),
  category: z.string(),
  isOpen: z.boolean(),
  blocks: z.array(z.string()).describe("the tasks that wait for it: #12"),
  context: z.string().describe("the author's words"),
  options: z.string().optional().describe("the author's words"),
  decisionClass: z.string().optional().describe("the row of the policy, if the author named one"),
  askedAt: z.string().describe("in UTC"),
  reserved: z.boolean().describe("whether the policy reserves the decision for people"),
  why: z.array(z.string()).describe("why the coordinator does not answer it"),
  passages: z
    .array(
      z.object({
        citation: z.string().describe("path@commit#L3-L9, or #12"),
        text: z.string().optional().describe("absent where people would not see it either"),
        isSuperseded: z.boolean(),
      }),
    )
    .describe("what the coordinator found, best first"),
});

export const questions = operation({
  name: "questions",
  summary: "List questions, each with the closest passages of the context store",
  audience: "agents",
  input: z.object({
    repo: repoInput.optional(),
    open: z.boolean().default(false).describe("only unanswered questions"),
    for: z
      .enum(["coordinator"])
      .optional()
      .describe(
        "`coordinator`: only those an answerer may handle now: open, not escalated, nothing suggested",
      ),
    limit: limitInput.default(30).describe("maximum number to list, most urgent first"),
  }),
  effect: "reads",
  tool: "dispatched",
  output: z.object({ ...readingShape, questions: z.array(question) }),
  positional: [],
  examples: ["questions --open", "questions --open --for coordinator --json"],
  reads: "questions",
  run: async (ports, { repo, open, for: reader, limit }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const all = await ports.board.questions({ repository, limit: readAtMost });
    const wanted = all.filter(
      (card) => (!open || card.isOpen) && (reader === undefined || isForReader(card)),
    );
    return wanted.slice(0, limit).map(outputOf);
  },
  text: (cards) => (cards.length === 0 ? "No questions are waiting." : cards.map(entry).join("\n\n")),
});

/** Whether the coordinator has neither answered it, nor suggested an answer, nor escalated it. */
function isForReader({ isOpen, isTakenUp, proposal }: QuestionCard): boolean {
  if (!isOpen || isTakenUp) return false;
  const proposed = proposal?.proposed;
  // Questions reserved for people are escalated immediately, unless the policy lets an agent answer.
  if (proposed === undefined || proposed.type === "escalate") return true;
  return proposed.type === "rest" && proposed.same === undefined;
}

function outputOf(card: QuestionCard) {
  const { owner, repo, number, title, textHash, urgency, category, context, options, decisionClass } = card;
  const { isOpen, blocks, createdAt, proposal } = card;
  return {
    issue: formatRef({ owner, repo, number }),
    title,
    textHash,
    urgency,
    category,
    isOpen,
    blocks,
    context,
    options,
    decisionClass,
    askedAt: toIsoSeconds(createdAt),
    reserved: proposal?.proposed.type === "escalate" && proposal.proposed.isReserved === true,
    why:
      proposal === undefined
        ? []
        : proposal.gates.filter(({ passes }) => !passes).flatMap(({ reasons }) => reasons),
    passages: proposal === undefined ? [] : passagesIn(proposal),
  };
}

/** The findings, best first; with their text only if people would see it too. */
function passagesIn({ proposed, passages }: Proposal) {
  const quotes = proposed.type === "rest" ? [] : proposed.quotes;
  const cited = quotes.map(({ citation, text, isSuperseded }) => ({ citation, text, isSuperseded }));
  const others = passages.filter(({ citation }) => !quotes.some((quote) => quote.citation === citation));
  return [
    ...cited,
    ...others.map(({ citation, isSuperseded }) => ({ citation, text: undefined, isSuperseded })),
  ];
}

function entry(question: ReturnType<typeof outputOf>): string {
  const { issue, title, urgency, category, reserved, context, passages } = question;
  return [
    `${issue}  ${oneLine(title)} (${urgency}, ${category}${reserved ? ", reserved for people" : ""})`,
    ...quotedLines(context, 5),
    ...passages
      .slice(0, 3)
      .map(
        ({ citation, text }) =>
          `  ${quotedWords(citation, 200)}${text === undefined ? "" : `: ${oneLine(text, 160)}`}`,
      ),
  ].join("\n");
}
