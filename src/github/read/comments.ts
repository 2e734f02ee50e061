/**
 * Sorts an issue's comments: ours by the signed marker, others' by whether they may hold a command. Never
 * read commands from edited comments: an old comment edited today would run today.
 */

import { statusKey } from "../../engine/fold/seen-record.ts";
import type {
  Actor,
  CommentSeen,
  ForeignTrace,
  IssueSeen,
  OwnComment,
  SignatureSeen,
} from "../../engine/model/fact.ts";
import type { SignedPlace } from "../../protocol/envelope/signed-text.ts";
import { mayMention } from "../../protocol/references/mention.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { type CreatedText, signatureSeen } from "../signatures/signature-seen.ts";
import {
  claimedKey,
  foreignKey,
  isOfNewerRelease,
  type MarkerKeys,
  type MarkerPlace,
  mentionsMarker,
  readMarker,
} from "../write/marker.ts";
import type { ActorResponse, CommentResponse } from "./response-shape.ts";
import { restLogin } from "./rest-login.ts";

/** The keys and the bot that identify our comments. */
export interface Ourselves {
  readonly botId: string;
  readonly keys: MarkerKeys;
  /**
   * Identifies our check runs. A token alone does not reveal its App ID, but its bot is named after the
   * slug.
   */
  readonly app: { readonly id: number } | { readonly botLogin: string };
  /** The host as `signedHost` names it, for signatures. */
  readonly host: string;
}

type Commenter = Pick<Ourselves, "botId" | "keys">;

type Sorted = Pick<IssueSeen, "comments" | "remarks" | "own" | "spoiled" | "forged" | "foreign">;

export function sortComments(
  { botId, keys }: Commenter,
  answers: readonly CommentResponse[],
  place: MarkerPlace & { readonly signed: SignedPlace },
): Sorted {
  const byAge = answers.toSorted((a, b) => a.createdAt - b.createdAt);
  const ours = byAge.filter(({ author }) => isSameAccount(author?.id, botId));
  const others = byAge.filter(({ author }) => !isSameAccount(author?.id, botId));
  const own = ours.flatMap((answer) => ownOf({ botId, keys }, answer, place) ?? []);
  const hasStatus = own.some(({ key }) => key === statusKey);
  const broken = ours.filter(({ id }) => !own.some((comment) => comment.id === id));
  // Only the status comment is repaired after an edit by someone else.
  const claiming = broken.filter(({ body }) => claimedKey(body) === statusKey);
  // An edit to our only status comment may also have removed its marker: then no comment claims to be it.
  const unmarked =
    hasStatus || claiming.length > 0 ? [] : broken.filter((answer) => isMarkerless(answer)).slice(0, 1);
  const remarks = others.flatMap((answer) => remarkOf(answer) ?? []).slice(-maxRemarks);
  const foreign = others.flatMap((answer) => foreignTraceIn(keys, answer) ?? []).slice(0, maxForeign);
  return {
    comments: others.flatMap((answer) => commandOf(answer, place.signed) ?? []),
    ...(remarks.length === 0 ? {} : { remarks }),
    own,
    spoiled: [...claiming, ...unmarked].map(({ id }) => id),
    forged: others.filter(({ body }) => mentionsMarker(body)).map(({ id }) => id),
    ...(foreign.length === 0 ? {} : { foreign }),
  };
}

/** Further ones on the same issue add no information. */
const maxForeign = 5;

const maxRemarks = 20;
const remarkLength = 300;

type Written = Pick<CommentResponse, "id" | "author" | "editor" | "lastEditedAt" | "createdAt" | "body">;

/** A comment or an issue that a bot wrote, no one else edited, and keys that are not ours marked. */
export function foreignTraceIn(keys: MarkerKeys, answer: Written): ForeignTrace | undefined {
  const { id, author, editor, lastEditedAt, createdAt, body } = answer;
  if (author?.__typename !== "Bot" || (lastEditedAt !== null && editor?.id !== author.id)) return undefined;
  return foreignKey(keys, body) === undefined ? undefined : { id, author: toActor(author), createdAt };
}

/** The comment, if it is ours: our bot wrote it, no one else edited it, and its MAC verifies here. */
export function ownOf(
  { botId, keys }: Commenter,
  answer: CommentResponse,
  place: MarkerPlace,
): OwnComment | undefined {
  const editedByOthers = answer.lastEditedAt !== null && !isSameAccount(answer.editor?.id, botId);
  if (!isSameAccount(answer.author?.id, botId) || editedByOthers) return undefined;
  const marked = readMarker(keys, answer.body, place);
  if (typeof marked === "string") return undefined;
  const { id, createdAt, isMinimized } = answer;
  const editedAt = answer.lastEditedAt ?? undefined;
  return {
    id,
    key: marked.key,
    text: marked.text,
    persisted: marked.persisted,
    createdAt,
    editedAt,
    isMinimized,
  };
}

/** Whether a comment has to be kept for a command or a mention. */
export function mayAddress(text: string): boolean {
  return hasSlashLine(text) || mayMention(text);
}

/** Whether a line of the text starts like a command. The protocol decides what is one. */
export function hasSlashLine(text: string): boolean {
  return /(?:^|[\r\n])[^\S\r\n]*\//.test(text);
}

export function toActor(answer: ActorResponse): Actor {
  return { id: answer.id, login: restLogin(answer), type: answer.__typename };
}

function commandOf(answer: CommentResponse, place: SignedPlace): CommentSeen | undefined {
  const { id, url, body, author, lastEditedAt, createdAt, createdViaEmail, reactionGroups } = answer;
  if (author === null || lastEditedAt !== null || !mayAddress(body)) return undefined;
  const isTurnedDown = reactionGroups?.some(
    ({ content, viewerHasReacted }) => content === "CONFUSED" && viewerHasReacted,
  );
  return {
    id,
    ...numberIn(url),
    author: toActor(author),
    text: body,
    createdAt,
    ...(createdViaEmail ? { byMail: true } : {}),
    ...signedIn({ text: body, title: undefined, place }),
    ...(isTurnedDown === true ? { isTurnedDown } : {}),
  };
}

/** The signature, as a part of what was seen. */
export function signedIn(created: CreatedText): { readonly signature?: SignatureSeen } {
  const signature = signatureSeen(created);
  return signature === undefined ? {} : { signature };
}

/** GraphQL's `databaseId` has 32 bits, and comment numbers need more. */
function numberIn(url: string | undefined): Pick<CommentSeen, "commentNumber"> {
  const [, number] = /#issuecomment-(\d{1,15})$/.exec(url ?? "") ?? [];
  return number === undefined ? {} : { commentNumber: Number(number) };
}

/** A user's words without a command, up to the length needed to recognise the option. */
function remarkOf(answer: CommentResponse): CommentSeen | undefined {
  const { id, body, author, lastEditedAt, createdAt, createdViaEmail } = answer;
  if (author?.__typename !== "User" || lastEditedAt !== null || hasSlashLine(body)) return undefined;
  const text = body.slice(0, remarkLength);
  return { id, author: toActor(author), text, createdAt, ...(createdViaEmail ? { byMail: true } : {}) };
}

/** Ours, edited, and without any marker. A comment of a newer release is left to that release. */
function isMarkerless({ body, lastEditedAt }: CommentResponse): boolean {
  return lastEditedAt !== null && claimedKey(body) === undefined && !isOfNewerRelease(body);
}
