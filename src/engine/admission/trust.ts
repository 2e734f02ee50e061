/**
 * Who may have an effect (trust rules 1–3): a live role in the configured set, or an id that the settings list. A
 * newcomer would read `author_association` or a `[bot]` ending; both lie.
 */
import type { Settings } from "../../protocol/config.ts";
import { isSuggestion } from "../messages/suggestion.ts";
import type { Actor, NodeId } from "../model/fact.ts";
import { type IssueRecord, roleIn, type Snapshot } from "../model/snapshot.ts";

export type Trust = "trusted" | "untrusted" | "unknown";

/** What a decision knows besides the snapshot. */
export interface Authority {
  readonly settings: Settings;
  /** Our own bot's node id. */
  readonly botId: NodeId;
}

/** Whether `actor` may have effects in a repository. `unknown` denies now and asks again. */
export function trustOf(
  snapshot: Snapshot,
  repositoryId: NodeId,
  actor: Pick<Actor, "id"> | undefined,
  authority: Authority,
): Trust {
  if (actor === undefined) return "untrusted";
  if (actor.id === authority.botId || authority.settings.trust.agents.includes(actor.id)) return "trusted";
  const role = roleIn(snapshot, repositoryId, actor.id);
  if (role === "unknown") return "unknown";
  return authority.settings.trust.roles.includes(role) ? "trusted" : "untrusted";
}

/** Whether somebody trusted is responsible for the body as it reads now. Of our bot's only what carries our seal is ours. */
export function trustInBody(snapshot: Snapshot, record: IssueRecord, authority: Authority): Trust {
  const responsible = responsibleFor(record);
  if (responsible?.id === authority.botId)
    return record.seen.opened === undefined || isSuggestion(snapshot, record) ? "untrusted" : "trusted";
  return trustOf(snapshot, record.seen.repositoryId, responsible, authority);
}

/** Whether nobody can tell yet who stands behind the body: denied for now, asked again, and nobody is told of it. */
export function isInDoubt(snapshot: Snapshot, record: IssueRecord, authority: Authority): boolean {
  return !isAdmitted(record) && trustInBody(snapshot, record, authority) === "unknown";
}

/** Whoever stands behind the body as it reads now: who approved it, else its last editor, else its author. */
export function responsibleFor(record: IssueRecord): Pick<Actor, "id" | "login"> | undefined {
  const { admitted } = record.memory;
  if (admitted?.approver !== undefined && isAdmitted(record))
    return { id: admitted.by, login: admitted.approver };
  return record.seen.editor ?? record.seen.author;
}

/**
 * Whose words a body is: its approver's, who took responsibility for exactly this text; else its author's and, where
 * somebody else changed it, its last editor's too. An editor who is trusted takes a stranger's body over.
 */
export function wordsOf(
  snapshot: Snapshot,
  record: IssueRecord,
  authority: Authority,
): readonly Pick<Actor, "id" | "login">[] {
  const { author, editor, repositoryId } = record.seen;
  const responsible = responsibleFor(record);
  if (responsible === undefined) return [];
  const isApproved = isAdmitted(record) && record.memory.admitted?.approver !== undefined;
  if (isApproved || editor === undefined || author === undefined) return [responsible];
  // Whoever changes an answer of ours makes it theirs.
  if (author.id === authority.botId) return [editor];
  return trustOf(snapshot, repositoryId, author, authority) === "untrusted" ? [editor] : [author, editor];
}

/** Whether somebody trusted stands behind exactly this body. */
export function isAdmitted(record: IssueRecord): boolean {
  return record.memory.admitted?.hash === record.seen.bodyHash;
}
