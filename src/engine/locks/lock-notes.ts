/** Says for the ledger how the locks of a task changed in one decision: every one that began or ended, and why. */
import type { LeaseNote } from "../leases/lease-notes.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { holderName, isOver, isUndecided, type PathRequest } from "./requests.ts";

type Decided = Pick<IssueRecord, "persisted" | "seen">;

/** @param before undefined if the index did not know the task */
export function lockNotes(
  before: Pick<IssueRecord, "persisted"> | undefined,
  after: Decided,
  now: number,
): readonly LeaseNote[] {
  const had = decidedIn(before);
  const has = decidedIn(after);
  return [
    ...had.flatMap((request) => {
      const globs = missingIn(request, has, request.since !== undefined);
      if (globs.length === 0) return [];
      const what = request.since === undefined ? "no longer waits for" : "no longer locks";
      return [
        { what: `${nameIn(request, before)} ${what} ${listed(globs)}`, because: endOf(request, after, now) },
      ];
    }),
    ...has.flatMap((request) => {
      const globs = missingIn(request, had, request.since !== undefined);
      if (globs.length === 0) return [];
      const what = request.since === undefined ? "waits for" : "locks";
      const because =
        request.since === undefined ? "Others have them, or asked first." : "Nothing is in the way.";
      return [{ what: `${nameIn(request, after)} ${what} ${listed(globs)}`, because }];
    }),
  ];
}

/** While it is not known which files are free, there is nothing to say. */
function decidedIn(record: Pick<IssueRecord, "persisted"> | undefined): readonly PathRequest[] {
  return (record?.persisted.locks ?? []).filter((request) => !isUndecided(request));
}

/** The globs of a request that `others` do not have in the same state. */
function missingIn(
  request: PathRequest,
  others: readonly PathRequest[],
  isGranted: boolean,
): readonly string[] {
  const alike = others.filter(
    (other) => (other.since !== undefined) === isGranted && other.isShared === request.isShared,
  );
  return request.globs.filter((glob) => !alike.some(({ globs }) => globs.includes(glob)));
}

function endOf(request: PathRequest, { persisted, seen }: Decided, now: number): string {
  if (seen.issueState.state === "closed") return "The task was closed.";
  if (isOver(request, now)) return "It expired.";
  const isOfLease = request.token !== undefined;
  if (isOfLease && request.token !== persisted.lease?.token) return "The lease ended.";
  if (request.since === undefined) return "It was granted, or given up.";
  return persisted.restsSince === undefined
    ? "It was given up."
    : "It was inactive for too long and others are waiting.";
}

function nameIn(request: PathRequest, record: Pick<IssueRecord, "persisted"> | undefined): string {
  const { lease } = record?.persisted ?? {};
  return holderName(request, lease === undefined ? {} : { holder: lease.holder });
}

/** How many globs a line of the ledger names. */
const maxListed = 5;

function listed(globs: readonly string[]): string {
  const rest = globs.length > maxListed ? ` and ${globs.length - maxListed} more` : "";
  return `${globs.slice(0, maxListed).join(", ")}${rest}`;
}
