/**
 * The JSON of records and queued effects. A database outlives a release, so stored keys keep the spelling of
 * the release that introduced them (`memory`, `standing`), even if the properties are called something else
 * here.
 */
import type { Millis } from "../../base/clock.ts";
import type { Effect } from "../../engine/model/effect.ts";
import type { IssueSeen, LinkedIssue, Links, OwnComment } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";

type Renamed<T, From extends keyof T, To extends string> = Omit<T, From> & Readonly<Record<To, T[From]>>;
type StoredLink = Renamed<LinkedIssue, "issueState", "standing">;
type StoredLinks = Omit<Links, "issues"> & { readonly issues: readonly StoredLink[] };
type StoredSeen = Renamed<
  Omit<IssueSeen, "own" | "blockedBy" | "blocking" | "subIssues" | "parent" | "duplicateOf">,
  "issueState",
  "standing"
> & {
  readonly own: readonly Renamed<OwnComment, "persisted", "memory">[];
  readonly blockedBy: StoredLinks;
  readonly blocking: StoredLinks;
  readonly subIssues?: readonly StoredLink[] | undefined;
  readonly parent?: StoredLink | undefined;
  readonly duplicateOf?: StoredLink | undefined;
};
type StoredRecord = Renamed<Omit<IssueRecord, "seen">, "persisted", "memory"> & { readonly seen: StoredSeen };
type ShowStatus = Extract<Effect, { readonly type: "ShowStatus" }>;
type StoredEffect = Exclude<Effect, ShowStatus> | Renamed<ShowStatus, "persisted", "memory">;

export function writeRecord({ persisted: memory, seen, ...rest }: IssueRecord): string {
  const stored: StoredRecord = { ...rest, memory, seen: storedSeen(seen) };
  return JSON.stringify(stored);
}

/**
 * Parses what `writeRecord` wrote. Only the store writes the column, so its shape is not validated again.
 *
 * @param readAt the column of the same row: the JSON has the time of the first read that showed the rest
 */
export function parseRecord(json: string, readAt: Millis): IssueRecord {
  const { memory: persisted, seen, ...rest }: StoredRecord = JSON.parse(json);
  return { ...rest, readAt, persisted, seen: seenOf(seen) };
}

export function writeEffect(effect: Effect): string {
  if (effect.type !== "ShowStatus") return JSON.stringify(effect);
  const { persisted: memory, ...rest } = effect;
  return JSON.stringify({ ...rest, memory });
}

/** Parses what `writeEffect` wrote. */
export function parseEffect(json: string): Effect {
  const stored: StoredEffect = JSON.parse(json);
  if (stored.type !== "ShowStatus") return stored;
  const { memory: persisted, ...rest } = stored;
  return { ...rest, persisted };
}

function storedSeen(seen: IssueSeen): StoredSeen {
  const { issueState: standing, own, blockedBy, blocking, subIssues, parent, duplicateOf, ...rest } = seen;
  return {
    ...rest,
    standing,
    own: own.map(({ persisted: memory, ...comment }) => ({ ...comment, memory })),
    blockedBy: { ...blockedBy, issues: blockedBy.issues.map(storedLink) },
    blocking: { ...blocking, issues: blocking.issues.map(storedLink) },
    ...(subIssues !== undefined && { subIssues: subIssues.map(storedLink) }),
    ...(parent !== undefined && { parent: storedLink(parent) }),
    ...(duplicateOf !== undefined && { duplicateOf: storedLink(duplicateOf) }),
  };
}

function seenOf(stored: StoredSeen): IssueSeen {
  const { standing: issueState, own, blockedBy, blocking, subIssues, parent, duplicateOf, ...rest } = stored;
  return {
    ...rest,
    issueState,
    own: own.map(({ memory: persisted, ...comment }) => ({ ...comment, persisted })),
    blockedBy: { ...blockedBy, issues: blockedBy.issues.map(linkOf) },
    blocking: { ...blocking, issues: blocking.issues.map(linkOf) },
    ...(subIssues !== undefined && { subIssues: subIssues.map(linkOf) }),
    ...(parent !== undefined && { parent: linkOf(parent) }),
    ...(duplicateOf !== undefined && { duplicateOf: linkOf(duplicateOf) }),
  };
}

function storedLink({ issueState: standing, ...rest }: LinkedIssue): StoredLink {
  return { ...rest, standing };
}

function linkOf({ standing: issueState, ...rest }: StoredLink): LinkedIssue {
  return { ...rest, issueState };
}
