/**
 * Encodes what one of our comments is for, as in its signed marker. Comments outlive a release: never change
 * a spelling here, or an existing comment is no longer recognised and is posted again.
 */
import type { NodeId } from "../fact.ts";
import { formatNoticeId, type NoticeId, parseNoticeId } from "./notice-id.ts";

export type CommentKey =
  | { readonly type: "status" }
  /** How to decide an escalation. */
  | { readonly type: "hint" }
  /** That somebody edited an issue of ours: it has its text back, or gets it back later. */
  | { readonly type: "text-notice"; readonly about: "restored" | "held" }
  | { readonly type: "unblock-notice"; readonly notice: NoticeId }
  | { readonly type: "discovery-notice"; readonly discoveryId: NodeId }
  /** Which step of the reminders, from 1. It shows parts of a text, so it says nothing of what its readers were shown. */
  | { readonly type: "reminder"; readonly step: number }
  /**
   * Tells an account that it does not hold the task: by the token of a lease, or the time of its assignment.
   */
  | { readonly type: "lease-notice"; readonly account: NodeId; readonly token: number }
  /** Tells an account that its change of the assignees was undone: by the token of the lease, or 0 on a decision. */
  | { readonly type: "assignees-notice"; readonly account: NodeId; readonly token: number }
  /**
   * To a command. `isFinal`: an `/answer` in that comment does not count, and never will. `tells`: the hash of the text that
   * it shows to the comment's author, as it was changed since it was shown to them. `namesPage`: it says that the person
   * decides on the pages.
   */
  | {
      readonly type: "reply";
      readonly commentId: NodeId;
      readonly isFinal: boolean;
      readonly tells?: string | undefined;
      readonly namesPage?: boolean | undefined;
    };

const beginnings = {
  "unblock-notice": "wake:",
  "discovery-notice": "tell:",
  reminder: "remind:",
  "lease-notice": "lease:",
  "assignees-notice": "assignees:",
  reply: "reply:",
} as const;
const textNotices = { restored: "text:restored", held: "text:held" } as const;
const final = ":refused";
const page = ":page";
const told = /:told:([0-9a-f]{64})$/;
const reminder = /^[1-9]\d{0,5}$/;

export function formatCommentKey(key: CommentKey): string {
  switch (key.type) {
    case "status":
    case "hint":
      return key.type;
    case "text-notice":
      return textNotices[key.about];
    case "unblock-notice":
      return beginnings[key.type] + formatNoticeId(key.notice);
    case "discovery-notice":
      return beginnings[key.type] + key.discoveryId;
    case "reminder":
      return `${beginnings[key.type]}${key.step}`;
    case "lease-notice":
    case "assignees-notice":
      return `${beginnings[key.type]}${key.account}@${key.token}`;
    case "reply":
      return `${beginnings[key.type]}${key.commentId}${key.tells === undefined ? "" : `:told:${key.tells}`}${key.namesPage === true ? page : ""}${key.isFinal ? final : ""}`;
  }
}

const types = Object.keys(beginnings).filter((word): word is keyof typeof beginnings => word in beginnings);

/** Undefined for anything that no release up to this one wrote. */
export function parseCommentKey(written: string): CommentKey | undefined {
  if (written === "status" || written === "hint") return { type: written };
  if (written === textNotices.restored) return { type: "text-notice", about: "restored" };
  if (written === textNotices.held) return { type: "text-notice", about: "held" };
  const type = types.find((each) => written.startsWith(beginnings[each]));
  if (type === undefined) return undefined;
  const rest = written.slice(beginnings[type].length);
  switch (type) {
    case "unblock-notice":
      return { type, notice: parseNoticeId(rest) };
    case "discovery-notice":
      return { type, discoveryId: rest };
    case "reminder":
      return parseReminder(rest);
    case "lease-notice":
    case "assignees-notice":
      return parseNotice(type, rest);
    case "reply":
      return parseReply(rest);
  }
}

function parseReminder(rest: string): CommentKey | undefined {
  return reminder.test(rest) ? { type: "reminder", step: Number(rest) } : undefined;
}

function parseReply(rest: string): CommentKey {
  const isFinal = rest.endsWith(final);
  const said = isFinal ? rest.slice(0, -final.length) : rest;
  const namesPage = said.endsWith(page);
  const open = namesPage ? said.slice(0, -page.length) : said;
  const [whole = "", tells] = told.exec(open) ?? [];
  const commentId = open.slice(0, open.length - whole.length);
  return {
    type: "reply",
    commentId,
    isFinal,
    ...(tells === undefined ? {} : { tells }),
    ...(namesPage ? { namesPage } : {}),
  };
}

function parseNotice(type: "lease-notice" | "assignees-notice", rest: string): CommentKey | undefined {
  const at = rest.lastIndexOf("@");
  const token = Number(rest.slice(at + 1));
  const isWhole = at > 0 && Number.isSafeInteger(token) && String(token) === rest.slice(at + 1);
  return isWhole ? { type, account: rest.slice(0, at), token } : undefined;
}

/** The comment that our comment with this key replies to; undefined for any other key. */
export function repliedTo(written: string): NodeId | undefined {
  const key = parseCommentKey(written);
  return key?.type === "reply" ? key.commentId : undefined;
}
