/** Tokens that the owner of the data folder makes on the server's machine: for any agent, and for what the owner names. */
import { z } from "zod";
import { valueUnder } from "../../../base/node-id.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import { parseRepository } from "../../../operations/issue.ts";
import type { Board } from "../../../operations/ports.ts";
import { agentNamePattern } from "../../../protocol/settings/agents/agents-settings.ts";
import { maxTokenMs, type Tokens } from "./tokens.ts";

const dayMs = 24 * 3_600_000;
/** The start of an ID, as the list shows it. */
const minIdLength = 6;

export const tokensWishShape = z.discriminatedUnion("act", [
  z.object({ act: z.literal("list") }),
  z.object({
    act: z.literal("add"),
    agent: z.string().regex(agentNamePattern).optional(),
    /** As `owner/name`; undefined for all. */
    repositories: z.array(z.string().max(200)).min(1).max(1_000).optional(),
    days: z
      .number()
      .int()
      .min(1)
      .max(maxTokenMs / dayMs),
  }),
  z.object({ act: z.literal("end"), id: z.string().regex(/^[0-9a-f]{6,64}$/) }),
]);
export type TokensWish = z.output<typeof tokensWishShape>;

const tokenShape = z.object({
  /** The start of its ID. */
  id: z.string(),
  agent: z.string().optional(),
  repositories: z.array(z.string()).optional(),
  createdAt: z.number(),
  usedAt: z.number().optional(),
  expiresAt: z.number(),
});
export type OwnersToken = Readonly<z.output<typeof tokenShape>>;

export const tokensAnswerShape = z.union([
  z.object({ tokens: z.array(tokenShape) }),
  z.object({ secret: z.string(), expiresAt: z.number() }),
  z.object({ ended: z.number() }),
  z.object({ refused: z.string() }),
]);
export type TokensAnswer = z.output<typeof tokensAnswerShape>;

export type TokensHandler = (wish: TokensWish) => Promise<TokensAnswer>;

export function createOwnersTokens(tokens: Tokens, board: Pick<Board, "repositories">): TokensHandler {
  return async (wish) => {
    switch (wish.act) {
      case "list":
        return { tokens: await listed(tokens, board) };
      case "add":
        return add(tokens, board, wish);
      case "end":
        return end(tokens, wish.id);
    }
  };
}

async function listed(tokens: Tokens, board: Pick<Board, "repositories">): Promise<OwnersToken[]> {
  const names = new Map((await board.repositories()).map(({ id, owner, repo }) => [id, `${owner}/${repo}`]));
  return (await tokens.list(undefined)).map(({ id, agent, repositories, createdAt, usedAt, expiresAt }) => ({
    id: id.slice(0, minIdLength + 2),
    agent,
    createdAt,
    usedAt,
    expiresAt,
    ...(repositories === undefined
      ? {}
      : { repositories: repositories.map((each) => valueUnder(names, each) ?? each) }),
  }));
}

async function add(
  tokens: Tokens,
  board: Pick<Board, "repositories">,
  { agent, repositories, days }: Extract<TokensWish, { readonly act: "add" }>,
): Promise<TokensAnswer> {
  const known = await board.repositories();
  const ids: RepositoryId[] = [];
  for (const name of repositories ?? []) {
    const { owner, repo } = parseRepository(name) ?? {};
    const found = known.find(
      (each) => `${each.owner}/${each.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase(),
    );
    if (found === undefined) {
      const served = known.map((each) => `${each.owner}/${each.repo}`).join(", ");
      return { refused: `signalbox does not serve ${JSON.stringify(name)}. It serves ${served}.` };
    }
    ids.push(found.id);
  }
  const { secret, token } = await tokens.make({
    kind: "owner",
    login: undefined,
    nodeId: undefined,
    agent,
    mayOrder: agent !== undefined,
    repositories: repositories && ids,
    lifetimeMs: days * dayMs,
  });
  return { secret, expiresAt: token.expiresAt };
}

async function end(tokens: Tokens, start: string): Promise<TokensAnswer> {
  const meant = (await tokens.list(undefined)).filter(({ id }) => id.startsWith(start));
  const [only, ...others] = meant;
  if (only === undefined)
    return { refused: `No token's ID begins with ${start}. List them: signalbox tokens` };
  if (others.length > 0) return { refused: `Several IDs begin with ${start}. Give more of it.` };
  await tokens.end(undefined, only.id);
  return { ended: 1 };
}
