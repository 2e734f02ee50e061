/** Writes a commit status. Anyone with push access may write one under any name; its creator is recorded. */
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentCommit } from "../../present/commit.ts";
import { presentStatusBriefly } from "../../present/pulls/status.ts";
import { repositoryUrl } from "../../present/repository.ts";
import { getCommit } from "../../state/git/git.ts";
import { refsUnder } from "../../state/git/refs.ts";
import { insertStatus, type Status } from "../../state/pulls/statuses.ts";
import type { Repository } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import { type Actor, appIdOf } from "../access/actor.ts";
import { type OpResult, ok, unprocessable } from "../result.ts";
import { nowOf, write } from "../write.ts";

export interface CreateStatusInput extends Pick<Status, "repositoryId" | "sha" | "context" | "state"> {
  readonly description?: string | null | undefined;
  readonly targetUrl?: string | null | undefined;
}

export function createStatus(core: HubCore, actor: Actor, input: CreateStatusInput): OpResult<Status> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeStatuses);
    if (found.kind !== "ok") return found;
    if (getCommit(core.state, input.repositoryId, input.sha) === undefined)
      return unprocessable(`No commit found for SHA: ${input.sha}`);
    const { writer, repository } = found.value;
    const status = insertStatus(core.state, {
      ...input,
      description: input.description ?? null,
      targetUrl: input.targetUrl ?? null,
      creatorId: writer.user.id,
      appId: appIdOf(writer),
      createdAt: nowOf(core),
    });
    const payload = describe(forWebhooks(core), repository, status);
    emit(core, { event: "status", action: null, repository, sender: writer.user, payload });
    return ok(status);
  });
}

function describe(core: HubCore, repository: Repository, status: Status) {
  const { id, state, context, description, target_url, created_at, updated_at } = presentStatusBriefly(
    core,
    status,
  );
  const { sha } = status;
  const prefix = "refs/heads/";
  const api = repositoryUrl(core.state, core.site, repository);
  const branches = refsUnder(core.state, repository.id, prefix)
    .filter((ref) => ref.sha === sha)
    .slice(0, 10)
    .map(({ name }) => ({
      name: name.slice(prefix.length),
      commit: { sha, url: `${api}/commits/${sha}` },
      protected: false,
    }));
  const commit = presentCommit(core, repository, sha);
  const name = repository.name;
  return { id, sha, name, context, description, target_url, state, commit, branches, created_at, updated_at };
}
