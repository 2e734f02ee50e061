/**
 * Determines whose role must be known before deciding. Roles are read only for users who have something to
 * decide here.
 */
import { remarksToWeigh } from "../fold/remarks.ts";
import { currentAcceptedAnswer } from "../messages/question-state.ts";
import type { Actor, CommentSeen, NodeId, RepositoryId } from "../model/fact.ts";
import { namedIn } from "../model/names.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { spokenRequests, untoldCommand } from "../model/spoken-commands.ts";
import { repositoryNamed, type View } from "../model/view.ts";
import { renameToAdmit, responsibleUser } from "./trust.ts";
import { isTurnedDown } from "./turned-down.ts";

export interface ActorToCheck {
  readonly repositoryId: RepositoryId;
  readonly actorId: NodeId;
  readonly login: string;
}

/** Authors, editors and users of commands on the issues `ids` and the answers to them, per repository. */
export function actorsToCheck(view: View, ids: readonly NodeId[]): readonly ActorToCheck[] {
  const found = new Map<string, ActorToCheck>();
  const add = (repositoryId: RepositoryId, actor: Pick<Actor, "id" | "login"> | undefined): void => {
    if (actor === undefined) return;
    found.set(`${repositoryId} ${actor.id}`, { repositoryId, actorId: actor.id, login: actor.login });
  };
  for (const record of involvedRecords(view, ids)) {
    if (record.reading.kind === undefined) continue;
    const home = record.seen.repositoryId;
    // Who gave it a title that nobody has taken responsibility for yet decides, too.
    for (const actor of [responsibleUser(record), record.seen.author, renameToAdmit(record)?.by]) {
      for (const repositoryId of [home, ...elsewhere(view, record)]) add(repositoryId, actor);
    }
    if (record.seen.issueState.state === "open") {
      add(home, record.persisted.accepted?.by ?? record.persisted.settled?.by);
      add(home, record.persisted.accepted?.editor);
      for (const { by } of record.persisted.ballots ?? []) add(home, by);
    }
    const deciders = [
      ...record.seen.comments.filter((comment) => hasStake(record, comment)),
      ...(view.orders?.get(record.seen.id) ?? []),
    ].map(({ author }) => author);
    for (const actor of deciders) add(home, actor);
    if (record.reading.kind !== "escalation") continue;
    const remarkers = remarksToWeigh(record).map(({ author }) => author);
    for (const actor of [...deciders, ...remarkers, record.persisted.decided?.by])
      for (const repositoryId of [home, ...elsewhere(view, record)]) add(repositoryId, actor);
  }
  return [...found.values()];
}

/**
 * An `/answer` that was not permanently refused stays a candidate, and an unknown role would defer every
 * later one.
 */
function hasStake(record: IssueRecord, comment: CommentSeen): boolean {
  const { id } = comment;
  const commands = spokenRequests(comment);
  const isDone = record.persisted.ran.includes(id) || record.reactedTo?.includes(id) === true;
  if (!isDone) return commands.length > 0 || untoldCommand(comment, record.readAt) !== undefined;
  if (isTurnedDown(record, id)) return false;
  return currentAcceptedAnswer(record) === undefined && commands.some(({ name }) => name === "answer");
}

function involvedRecords(view: View, ids: readonly NodeId[]): readonly IssueRecord[] {
  const all = new Set(ids.flatMap((id) => [id, ...(view.namedBy.get(id) ?? [])]));
  return [...all].flatMap((id) => view.records.get(id) ?? []);
}

function elsewhere(view: View, record: IssueRecord): readonly RepositoryId[] {
  return namedIn(record.reading)
    .flatMap((ref) => repositoryNamed(view, record, ref)?.id ?? [])
    .filter((id) => id !== record.seen.repositoryId);
}
