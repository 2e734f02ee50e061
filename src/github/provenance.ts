/**
 * Who brought words to the default branch: walks the branch's moves back to the one before which the file did not say so.
 * Never asks for a commit's author, whom anyone can name.
 */
import { z } from "zod";
import type { Brought, Provenance, Words } from "../coordinator/own-page.ts";
import type { BranchMove } from "../dispatcher/ports/settings-history.ts";
import type { Tracker } from "../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../dispatcher/request-failed.ts";
import type { Actor, RepositorySeen } from "../engine/fact.ts";
import { readMoves } from "./branch-moves.ts";
import type { Client } from "./client.ts";

const maxPages = 10;
/** Versions of one file that are read. */
const maxVersions = 30;
const movesPerRequest = 100;

const branchShape = z.object({
  node: z.object({ defaultBranchRef: z.object({ name: z.string() }).nullable() }),
});
const branchQuery =
  "query Branch($id: ID!) { node(id: $id) { ... on Repository { defaultBranchRef { name } } } }";
const textShape = z.object({
  node: z.object({ file: z.object({ text: z.string().nullish() }).nullish() }),
});
const textQuery = `query FileText($id: ID!, $file: String!) {
  node(id: $id) { ... on Repository { file: object(expression: $file) { ... on Blob { text } } } }
}`;
const pullsShape = z.array(
  z.object({ number: z.number(), merged_at: z.string().nullish(), head: z.object({ sha: z.string() }) }),
);
const reviewsShape = z.array(
  z.object({
    state: z.string(),
    commit_id: z.string().nullish(),
    user: z
      .object({ node_id: z.string(), login: z.string(), type: z.enum(["User", "Bot", "Organization"]) })
      .nullish()
      .catch(undefined),
  }),
);

export function createProvenance(client: Client, botId: string, roleOf: Tracker["roleOf"]): Provenance {
  return {
    broughtBy: (repository, words) =>
      orElse(undefined, async () => {
        const move = await bringing(client, repository, words);
        if (move?.by === undefined) return undefined;
        const isOurRecord = move.by.id === botId && !move.isMerge;
        return { by: move.by, commit: move.after, isOurRecord } satisfies Brought;
      }),
    approversOf: (repository, commit) => orElse([], () => approversOf(client, repository, commit)),
    roleOf: (repository, by) => roleOf(repository, by, false),
  };
}

async function orElse<T>(instead: T, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof RequestFailed) return instead;
    throw thrown;
  }
}

/** The move before which the file did not say `text`; undefined where it said so before all that is told. */
async function bringing(
  client: Client,
  repository: RepositorySeen,
  { path, commit, text }: Words,
): Promise<BranchMove | undefined> {
  const { id, installationId } = repository;
  const { data } = await client.query(installationId, branchQuery, { id });
  const branch = branchShape.safeParse(data).data?.node.defaultBranchRef?.name;
  if (branch === undefined) return undefined;
  let found: BranchMove | undefined;
  let versions = 0;
  const said = new Map<string, boolean>();
  const says = async (at: string): Promise<boolean> => {
    const known = said.get(at);
    if (known !== undefined) return known;
    versions += 1;
    const answer = await client.query(installationId, textQuery, { id, file: `${at}:${path}` });
    const shown = textShape.safeParse(answer.data).data?.node.file?.text ?? "";
    const does = plain(shown).includes(plain(text));
    said.set(at, does);
    return does;
  };
  let next: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const told = await readMoves(client, repository, branch, next, movesPerRequest);
    if (told === undefined) return undefined;
    for (const move of told.moves) {
      if (found === undefined && move.after !== commit) continue;
      found = move;
      if (move.before === undefined || !(await says(move.before)))
        return (await says(move.after)) ? move : undefined;
      if (versions > maxVersions) return undefined;
    }
    next = told.next;
    if (next === undefined) return undefined;
  }
  return undefined;
}

function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** Those whose newest word on a merged pull request of a commit is an approval of all of it. */
async function approversOf(
  client: Client,
  { owner, name: repo, installationId }: RepositorySeen,
  sha: string,
): Promise<readonly Actor[]> {
  const place = { owner, repo };
  const route = "/repos/{owner}/{repo}/commits/{sha}/pulls";
  const pulls = await client.get(installationId, route, { ...place, sha }, pullsShape);
  const merged = pulls.type === "fresh" ? pulls.data.filter(({ merged_at }) => merged_at != null) : [];
  const all: Actor[] = [];
  for (const { number, head } of merged) {
    const reviewsRoute = "/repos/{owner}/{repo}/pulls/{number}/reviews";
    const parameters = { ...place, number, per_page: 100 };
    const reviews = await client.get(installationId, reviewsRoute, parameters, reviewsShape);
    const last = new Map<string, { readonly by: Actor; readonly approves: boolean }>();
    for (const { state, user, commit_id } of reviews.type === "fresh" ? reviews.data : []) {
      if (!user || state === "COMMENTED") continue;
      // What was pushed after an approval was seen by nobody.
      const approves = state === "APPROVED" && commit_id === head.sha;
      last.set(user.node_id, { by: { id: user.node_id, login: user.login, type: user.type }, approves });
    }
    all.push(...[...last.values()].flatMap(({ by, approves }) => (approves ? by : [])));
  }
  return all;
}
