/** The rows derived from a record, for queries. Every row follows from the record alone, so that a rebuilt index is equal. */
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import { idInKey, messageKey, signedMessageKey } from "../../engine/model/keys/message-key.ts";
import { interestsIn } from "../../engine/model/names.ts";
import { linkedBy } from "../../engine/model/pulls.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";

/** `#number` in the same repository, or `owner/repo#number`. */
export type NameRow =
  | {
      readonly number: number;
      readonly repositoryId: RepositoryId;
      readonly owner: null;
      readonly repo: null;
    }
  | { readonly number: number; readonly repositoryId: null; readonly owner: string; readonly repo: string };

export interface Derived {
  readonly blockers: readonly NodeId[];
  readonly names: readonly NameRow[];
  readonly message: { readonly key: string; readonly envelopeId: string | null } | undefined;
  readonly signedKey: string | undefined;
  /** From `interestsIn`, such as the tracks that a discovery is for. */
  readonly interests: readonly string[];
}

export function derivedFrom(record: IssueRecord): Derived {
  const key = messageKey(record);
  return {
    blockers: waitedFor(record).map(({ id }) => id),
    names: namesIn(record),
    message: key === undefined ? undefined : { key, envelopeId: idInKey(key) ?? null },
    signedKey: signedMessageKey(record),
    interests: interestsIn(record.reading),
  };
}

/** A duplicate refers to its original, so that reading the original finds the duplicate. */
function namesIn(record: IssueRecord): readonly NameRow[] {
  const { repositoryId, duplicateOf } = record.seen;
  return [...linkedBy(record), ...(duplicateOf ? [duplicateOf] : [])].map(({ owner, repo, number }) =>
    owner === undefined || repo === undefined
      ? { number, repositoryId, owner: null, repo: null }
      : { number, repositoryId: null, owner, repo },
  );
}

/** A space waits for nothing, so no dependency cycle passes through it. */
function waitedFor({ seen, reading }: IssueRecord): readonly { readonly id: NodeId }[] {
  return reading.kind === "space" ? [] : [...seen.blockedBy.issues, ...(seen.subIssues ?? [])];
}
