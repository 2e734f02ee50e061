/** Carries out a push: each ref moves, or is refused for a reason that the client prints. */
import type { HubCore } from "../../core.ts";
import type { PushCommand, PushOutcome } from "../../git/receive.ts";
import { getCommit } from "../../state/git/git.ts";
import { refSha } from "../../state/git/refs.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { protectionProblem } from "../repository/protection.ts";
import { type OpResult, ok } from "../result.ts";
import { write } from "../write.ts";
import { moveRef, type RefWrite } from "./push.ts";

export interface PushInput {
  readonly repositoryId: number;
  readonly commands: readonly PushCommand[];
  readonly isAtomic: boolean;
}

export function receivePush(core: HubCore, actor: Actor, input: PushInput): OpResult<readonly PushOutcome[]> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const session = { core, ...found.value };
    const checked = input.commands.map((command) => ({ command, problem: whyNot(session, actor, command) }));
    const isStopped = input.isAtomic && checked.some(({ problem }) => problem !== undefined);
    return ok(
      checked.map(({ command: { name, after }, problem }) => {
        if (problem !== undefined) return { name, problem };
        if (isStopped) return { name, problem: "atomic push failure" };
        moveRef(session, { name, after });
        return { name, problem: undefined };
      }),
    );
  });
}

function whyNot({ core, repository }: RefWrite, actor: Actor, command: PushCommand): string | undefined {
  const { name, before, after } = command;
  const isBranch = name.startsWith("refs/heads/");
  if (!isBranch && !name.startsWith("refs/tags/")) return "deny updating a hidden ref";
  if (!/^refs\/(?:heads|tags)\/(?!.*(?:\.\.|\/\/|@\{|\.lock$))[^\s~^:?*[\\]{1,200}$/.test(name))
    return "funny refname";
  if (refSha(core.state, repository.id, name) !== before) return "stale info";
  if (isBranch && after !== undefined && getCommit(core.state, repository.id, after) === undefined)
    return "missing necessary objects";
  if (after === undefined && name === `refs/heads/${repository.defaultBranch}`)
    return "refusing to delete the current branch";
  const problem = protectionProblem(core.state, actor, repository, { name, after });
  return problem && `push declined due to repository rule violations: ${problem}`;
}
