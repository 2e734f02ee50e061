/** Reads refresh requests and page requests from rows. */
import { integer, type Row, text } from "../../base/row.ts";
import type {
  PageRequest,
  QueuedPageRequest,
  QueuedRefreshRequest,
  RefreshRequest,
} from "../../dispatcher/ports/refresh-request.ts";

/** Targets with this prefix are pages of a repository's issue list, not issues. */
export const pagePrefix = "+";
/** The character after it, where the range of pages ends. */
export const afterPages = ",";

/** Values of the column `unless_fresh`. An earlier release treats unknown values as a read. */
const strengths = {
  unlessUnchanged: -2,
  unlessClosed: -1,
  always: 0,
  unlessFresh: 1,
  unlessHeard: 2,
  adopts: 3,
  adoptsUnlessFresh: 4,
} as const;

/** The lowest value that adopts, above all others. The partial index of such rows contains the same number. */
export const adopting = strengths.adopts;

export function strengthOf(request: RefreshRequest): number {
  const { unlessFresh, unlessHeard, unlessClosed, unlessUnchanged, adopts } = request;
  if (adopts === true) return unlessFresh === true ? strengths.adoptsUnlessFresh : strengths.adopts;
  if (unlessHeard === true) return strengths.unlessHeard;
  if (unlessFresh === true) return strengths.unlessFresh;
  if (unlessClosed === true) return strengths.unlessClosed;
  return unlessUnchanged === true ? strengths.unlessUnchanged : strengths.always;
}

/** A target whose node id is not known. */
export function numberTarget(number: number): string {
  return `#${number}`;
}

export function pageTarget({ after }: PageRequest): string {
  return pagePrefix + (after ?? "");
}

export const becausePage = "the repository is new";

type Flags = Omit<RefreshRequest, "repositoryId" | "target" | "dueAt" | "because">;

const flags = new Map<number, Flags>([
  [strengths.unlessUnchanged, { unlessUnchanged: true }],
  [strengths.unlessClosed, { unlessClosed: true }],
  [strengths.unlessFresh, { unlessFresh: true }],
  [strengths.unlessHeard, { unlessHeard: true }],
  [strengths.adopts, { adopts: true }],
  [strengths.adoptsUnlessFresh, { adopts: true, unlessFresh: true }],
]);

export function refreshIn(row: Row): QueuedRefreshRequest {
  const target = text(row, "target");
  const strength = integer(row, "unless_fresh");
  return {
    id: integer(row, "id"),
    repositoryId: text(row, "repository_id"),
    target: target.startsWith("#") ? { number: Number(target.slice(1)) } : { id: target },
    dueAt: integer(row, "due_at"),
    because: text(row, "because"),
    ...flags.get(strength),
  };
}

export function pageIn(row: Row): QueuedPageRequest {
  const after = text(row, "target").slice(pagePrefix.length);
  return {
    id: integer(row, "id"),
    repositoryId: text(row, "repository_id"),
    after: after === "" ? undefined : after,
    dueAt: integer(row, "due_at"),
  };
}
