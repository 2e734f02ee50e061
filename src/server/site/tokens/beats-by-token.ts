/** Signs of life of a program with a token: where its agent is known, and the token may speak for it. */
import type { Beat, BeatResult, TakeBeat } from "../../../dispatcher/sessions/beat.ts";
import type { Board, Served } from "../../../operations/ports.ts";
import type { RepositoryName } from "../../../protocol/references/ref.ts";
import type { ApiToken } from "../../../store/shape/api-token.ts";
import { whyNotAs } from "./may-speak.ts";

type Places = Pick<Board, "repositories" | "agents">;

/** @param board as the token may show it */
export async function beatByToken(
  token: Pick<ApiToken, "kind" | "agent" | "nodeId" | "mayOrder">,
  board: Places,
  takeBeat: TakeBeat,
  beat: Beat,
): Promise<BeatResult> {
  if (!token.mayOrder) return { type: "refused", why: "the token only reads, and names no agent" };
  const places = await placesOf(board, beat);
  const reasons = await Promise.all(places.map((place) => whyNotAs(token, beat.agent, place, board)));
  const counting = places.filter((_, at) => reasons[at] === undefined);
  if (counting.length === 0)
    return { type: "refused", why: reasons[0] ?? "signalbox does not serve the repository" };
  const results = await Promise.all(
    counting.map(({ owner, repo }) => takeBeat({ ...beat, repository: { owner, repo } })),
  );
  return results[0] ?? { type: "heard" };
}

/** A sign of life that names no repository counts wherever the agent is known. */
async function placesOf(board: Places, { agent, repository }: Beat): Promise<readonly Served[]> {
  if (repository === undefined) return placesNaming(board, agent);
  const place = await placeNamed(board, repository);
  return place === undefined ? [] : [place];
}

export async function placeNamed(
  board: Pick<Board, "repositories">,
  { owner, repo }: RepositoryName,
): Promise<Served | undefined> {
  const name = `${owner}/${repo}`.toLowerCase();
  return (await board.repositories()).find((each) => `${each.owner}/${each.repo}`.toLowerCase() === name);
}

export async function placesNaming(board: Places, agent: string): Promise<readonly Served[]> {
  const found: Served[] = [];
  for (const place of await board.repositories())
    if ((await board.agents(place.id)).some(({ name }) => name === agent)) found.push(place);
  return found;
}
