/** Applies that we added or removed a sub-issue to the records of both ends. */
import type { Millis } from "../../base/clock.ts";
import type { IssueSeen, LinkedIssue, NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** Both ends of a relation, as GitHub answered. */
export interface Family {
  readonly parent: LinkedIssue;
  readonly child: LinkedIssue;
}

/** The parent, which remembers that the relation is ours: only such a one is removed again. */
export function withPart(
  record: IssueRecord,
  childId: NodeId,
  family: Family | undefined,
  at: Millis,
): IssueRecord {
  const { parts = [] } = record.persisted;
  const others = othersThan(childId, record.seen);
  const subIssues = family === undefined ? record.seen.subIssues : [...others, family.child];
  return {
    ...record,
    seen: { ...record.seen, ...(subIssues === undefined ? {} : { subIssues }) },
    persisted: { ...record.persisted, parts: [...parts.filter((id) => id !== childId), childId] },
    edgeMadeAt: { ...record.edgeMadeAt, [childId]: at },
  };
}

/** The parent. */
export function withoutPart(record: IssueRecord, childId: NodeId): IssueRecord {
  const { [childId]: _, ...edgeMadeAt } = record.edgeMadeAt;
  const { subIssues: __, ...rest } = record.seen;
  const left = othersThan(childId, record.seen);
  const parts = (record.persisted.parts ?? []).filter((id) => id !== childId);
  return {
    ...record,
    seen: left.length === 0 ? rest : { ...rest, subIssues: left },
    persisted: withParts(record.persisted, parts),
    edgeMadeAt,
  };
}

/** An empty list is left out, as a rebuilt index does not have it. */
export function withParts(persisted: PersistedState, parts: readonly NodeId[]): PersistedState {
  return { ...persisted, parts: parts.length === 0 ? undefined : [...parts] };
}

/** The sub-issue. */
export function withoutParent(record: IssueRecord, parentId: NodeId): IssueRecord {
  const { parent, ...rest } = record.seen;
  return parent?.id === parentId ? { ...record, seen: rest } : record;
}

function othersThan(childId: NodeId, { subIssues = [] }: IssueSeen): NonNullable<IssueSeen["subIssues"]> {
  return subIssues.filter(({ id }) => id !== childId);
}
