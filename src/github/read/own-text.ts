/**
 * Judges the text of an issue that our bot opened: whether it is still what we wrote, and what that was if somebody has
 * changed it. The marker's signature covers the body and, in what it seals, the title; an edit by anyone else is never
 * ours, not even one that copies another of our bodies here.
 */

import type { Alteration, Opened, SignatureSeen } from "../../engine/model/fact.ts";
import { putsBefore } from "../../engine/model/opened.ts";
import { readSealed } from "../../engine/model/persisted-state.ts";
import { settledText } from "../../protocol/envelope/settled-text.ts";
import { isSameTitle } from "../../protocol/same-title.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { markedInBody } from "../write/marker.ts";
import { type Ourselves, toActor } from "./comments.ts";
import type { IssueResponse } from "./response-shape.ts";

type Written = Pick<IssueResponse, "author" | "editor" | "lastEditedAt" | "body"> & {
  readonly repository: { readonly id: string };
};

/** What of an issue's first text its reading needs. */
export interface FirstSeen {
  /** For the text as created; undefined if nothing was signed. */
  readonly signature: SignatureSeen | undefined;
  /** For an issue of ours that was edited, if GitHub shows it. */
  readonly firstBody: string | undefined;
}

/** The text that we wrote. */
export interface OwnText {
  readonly opened: Opened;
  readonly title: string;
  readonly body: string;
  /** Empty if GitHub shows exactly this text. */
  readonly altered: readonly Alteration[];
}

/** What the marker says of a body that our bot wrote and last edited, and that our key signed for this repository. */
export function openedIn(ourselves: Ourselves, issue: Written): Opened | undefined {
  const isOurs = isSameAccount(issue.author?.id, ourselves.botId) && !isEditedByOthers(ourselves, issue);
  return isOurs ? sealedIn(ourselves, issue, issue.body) : undefined;
}

/** Whether only the body as created shows what we wrote. */
export function needsFirstBody(ourselves: Ourselves, issue: Written): boolean {
  const isEdited = isSameAccount(issue.author?.id, ourselves.botId) && issue.lastEditedAt !== null;
  return isEdited && openedIn(ourselves, issue) === undefined;
}

/**
 * @param firstBody the body as created, where `needsFirstBody`; undefined if GitHub does not show it
 * @returns undefined for an issue that we did not open, or can no longer show to be ours
 */
export function readOwnText(
  ourselves: Ourselves,
  issue: IssueResponse,
  firstBody: string | undefined,
): OwnText | undefined {
  const intact = openedIn(ourselves, issue);
  if (intact !== undefined)
    return withTitle(ourselves, issue, { opened: intact, body: issue.body, altered: [] });
  if (firstBody === undefined || !needsFirstBody(ourselves, issue)) return undefined;
  const opened = sealedIn(ourselves, issue, firstBody);
  if (opened === undefined || !putsBefore(opened.key)) return undefined;
  const isSame = settledText(issue.body) === settledText(firstBody);
  const altered = isSame ? [] : [alterationOfBody(issue)];
  return withTitle(ourselves, issue, { opened, body: firstBody, altered });
}

/** Another title than ours is somebody's, unless GitHub shows that we gave it, whether or not it shows whose it is. */
function withTitle(ourselves: Ourselves, issue: IssueResponse, text: Omit<OwnText, "title">): OwnText {
  const { title } = issue;
  const { title: ours, key } = text.opened;
  if (ours === undefined || isSameTitle(title, ours) || !putsBefore(key)) return { ...text, title };
  const alteration = alterationOfTitle(ourselves, issue);
  return alteration === undefined
    ? { ...text, title }
    : { ...text, title: ours, altered: [alteration, ...text.altered] };
}

/** Undefined if we gave it the title that it has. */
function alterationOfTitle(
  { botId }: Ourselves,
  { title, renamings, updatedAt }: IssueResponse,
): Alteration | undefined {
  const last = renamings.nodes.at(-1);
  if (last === undefined || !isSameTitle(last.currentTitle, title)) return { part: "title", at: updatedAt };
  const { createdAt: at, actor } = last;
  if (isSameAccount(actor?.id, botId)) return undefined;
  return { part: "title", at, ...(actor === null ? {} : { by: toActor(actor) }) };
}

function alterationOfBody({ editor, lastEditedAt, createdAt }: IssueResponse): Alteration {
  return { part: "text", at: lastEditedAt ?? createdAt, ...(editor === null ? {} : { by: toActor(editor) }) };
}

function isEditedByOthers({ botId }: Ourselves, { editor, lastEditedAt }: Written): boolean {
  return lastEditedAt !== null && !isSameAccount(editor?.id, botId);
}

function sealedIn({ keys, host }: Ourselves, { repository }: Written, body: string): Opened | undefined {
  const marked = markedInBody(keys, body, { host, repositoryId: repository.id });
  return marked === undefined ? undefined : { key: marked.key, ...readSealed(marked.persisted) };
}
