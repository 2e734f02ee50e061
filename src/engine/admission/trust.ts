/**
 * Decides who may have effects (trust rules 1–3): a user with a live role in the configured set, or an id
 * that the settings list. Do not use `author_association` or a `[bot]` suffix: neither is reliable.
 */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isListedAgent } from "../../protocol/settings/agents/roster.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import { isSuggestion } from "../messages/suggestion.ts";
import type { Actor, NodeId, Renaming, RepositoryId } from "../model/fact.ts";
import { type IssueRecord, roleIn, type Snapshot } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { unprovenReason, type Voice, voiceOfAuthor, voiceOfEditor } from "./speaking/voice.ts";

export type Trust = "trusted" | "untrusted" | "unknown";

/** What a decision knows in addition to the snapshot. */
export interface AuthorityContext {
  readonly settings: Settings;
  /** Our own bot's node id. */
  readonly botId: NodeId;
  /** Set while the operator has agents given no tasks, with the reason if there is one. */
  readonly claimsPaused?: { readonly reason: string | undefined } | undefined;
}

/** Whether `actor` may have effects in a repository. `unknown` denies for now and is checked again later. */
export function trustOf(
  snapshot: Pick<Snapshot, "roles">,
  repositoryId: RepositoryId,
  actor: Pick<Actor, "id"> | undefined,
  authority: AuthorityContext,
): Trust {
  if (actor === undefined) return "untrusted";
  if (isSameAccount(actor.id, authority.botId) || isListedAgent(authority.settings, actor.id))
    return "trusted";
  const role = roleIn(snapshot, repositoryId, actor.id);
  if (role === "unknown") return "unknown";
  return authority.settings.trust.roles.includes(role) ? "trusted" : "untrusted";
}

/** Whether a trusted user is responsible for the current body, and for a title that nobody took on yet. */
export function trustInText(view: View, record: IssueRecord, authority: AuthorityContext): Trust {
  const inBody = trustInBody(view, record, authority);
  const renamed = renameToAdmit(record);
  if (inBody === "untrusted" || renamed === undefined) return inBody;
  // The account counts: nobody can sign a rename, nor say with it who of several they are.
  const inTitle = trustOf(view, record.seen.repositoryId, renamed.by, authority);
  return inTitle === "trusted" ? inBody : inTitle;
}

/**
 * The change that gave it a title which was never admitted. An edit of the body adopts none, whenever it was made: it may
 * be a ticked box.
 */
export function renameToAdmit({ seen, persisted }: IssueRecord): Renaming | undefined {
  const { admitted } = persisted;
  return admitted?.hash === seen.textHash || admitted?.title === seen.title ? undefined : seen.renamed;
}

/**
 * Whether a trusted user is responsible for the current body. Our bot's bodies count as
 * ours only with a valid seal.
 */
function trustInBody(view: View, record: IssueRecord, authority: AuthorityContext): Trust {
  const responsible = responsibleVoice(view, record, authority);
  if (isSameAccount(responsible?.id, authority.botId))
    return record.seen.opened === undefined || isSuggestion(view, record) ? "untrusted" : "trusted";
  if (responsible?.speaker?.type === "nobody") return "untrusted";
  return trustOf(view, record.seen.repositoryId, responsible, authority);
}

/**
 * Whether it is not yet known if the responsible user is trusted: denied for now, checked again later, and
 * not reported.
 */
export function isTrustUnknown(view: View, record: IssueRecord, authority: AuthorityContext): boolean {
  return !isAdmitted(record) && trustInText(view, record, authority) === "unknown";
}

/** The user responsible for the current body: its approver, otherwise its last editor, otherwise its author. */
export function responsibleUser(record: IssueRecord): Pick<Actor, "id" | "login"> | undefined {
  const { admitted } = record.persisted;
  if (admitted?.approver !== undefined && isApprovedBody(record))
    return { id: admitted.by, login: admitted.approver };
  return record.seen.editor ?? record.seen.author;
}

/** The same, with who speaks: an agent that approved it is not the person whose account it shares. */
function responsibleVoice(view: View, record: IssueRecord, authority: AuthorityContext): Voice | undefined {
  const { admitted } = record.persisted;
  const responsible = responsibleUser(record);
  if (responsible === undefined) return undefined;
  if (admitted?.approver !== undefined && isApprovedBody(record)) {
    const { agent, isPerson } = admitted;
    if (isPerson === true) return { ...responsible, speaker: { type: "person" } };
    return agent === undefined
      ? responsible
      : { ...responsible, speaker: { type: "agent", name: agent, proof: "key" } };
  }
  const { editor } = record.seen;
  return editor === undefined ? voiceOfAuthor(view, record, authority) : voiceOfEditor(editor, authority);
}

/** Why the current body has no speaker, as a sentence; undefined if it has one. */
export function unprovenBody(
  view: View,
  record: IssueRecord,
  authority: AuthorityContext,
): string | undefined {
  const speaker = responsibleVoice(view, record, authority)?.speaker;
  return speaker?.type === "nobody" ? unprovenReason(speaker.because, speaker.name) : undefined;
}

/**
 * Whose words a body is: those of its approver, who took responsibility for exactly this text; else of its
 * author and, if another user edited it, of its last editor too. A trusted editor takes over the body of a
 * user without write access.
 */
export function authorsOfText(
  view: View,
  record: IssueRecord,
  authority: AuthorityContext,
): readonly Voice[] {
  const { author, repositoryId } = record.seen;
  const responsible = responsibleVoice(view, record, authority);
  if (responsible === undefined) return [];
  const editor = record.seen.editor && voiceOfEditor(record.seen.editor, authority);
  const writer = voiceOfAuthor(view, record, authority);
  const isApproved = isApprovedBody(record);
  if (isApproved || editor === undefined || author === undefined || writer === undefined)
    return [responsible];
  // An edit of one of our answers makes it the editor's.
  if (isSameAccount(author.id, authority.botId)) return [editor];
  return trustOf(view, repositoryId, author, authority) === "untrusted" ? [editor] : [writer, editor];
}

/** Whether a trusted user is responsible for exactly this text, title and body. */
export function isAdmitted(record: Pick<IssueRecord, "seen" | "persisted">): boolean {
  const { admitted } = record.persisted;
  return admitted !== undefined && admitted.hash === record.seen.textHash;
}

/** Whether somebody took responsibility for exactly this body, under whatever title. */
function isApprovedBody({ seen, persisted }: IssueRecord): boolean {
  return persisted.admitted?.approver !== undefined && persisted.admitted.body === seen.bodyHash;
}
