/**
 * Files through GitHub's contents API, which compares and swaps: a change names the blob that it replaces,
 * and is refused if that is no longer the current one. Read the file again instead of repeating a write whose
 * answer was lost.
 */
import { z } from "zod";
import type { RecordFiles, Written } from "../../coordinator/records/ports.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Client } from "../transport/client.ts";
import { isHttpError } from "../transport/octokit-errors.ts";

const fileShape = z.object({ type: z.literal("file"), sha: z.string(), content: z.string() });
const repositoryShape = z.object({ default_branch: z.string() });
const refShape = z.object({ object: z.object({ sha: z.string() }) });
const pullsShape = z.array(z.object({ state: z.string(), head: z.object({ sha: z.string() }) }));

const contents = "/repos/{owner}/{repo}/contents/{path}";

export function createRecordFiles(client: Client): RecordFiles {
  const defaultBranch = async ({ owner, name: repo, installationId }: RepositorySeen): Promise<string> => {
    const answer = await client.get(
      installationId,
      "/repos/{owner}/{repo}",
      { owner, repo },
      repositoryShape,
    );
    return answer.type === "fresh" ? answer.data.default_branch : "main";
  };
  const headOf = async ({ owner, name: repo, installationId }: RepositorySeen, branch: string) => {
    const where = { owner, repo, ref: `heads/${branch}` };
    const found = await unlessGone(
      client.get(installationId, "/repos/{owner}/{repo}/git/ref/{ref}", where, refShape),
    );
    return found?.type === "fresh" ? found.data.object.sha : undefined;
  };
  return {
    read: async ({ owner, name: repo, installationId }, path, branch) => {
      const where = { owner, repo, path, ...(branch === undefined ? {} : { ref: branch }) };
      const answer = await unlessGone(client.get(installationId, contents, where, fileShape));
      if (answer?.type !== "fresh") return undefined;
      const { sha, content } = answer.data;
      return { sha, text: Buffer.from(content, "base64").toString() };
    },
    write: ({ owner, name: repo, installationId }, { path, text, replaces, message, branch }) =>
      toWritten(
        client.put(installationId, contents, {
          owner,
          repo,
          path,
          message,
          content: Buffer.from(text).toString("base64"),
          ...(replaces === undefined ? {} : { sha: replaces.sha }),
          ...(branch === undefined ? {} : { branch }),
        }),
      ),
    branch: async (repository, name) => {
      if ((await headOf(repository, name)) !== undefined) return "written";
      const { owner, name: repo, installationId } = repository;
      const sha = await headOf(repository, await defaultBranch(repository));
      if (sha === undefined) return "not allowed";
      const made = client.post(installationId, "/repos/{owner}/{repo}/git/refs", {
        owner,
        repo,
        ref: `refs/heads/${name}`,
        sha,
      });
      return toWritten(made);
    },
    propose: async (repository, { branch, title, body }) => {
      const { owner, name: repo, installationId } = repository;
      const sha = await headOf(repository, branch);
      const all = { owner, repo, state: "all", head: `${owner}:${branch}` };
      const found = await client.get(installationId, "/repos/{owner}/{repo}/pulls", all, pullsShape);
      const pulls = found.type === "fresh" ? found.data : [];
      const isProposed = pulls.some(({ state, head }) => state === "open" || head.sha === sha);
      if (sha === undefined || isProposed) return "written";
      const base = await defaultBranch(repository);
      const pull = { owner, repo, head: branch, base, title, body };
      return toWritten(client.post(installationId, "/repos/{owner}/{repo}/pulls", pull));
    },
  };
}

/**
 * Distinguishes GitHub's final refusals: another change came first, or we lack permission. Throws transient
 * failures.
 */
async function toWritten(request: Promise<void>): Promise<Written> {
  try {
    await request;
    return "written";
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { failure, cause } = thrown;
    // Whether it was written is unknown: reading again shows it.
    if (failure.type === "unknown") return "changed meanwhile";
    if (failure.type !== "refused" && failure.type !== "gone") throw thrown;
    const isConflict = isHttpError(cause) && (cause.status === 409 || cause.status === 422);
    return isConflict && !/protected|rule/i.test(failure.message) ? "changed meanwhile" : "not allowed";
  }
}

async function unlessGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof RequestFailed && thrown.failure.type === "gone") return undefined;
    throw thrown;
  }
}
