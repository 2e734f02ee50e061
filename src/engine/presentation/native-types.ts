/**
 * Finds the organisation's issue types that mirror kinds. Never create missing ones: they belong to the
 * organisation, so nothing is written for a kind that has no matching type.
 */
import { labelKey } from "../../protocol/characters.ts";
import { kinds } from "../../protocol/kinds/kinds.ts";
import { isAdmitted } from "../admission/trust.ts";
import type { IssueType, NodeId, RepositoryId } from "../model/fact.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

/** Repositories whose issue types have to be known before deciding about `ids`. */
export function repositoriesToType(view: View, ids: readonly NodeId[]): ReadonlySet<RepositoryId> {
  const records = ids.flatMap((id) => view.records.get(id) ?? []);
  return new Set(records.filter(isUntyped).map(({ seen }) => seen.repositoryId));
}

/** The type that an issue lacks; undefined unless its organisation has one named like its kind. */
export function missingType(view: View, record: IssueRecord): IssueType | undefined {
  const { reading, persisted, seen } = record;
  if (!isUntyped(record) || !isAdmitted(record)) return undefined;
  if (reading.kind === undefined || persisted.kind !== reading.kind) return undefined;
  const name = labelKey(kinds[reading.kind].nativeType);
  return view.issueTypes?.get(seen.repositoryId)?.find((type) => labelKey(type.name) === name);
}

function isUntyped({ reading, seen }: IssueRecord): boolean {
  return reading.kind !== undefined && seen.nativeType === undefined && seen.issueState.state === "open";
}
