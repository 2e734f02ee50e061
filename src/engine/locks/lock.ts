/** Handles `/lock`: asks for paths for the task's holder, or for a person. What others have is waited for. */
import { knownGlob } from "../../base/glob/known-globs.ts";
import type { LockCommand } from "../../protocol/commands/lock.ts";
import { type CommandAction, declined, refuseMalformed } from "../commands/order.ts";
import { claimantIn } from "../leases/claimant.ts";
import { isSameHolder, nameOf } from "../leases/holder.ts";
import { leaseEndOf } from "../leases/lease-end.ts";
import { declineFor, type Refusal } from "../leases/refusal.ts";
import type { CommentSeen } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord, TaskLocks } from "../model/snapshot.ts";
import { ringBehind } from "./conflicts.ts";
import { isSameGlob, locksElsewhere, maxGlobs, type PathRequest } from "./requests.ts";
import { isOpenToAll, sayFault } from "./task-files.ts";

export const lock: CommandAction<LockCommand> = (input, command, comment) => {
  const { view, record, context } = input;
  if (context.isPassive === true) return { type: "elsewhere" };
  const asking = askingFor(input, command.as, comment);
  if ("type" in asking) return declineFor(asking);
  const fault = faultIn(input, command.globs);
  if (fault !== undefined) return refuseMalformed(fault);
  const globs = missingGlobs(record, asking, command);
  if (globs.length === 0) return { type: "done" };
  const { locks = [] } = record.persisted;
  if (locks.reduce((count, each) => count + each.globs.length, globs.length) > maxGlobs)
    return declined(`a task has at most ${maxGlobs} globs`, "task");
  const request: PathRequest = {
    globs,
    ...asking,
    askedAt: comment.createdAt,
    ...(command.isShared ? { isShared: true } : {}),
    ...(command.forMs === undefined ? {} : { forMs: command.forMs }),
  };
  const ring = ringBehind({ task: asTask(record), request }, locksElsewhere(view, record), context.now);
  if (ring !== undefined)
    return declined(`it would wait in a ring: ${ring.map((number) => `#${number}`).join(" → ")}`, "task");
  return { type: "done", persisted: { ...record.persisted, locks: [...locks, request] } };
};

function asTask({ seen, persisted: { lease, locks = [] } }: IssueRecord): TaskLocks {
  const holder = lease === undefined ? {} : { holder: lease.holder };
  return { id: seen.id, number: seen.number, ...holder, requests: locks };
}

/** For whom the paths are: the lease of the agent that asks, or a person. */
export function askingFor(
  { record, context }: RuleInput,
  said: string | undefined,
  comment: CommentSeen,
): Pick<PathRequest, "token" | "by"> | Refusal {
  if (record.reading.kind !== "task") return { type: "not-a-task" };
  if (record.seen.issueState.state === "closed") return { type: "closed" };
  const claimant = claimantIn(record, comment, said, context);
  if ("type" in claimant) return claimant;
  const end = leaseEndOf(record, comment);
  if (end !== undefined && !claimant.isPerson) return { type: "lease-ended", end };
  const { lease } = record.persisted;
  const { account, login = "" } = claimant.holder;
  if (lease !== undefined && isSameHolder(lease.holder, claimant.holder)) return { token: lease.token };
  if (claimant.isPerson) return { by: { account, login } };
  return lease === undefined ? { type: "not-held" } : { type: "not-yours", by: nameOf(lease.holder) };
}

function faultIn({ context }: RuleInput, globs: readonly string[]): string | undefined {
  for (const glob of globs) {
    const parsed = knownGlob(glob);
    if (typeof parsed === "string") return `\`${glob.slice(0, 80)}\` cannot be locked: ${sayFault(parsed)}.`;
    if (isOpenToAll(glob, context.settings.locks.open))
      return `\`${glob.slice(0, 80)}\` cannot be locked: the settings keep it open to all.`;
  }
  return undefined;
}

/** Those that the same holder does not have, or wait for, in the same way. */
function missingGlobs(
  { persisted }: IssueRecord,
  asking: Pick<PathRequest, "token" | "by">,
  { globs, isShared, forMs }: LockCommand,
): string[] {
  const own = (persisted.locks ?? []).filter(
    (each) =>
      each.token === asking.token &&
      each.by?.account === asking.by?.account &&
      each.forMs === forMs &&
      (each.isShared !== true || isShared),
  );
  return globs.filter(
    (glob, at) =>
      !own.some((each) => each.globs.some((other) => isSameGlob(other, glob))) &&
      globs.findIndex((other) => isSameGlob(other, glob)) === at,
  );
}
