/**
 * The board in an agent's name: the repositories whose settings name it, as for a program that `run` started. A name without a
 * secret of its own proves nothing; it narrows what its caller may see anyway.
 */

import { UserError } from "../../base/errors.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { Agent } from "../../protocol/settings/agents/roster.ts";
import { agentAsking } from "../holding/holding.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { Board, Served } from "../ports.ts";
import { visibleBoard } from "./visible-board.ts";

interface Roster extends Served {
  readonly agents: readonly Agent[];
}

/**
 * @param here the repository that the caller works in, if something says so: two accounts may have agents of one name
 * @throws UserError if the settings name other agents only, or this is no agent's name
 */
export async function boardInNameOf(
  board: Board,
  agent: string,
  here: RepositoryName | undefined,
): Promise<Board> {
  const rosters = await rostersOn(board);
  const visible = repositoriesOf(rosters, agent, here);
  if (visible.length === rosters.length) return board;
  if (visible.length === 0) throw namesNoAgent(agentAsking({ agent }, undefined), rosters, here);
  return visibleBoard(board, new Set(visible));
}

/**
 * What a token shows that was made for an agent.
 * @throws UserError if the settings name other agents only
 */
export async function repositoriesNaming(
  board: Pick<Board, "repositories" | "agents">,
  agent: string,
): Promise<readonly RepositoryId[]> {
  const rosters = await rostersOn(board);
  const visible = repositoriesOf(rosters, agent, undefined);
  if (visible.length > 0 || rosters.length === 0) return visible;
  throw new UserError(
    `No settings name an agent ${agent} any longer, and the token was made for it. Use the token of an agent that they name, or have an admin add it: signalbox agents add ${agent}`,
    { code: "unknown-agent" },
  );
}

async function rostersOn(board: Pick<Board, "repositories" | "agents">): Promise<readonly Roster[]> {
  const served = await board.repositories();
  return Promise.all(served.map(async (each) => ({ ...each, agents: await board.agents(each.id) })));
}

/** Where no settings name the agent, those that name nobody: there is no agent in them to be mistaken for. */
function repositoriesOf(
  rosters: readonly Roster[],
  agent: string,
  here: RepositoryName | undefined,
): readonly RepositoryId[] {
  const naming = rosters.filter(({ agents }) => named(agents, agent) !== undefined);
  if (naming.length === 0) return rosters.filter(({ agents }) => agents.length === 0).map(({ id }) => id);
  const own = naming.find((each) => isSame(each, here));
  const account = own && named(own.agents, agent)?.account;
  return naming
    .filter(({ agents }) => account === undefined || isSameAccount(named(agents, agent)?.account, account))
    .map(({ id }) => id);
}

function named(agents: readonly Agent[], name: string): Agent | undefined {
  return agents.find((each) => each.name === name.toLowerCase());
}

function isSame({ owner, repo }: RepositoryName, here: RepositoryName | undefined): boolean {
  return (
    here !== undefined && `${owner}/${repo}`.toLowerCase() === `${here.owner}/${here.repo}`.toLowerCase()
  );
}

/** How many a sentence names. */
const maxNamed = 10;

function namesNoAgent(
  agent: string,
  rosters: readonly Roster[],
  here: RepositoryName | undefined,
): UserError {
  const own = rosters.find((each) => isSame(each, here)) ?? (rosters.length === 1 ? rosters[0] : undefined);
  const names = [...new Set((own === undefined ? rosters : [own]).flatMap(({ agents }) => agents))].map(
    ({ name }) => name,
  );
  const place = own === undefined ? "" : ` of ${oneLine(formatRepository(own), 150)}`;
  const rest = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "";
  const known = oneLine(names.slice(0, maxNamed).join(", "), 600);
  return new UserError(`The settings${place} name no agent ${agent}, but ${known}${rest}.`, {
    code: "refused",
  });
}

function formatRepository({ owner, repo }: RepositoryName): string {
  return `${owner}/${repo}`;
}
