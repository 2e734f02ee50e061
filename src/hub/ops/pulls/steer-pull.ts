/** Opens a write that only a pull request's author, or someone with write access, may make. */
import type { HubCore } from "../../core.ts";
import { type Pull, pullById } from "../../state/pulls/pulls.ts";
import { can, needs, refuse } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok } from "../result.ts";
import { type IssueWrite, issueWrite } from "../write.ts";

export interface PullWrite {
  readonly pull: Pull;
  readonly session: IssueWrite;
}

export function steerPull(core: HubCore, actor: Actor, pullId: number): OpResult<PullWrite> {
  const pull = pullById(core.state, pullId);
  if (pull === undefined) return notFound;
  const session = issueWrite(core, actor, pull.issue.id, needs.participate);
  if (session.kind !== "ok") return session;
  const { writer, repository } = session.value;
  const isAuthor = pull.issue.authorId === writer.user.id;
  if (!isAuthor && !can(core.state, actor, repository, needs.steerPulls)) return refuse(actor);
  return ok({ pull, session: session.value });
}
