/** Everything in a repository with our marker: comments, and bodies of issues that we opened. */
import { z } from "zod";
import {
  type Marked,
  type MarkerKeys,
  markedInBody,
  readMarker,
  signBody,
  signMarker,
} from "../../src/github/write/marker.ts";
import { signedHostOf } from "../../src/protocol/envelope/signed-host.ts";
import type { Actor } from "./actor.ts";

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

/** The stand-in, as signatures name it. */
const host = signedHostOf("http://127.0.0.1:4001/api/v3");

export interface Writing {
  /** Where REST edits it, below the repository. */
  readonly path: string;
  readonly body: string;
  readonly marked: Marked;
  readonly repositoryId: string;
  /** Undefined for the body of an issue of ours. */
  readonly issueId: string | undefined;
}

export async function ourWritings(as: Actor, keys: MarkerKeys): Promise<readonly Writing[]> {
  const { repository } = shape.parse(await as.octokit.graphql(query, as.repository));
  const repositoryId = repository.id;
  const read = (path: string, body: string, issueId: string | undefined): readonly Writing[] => {
    const marked =
      issueId === undefined
        ? markedInBody(keys, body, { host, repositoryId })
        : readMarker(keys, body, { host, repositoryId, issueId });
    return typeof marked === "object" ? [{ path, body, marked, repositoryId, issueId }] : [];
  };
  return repository.issues.nodes.flatMap(({ id, number, body, comments }) => [
    ...read(`issues/${number}`, body, undefined),
    ...comments.nodes.flatMap((each) => read(`issues/comments/${each.databaseId}`, each.body, id)),
  ]);
}

/** Its body with another persisted state. */
export function withPersisted(keys: MarkerKeys, writing: Writing, persisted: unknown): string {
  const { marked, repositoryId, issueId } = writing;
  const { key, text } = marked;
  return issueId === undefined
    ? signBody(keys, { host, repositoryId, key, text, sealed: persisted })
    : signMarker(keys, { host, repositoryId, issueId, key, text, persisted });
}
