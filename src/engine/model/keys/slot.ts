/**
 * Encodes the place on an issue that an effect fills. Effects outlive a release: never change a spelling
 * here, or an effect that an earlier release queued is neither found nor replaced.
 */
import type { NodeId } from "../fact.ts";
import { formatOpeningReason, type OpeningReason, parseOpeningReason } from "./issue-key.ts";

/** Places of which an issue has one. */
const singles = {
  labels: "labels",
  "issue-type": "type",
  assignees: "assign",
  "no-assignees": "unassign",
  status: "status",
  close: "close",
  merge: "merge",
  check: "check",
  "merge-queue-check": "check in queue",
  "unblock-notice": "wake",
  reminder: "remind",
  text: "text",
  "text-notice": "text notice",
  hint: "hint",
} as const;

/** Places that an issue has for each other issue, or for each comment, whose id follows. */
const beginnings = {
  /** The issue at the other end. */
  dependency: "edge ",
  /** The sub-issue. */
  part: "part ",
  /** The discovery. */
  "discovery-notice": "tell ",
  /** The comment that is replied to, reacted to or minimised. */
  reply: "reply:",
  /** The account that is notified. */
  "lease-notice": "lease ",
  "assignees-notice": "assignees ",
  reaction: "reaction ",
  "folded-comment": "minimize ",
} as const;

type SingleType = keyof typeof singles;
type TypeById = keyof typeof beginnings;

export type DependencySlot =
  | { readonly type: "dependency"; readonly id: NodeId }
  /** Between two other issues, as an escalation's decision removes it. */
  | { readonly type: "dependency-between"; readonly blockedId: NodeId; readonly blockerId: string };

export type Slot =
  | { readonly type: SingleType }
  | { readonly type: Exclude<TypeById, "dependency">; readonly id: NodeId }
  | DependencySlot
  /** An issue to open on behalf of this one. */
  | { readonly type: "issue"; readonly openingReason: OpeningReason }
  /** One that this release does not know. */
  | { readonly type: "other"; readonly written: string };

const issueBeginning = "open ";

const singleTypes = Object.keys(singles).filter((word): word is SingleType => word in singles);
const typesById = Object.keys(beginnings).filter((word): word is TypeById => word in beginnings);

export function formatSlot(slot: Slot): string {
  switch (slot.type) {
    case "other":
      return slot.written;
    case "issue":
      return issueBeginning + formatOpeningReason(slot.openingReason);
    case "dependency-between":
      return `${beginnings.dependency}${slot.blockedId} ${slot.blockerId}`;
    case "dependency":
    case "part":
    case "discovery-notice":
    case "reply":
    case "lease-notice":
    case "assignees-notice":
    case "reaction":
    case "folded-comment":
      return beginnings[slot.type] + slot.id;
    default:
      return singles[slot.type];
  }
}

/** Never throws: anything that no release wrote is kept unchanged. */
export function parseSlot(written: string): Slot {
  const single = singleTypes.find((type) => singles[type] === written);
  if (single !== undefined) return { type: single };
  if (written.startsWith(issueBeginning))
    return { type: "issue", openingReason: parseOpeningReason(written.slice(issueBeginning.length)) };
  const type = typesById.find((each) => written.startsWith(beginnings[each]));
  return type === undefined
    ? { type: "other", written }
    : slotById(type, written.slice(beginnings[type].length));
}

function slotById(type: TypeById, rest: string): Slot {
  const gap = type === "dependency" ? rest.indexOf(" ") : -1;
  if (gap < 0) return { type, id: rest };
  return { type: "dependency-between", blockedId: rest.slice(0, gap), blockerId: rest.slice(gap + 1) };
}
