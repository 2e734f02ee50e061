/**
 * Decides who may have effects (trust rules 1–3): a user with a live role in the configured set, or an id
 * that the settings list. Do not use `author_association` or a `[bot]` suffix: neither is reliable.
 */
import type { Settings } from "../../protocol/settings/config.ts";
import { isSuggestion } from "../messages/suggestion.ts";
import type { Actor, NodeId, RepositoryId } from "../model/fact.ts";
import { type IssueRecord, roleIn, type Snapshot } from "../model/snapshot.ts";

export type Trust = "trusted" | "untrusted" | "unknown";

/** What a decision knows in addition to the snapshot. */
export interface AuthorityContext {
  readonly settings: Settings;
  /** Our own bot's node id. */
  readonly botId: NodeId;
}

/** Whether `actor` may have effects in a repository. `unknown` denies for now and is checked again later. */
export function trustOf(
  snapshot: Pick<Snapshot, "roles">,
  repositoryId: RepositoryId,
  actor: Pick<Actor, "id"> | undefined,
  authority: AuthorityContext,
): Trust {
  if (actor === undefined) return "untrusted";
  if (actor.id === authority.botId || authority.settings.trust.agents.includes(actor.id)) return "trusted";
  const role = roleIn(snapshot, repositoryId, actor.id);
  if (role === "unknown") return "unknown";
  return authority.settings.trust.roles.includes(role) ? "trusted" : "untrusted";
}

/**
 * Whether a trusted user is responsible for the current body. Of our bot's bodies only those with a valid
 * seal count as ours.
 */
export function trustInBody(snapshot: Snapshot, record: IssueRecord, authority: AuthorityContext): Trust {
  const responsible = responsibleUser(record);
  if (responsible?.id === authority.botId)
    return record.seen.opened === undefined || isSuggestion(snapshot, record) ? "untrusted" : "trusted";
  return trustOf(snapshot, record.seen.repositoryId, responsible, authority);
}

/**
 * Whether it is not yet known if the responsible user is trusted: denied for now, checked again later, and
 * not reported.
 */
export function isTrustUnknown(
  snapshot: Snapshot,
  record: IssueRecord,
  authority: AuthorityContext,
): boolean {
  return !isAdmitted(record) && trustInBody(snapshot, record, authority) === "unknown";
}

/** The user responsible for the current body: its approver, else its last editor, else its author. */
export function responsibleUser(record: IssueRecord): Pick<Actor, "id" | "login"> | undefined {
  const { admitted } = record.persisted;
  if (admitted?.approver !== undefined && isAdmitted(record))
    return { id: admitted.by, login: admitted.approver };
  return record.seen.editor ?? record.seen.author;
}

/**
 * Whose words a body is: those of its approver, who took responsibility for exactly this text; else of its
 * author and, if another user edited it, of its last editor too. A trusted editor takes over the body of a
 * user without write access.
 */
export function authorsOfText(
  snapshot: Snapshot,
  record: IssueRecord,
  authority: AuthorityContext,
): readonly Pick<Actor, "id" | "login">[] {
  const { author, editor, repositoryId } = record.seen;
  const responsible = responsibleUser(record);
  if (responsible === undefined) return [];
  const isApproved = isAdmitted(record) && record.persisted.admitted?.approver !== undefined;
  if (isApproved || editor === undefined || author === undefined) return [responsible];
  // An edit of one of our answers makes it the editor's.
  if (author.id === authority.botId) return [editor];
  return trustOf(snapshot, repositoryId, author, authority) === "untrusted" ? [editor] : [author, editor];
}

/** Whether a trusted user is responsible for exactly this body. */
export function isAdmitted(record: IssueRecord): boolean {
  return record.persisted.admitted?.hash === record.seen.bodyHash;
}
