/**
 * Encodes what one of our issues was opened for, as in its signed marker and its origin's persisted state.
 * Both outlive a release: never change a spelling here, or an existing issue is no longer recognised and is
 * opened again.
 */
import type { Millis } from "../../../base/clock.ts";
import type { NodeId } from "../fact.ts";

/** On behalf of one issue, its origin, each at most once. */
export type Occasion =
  /** A discovery asks for work. */
  | { readonly reason: "task" }
  /**
   * The coordinator answers the question's body or escalates it; identified by the beginning of the body's
   * hash.
   */
  | { readonly reason: "answer" | "proposed"; readonly bodyHash: string }
  /** There was no answer in time; `since`: when the question was last reopened, 0 if never. */
  | { readonly reason: "overdue"; readonly since: Millis }
  | { readonly reason: "contradiction"; readonly acceptedId: NodeId; readonly otherId: NodeId }
  /** The blocker's node id, or its name if it is lost, and when it was closed, 0 if it was not. */
  | { readonly reason: "dead-blocker"; readonly blocker: string; readonly closedAt: Millis }
  | { readonly reason: "ring"; readonly ring: string }
  /** `after`: number of the escalation that was decided about this commit before. */
  | { readonly reason: "unmerged"; readonly commit: string; readonly after?: number }
  /** Leases of a task lapsed in a row; the token of the last. */
  | { readonly reason: "lapsed"; readonly token: number }
  /** One that this release does not know. */
  | { readonly reason: "other"; readonly written: string };

export type IssueKey =
  | { readonly type: "opened"; readonly originId: NodeId; readonly occasion: Occasion }
  /** Asks people to approve the repository's settings. */
  | ({ readonly type: "settings" } & SettingsAsked);

/** A version of the settings file that awaits approval by a person who may change the settings. */
export interface SettingsAsked {
  /** SHA-256 of the commit and the file. */
  readonly hash: string;
  /** The commit that brought the file to the default branch. */
  readonly commit: string;
  /**
   * Distinguishes the commit's present time on the branch from an earlier one, so that an old approval never
   * counts again.
   */
  readonly stay: string;
}

export function formatIssueKey(key: IssueKey): string {
  return key.type === "opened"
    ? ["open", key.originId, formatOccasion(key.occasion)].join(":")
    : [key.type, key.hash, key.commit, key.stay].join(":");
}

/** Undefined for anything that no release up to this one wrote. */
export function parseIssueKey(written: string): IssueKey | undefined {
  const [type, first = "", second, stay, ...rest] = written.split(":");
  if (type === "open" && second !== undefined)
    return {
      ...{ type: "opened", originId: first },
      occasion: parseOccasion(written.slice(`open:${first}:`.length)),
    };
  if (type !== "settings" || second === undefined || stay === undefined || rest.length > 0) return undefined;
  return { type, hash: first, commit: second, stay };
}

const after = " after #";

export function formatOccasion(occasion: Occasion): string {
  switch (occasion.reason) {
    case "task":
      return occasion.reason;
    case "answer":
    case "proposed":
      return `${occasion.reason}@${occasion.bodyHash}`;
    case "overdue":
      return `${occasion.reason}@${occasion.since}`;
    case "contradiction":
      return `${occasion.reason}@${occasion.acceptedId}:${occasion.otherId}`;
    case "dead-blocker":
      return `${occasion.reason}@${occasion.blocker}:${occasion.closedAt}`;
    case "lapsed":
      return `${occasion.reason}@${occasion.token}`;
    case "ring":
      return `${occasion.reason}@${occasion.ring}`;
    case "unmerged":
      return `${occasion.reason}@${occasion.commit}${occasion.after === undefined ? "" : after + occasion.after}`;
    case "other":
      return occasion.written;
  }
}

/** Never throws: anything that no release of ours wrote is kept unchanged. */
export function parseOccasion(written: string): Occasion {
  const at = written.indexOf("@");
  const occasion = at < 0 ? undefined : readDetail(written.slice(0, at), written.slice(at + 1));
  if (occasion !== undefined && formatOccasion(occasion) === written) return occasion;
  return written === "task" ? { reason: "task" } : { reason: "other", written };
}

function readDetail(reason: string, detail: string): Occasion | undefined {
  switch (reason) {
    case "answer":
    case "proposed":
      return { reason, bodyHash: detail };
    case "overdue":
      return { reason, since: Number(detail) };
    case "contradiction": {
      const mark = detail.indexOf(":");
      return { reason, acceptedId: detail.slice(0, Math.max(0, mark)), otherId: detail.slice(mark + 1) };
    }
    case "dead-blocker": {
      const mark = detail.lastIndexOf(":");
      return {
        reason,
        blocker: detail.slice(0, Math.max(0, mark)),
        closedAt: Number(detail.slice(mark + 1)),
      };
    }
    case "lapsed":
      return { reason, token: Number(detail) };
    case "ring":
      return { reason, ring: detail };
    case "unmerged": {
      const [commit = "", number] = detail.split(after);
      return { reason, commit, ...(number === undefined ? {} : { after: Number(number) }) };
    }
    default:
      return undefined;
  }
}
