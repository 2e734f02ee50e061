/** Lists votes: what each asks, who voted for what, and who has not. */
import { z } from "zod";
import { toIsoSeconds } from "../base/clock.ts";
import { formatRef } from "../protocol/references/ref.ts";
import { limitInput } from "./flags/limit.ts";
import { parseRepository, repoInput, requireServed } from "./issue.ts";
import { operation } from "./operation.ts";
import { issueName, pollShape, readingShape } from "./output/shapes.ts";
import { oneLine, quotedWords } from "./output/terminal-text.ts";
import type { CardDetail } from "./ports.ts";

export const votesOutput = z.object({
  ...readingShape,
  votes: z.array(
    z.object({
      issue: issueName,
      title: z.string().describe("the author's words"),
      state: z.enum(["open", "closed"]),
      decision: z.string().optional().describe("what was carried, or what a person decided"),
      blocks: z.array(z.string()).describe("what waits for it: acme/demo#12"),
      poll: pollShape.optional().describe("absent while its text cannot be read"),
    }),
  ),
});

export const votes = operation({
  name: "votes",
  summary: "List votes, with who voted for what and who has not",
  audience: "agents",
  effect: "reads",
  tool: "dispatched",
  input: z.object({
    repo: repoInput.optional(),
    state: z.enum(["open", "closed", "all"]).default("open").describe("open, closed or both"),
    limit: limitInput.default(30).describe("maximum number to list, the last updated first"),
  }),
  output: votesOutput,
  positional: [],
  examples: ["votes", "votes --state all --json"],
  reads: "votes",
  run: async (ports, { repo, state, limit }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    const listed = await ports.board.list({
      repository,
      words: [],
      kind: "vote",
      status: undefined,
      track: undefined,
      limit,
      assignee: undefined,
      state: state === "all" ? undefined : state,
    });
    const cards = await Promise.all(
      listed.map(({ owner, repo: name, number }) => ports.board.card(owner, name, number)),
    );
    return cards.flatMap((card) => (card === undefined ? [] : [outputOf(card)]));
  },
  text: (all) => (all.length === 0 ? "No votes." : all.map(entry).join("\n\n")),
});

function outputOf(card: CardDetail) {
  const { title, state, decision, poll, blocking } = card;
  return { issue: formatRef(card), title, state, decision, poll, blocks: blocking.map(({ ref }) => ref) };
}

function entry({ issue, title, state, decision, poll }: ReturnType<typeof outputOf>): string {
  const ends = poll === undefined || state === "closed" ? "" : `, until ${toIsoSeconds(poll.endsAt)}`;
  const options = poll?.options ?? [];
  const { missing = [], left = [] } = state === "closed" ? {} : (poll ?? {});
  return [
    `${issue}  ${oneLine(title, 200)} (${state}${ends})`,
    ...(decision === undefined ? [] : [`  decided: ${oneLine(decision, 200)}`]),
    ...options.map(
      ({ number, text, voters }) =>
        `  ${number}. ${quotedWords(text, 100)}: ${voters.length === 0 ? "no votes" : oneLine(voters.join(", "), 200)}`,
    ),
    ...(missing.length === 0 ? [] : [`  not yet: ${oneLine(missing.join(", "), 200)}`]),
    ...(left.length === 0 ? [] : [`  no longer able to vote: ${oneLine(left.join(", "), 200)}`]),
  ].join("\n");
}
