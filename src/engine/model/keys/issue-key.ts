/**
 * Encodes what one of our issues was opened for, as in its signed marker and its origin's persisted state.
 * Both outlive a release: never change a spelling here, or an existing issue is no longer recognised and is
 * opened again.
 */
import type { Millis } from "../../../base/clock.ts";
import type { NodeId } from "../fact.ts";

/** Why we opened an issue on behalf of another, its origin. Each reason applies at most once per origin. */
export type OpeningReason =
  /** A discovery asks for work, or a handover may have made pages stale. */
  | { readonly type: "task" }
  /**
   * The coordinator answers the question's text or escalates it; identified by the beginning of the hash of title and
   * body.
   */
  | { readonly type: "answer" | "proposed"; readonly textHash: string }
  /**
   * There was no answer in time to this text, by the beginning of its hash; `since`: when the question was last reopened,
   * 0 if never.
   */
  | { readonly type: "overdue"; readonly since: Millis; readonly textHash?: string }
  /** `words`: SHA-256 of what the other answer said, as it may be edited. */
  | {
      readonly type: "contradiction";
      readonly acceptedId: NodeId;
      readonly otherId: NodeId;
      readonly words?: string;
    }
  /** The blocker's node id, or its name if it is lost, and when it was closed, 0 if it was not. */
  | { readonly type: "dead-blocker"; readonly blocker: string; readonly closedAt: Millis }
  /** A dependency cycle. */
  | { readonly type: "ring"; readonly ring: string }
  /**
   * `landing`: it is ready itself, and what it lands with is not. `after`: the number of the earlier escalation about
   * this commit, which was decided.
   */
  | {
      readonly type: "unmerged";
      readonly commit: string;
      readonly about?: "landing";
      readonly after?: number;
    }
  /** Leases of a task lapsed in a row; the token of the last. */
  | { readonly type: "lapsed"; readonly token: number }
  /** A vote ended without a decision: its text, and when it was last reopened. */
  | { readonly type: "vote"; readonly round: string }
  /** A vote about a question carried an option, and no row lets that answer the question: the vote's node id. */
  | { readonly type: "vote-result"; readonly voteId: NodeId }
  /** A breaking change of an interface: the contract's text. */
  | { readonly type: "contract"; readonly round: string }
  /** An objection to a contract: its comment. */
  | { readonly type: "objection"; readonly commentId: NodeId }
  /** One that this release does not know. */
  | { readonly type: "other"; readonly written: string };

export type IssueKey =
  | { readonly type: "opened"; readonly originId: NodeId; readonly openingReason: OpeningReason }
  /** Asks people to approve the repository's settings. */
  | ({ readonly type: "settings" } & SettingsVersion);

/** A version of the settings file that awaits approval by a person who may change the settings. */
export interface SettingsVersion {
  /** SHA-256 of the commit and the file. */
  readonly hash: string;
  /** The commit that brought the file to the default branch. */
  readonly commit: string;
  /**
   * Distinguishes this appearance of the commit on the branch from earlier ones, so that an old approval
   * never counts again.
   */
  readonly stay: string;
}

export function formatIssueKey(key: IssueKey): string {
  return key.type === "opened"
    ? ["open", key.originId, formatOpeningReason(key.openingReason)].join(":")
    : [key.type, key.hash, key.commit, key.stay].join(":");
}

/** Undefined unless this or an earlier release wrote it. */
export function parseIssueKey(written: string): IssueKey | undefined {
  const [type, first = "", second, stay, ...rest] = written.split(":");
  if (type === "open" && second !== undefined)
    return {
      type: "opened",
      originId: first,
      openingReason: parseOpeningReason(written.slice(`open:${first}:`.length)),
    };
  if (type !== "settings" || second === undefined || stay === undefined || rest.length > 0) return undefined;
  return { type, hash: first, commit: second, stay };
}

const after = " after #";
const words = " words ";
const landing = " landing";

export function formatOpeningReason(reason: OpeningReason): string {
  switch (reason.type) {
    case "task":
      return reason.type;
    case "answer":
    case "proposed":
      return `${reason.type}@${reason.textHash}`;
    case "overdue":
      return `${reason.type}@${reason.since}${reason.textHash === undefined ? "" : `:${reason.textHash}`}`;
    case "contradiction":
      return `${reason.type}@${reason.acceptedId}:${reason.otherId}${reason.words === undefined ? "" : words + reason.words}`;
    case "dead-blocker":
      return `${reason.type}@${reason.blocker}:${reason.closedAt}`;
    case "lapsed":
      return `${reason.type}@${reason.token}`;
    case "ring":
      return `${reason.type}@${reason.ring}`;
    case "unmerged":
      return `${reason.type}@${reason.commit}${reason.about === undefined ? "" : landing}${reason.after === undefined ? "" : after + reason.after}`;
    case "objection":
      return `${reason.type}@${reason.commentId}`;
    case "contract":
    case "vote":
      return `${reason.type}@${reason.round}`;
    case "vote-result":
      return `${reason.type}@${reason.voteId}`;
    case "other":
      return reason.written;
  }
}

/** Never throws: anything that no release wrote is kept unchanged. */
export function parseOpeningReason(written: string): OpeningReason {
  const at = written.indexOf("@");
  const reason = at < 0 ? undefined : readDetail(written.slice(0, at), written.slice(at + 1));
  if (reason !== undefined && formatOpeningReason(reason) === written) return reason;
  return written === "task" ? { type: "task" } : { type: "other", written };
}

function readDetail(type: string, detail: string): OpeningReason | undefined {
  switch (type) {
    case "answer":
    case "proposed":
      return { type, textHash: detail };
    case "overdue": {
      const [since, textHash] = detail.split(":");
      return { type, since: Number(since), ...(textHash === undefined ? {} : { textHash }) };
    }
    case "contradiction": {
      const mark = detail.indexOf(":");
      const [otherId = "", hash] = detail.slice(mark + 1).split(words);
      const said = hash === undefined ? {} : { words: hash };
      return { type, acceptedId: detail.slice(0, Math.max(0, mark)), otherId, ...said };
    }
    case "dead-blocker": {
      const mark = detail.lastIndexOf(":");
      return {
        type,
        blocker: detail.slice(0, Math.max(0, mark)),
        closedAt: Number(detail.slice(mark + 1)),
      };
    }
    case "lapsed":
      return { type, token: Number(detail) };
    case "ring":
      return { type, ring: detail };
    case "objection":
      return { type, commentId: detail };
    case "contract":
    case "vote":
      return { type, round: detail };
    case "vote-result":
      return { type, voteId: detail };
    case "unmerged": {
      const [about = "", number] = detail.split(after);
      return {
        type,
        commit: about.replace(landing, ""),
        ...(about.endsWith(landing) ? { about: "landing" } : {}),
        ...(number === undefined ? {} : { after: Number(number) }),
      };
    }
    default:
      return undefined;
  }
}
