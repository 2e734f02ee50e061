/** Everything in a repository with our marker: comments, and bodies of issues that we opened. */
import { z } from "zod";
import { emptyPersistedState, parsePersistedState } from "../../src/engine/model/persisted-state.ts";
import { type MarkerKeys, readMarker } from "../../src/github/write/marker.ts";
import type { Actor } from "./actor.ts";
import { signVersion1, type Version1 } from "./marker-version-1.ts";

const query = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { id
  issues(first: 100) { nodes { id number body comments(first: 100) { nodes { databaseId body } } } } } }`;

const comment = z.object({ databaseId: z.number(), body: z.string() });
const issue = z.object({
  id: z.string(),
  number: z.number(),
  body: z.string(),
  comments: z.object({ nodes: z.array(comment) }),
});
const shape = z.object({
  repository: z.object({ id: z.string(), issues: z.object({ nodes: z.array(issue) }) }),
});

export interface Writing {
  /** Where REST edits it, below the repository. */
  readonly path: string;
  readonly body: string;
  readonly marked: Version1;
}

export async function ourWritings(as: Actor, keys: MarkerKeys): Promise<readonly Writing[]> {
  const { repository } = shape.parse(await as.octokit.graphql(query, as.repository));
  const read = (path: string, body: string, issueId: string): readonly Writing[] => {
    const marked = readMarker(keys, body, { repositoryId: repository.id, issueId });
    return typeof marked === "string"
      ? []
      : [{ path, body, marked: { ...marked, repositoryId: repository.id, issueId } }];
  };
  return repository.issues.nodes.flatMap(({ id, number, body, comments }) => [
    ...read(`issues/${number}`, body, ""),
    ...comments.nodes.flatMap((each) => read(`issues/comments/${each.databaseId}`, each.body, id)),
  ]);
}

/**
 * The same as a release before version 2 wrote it: with all parts of its persisted state, including empty
 * ones.
 */
export function asOfVersion1(keys: MarkerKeys, { marked }: Writing): string {
  const persisted =
    marked.persisted === undefined
      ? undefined
      : { ...emptyPersistedState, ...parsePersistedState(marked.persisted) };
  return signVersion1(keys, { ...marked, persisted: persisted });
}
