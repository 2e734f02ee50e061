/** Whether it is still to be found out which pages a handover made stale. */
import type { Settings } from "../../../protocol/settings/config.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { awaitsMerge, currentAcceptance, handoverIn } from "../handovers.ts";

/** Whether a large change was accepted, and nothing is recorded about pages yet. */
export function mayAskForPages(record: IssueRecord): boolean {
  return record.persisted.stalePages === undefined && currentAcceptance(record)?.isLarge === true;
}

/** The same once its work is in: a pull request that still waits for its merge may never be merged. */
export function asksForPages(record: IssueRecord, settings: Settings): boolean {
  return mayAskForPages(record) && !awaitsMerge(record, settings);
}

/** The files that it changed, removed or renamed, and in an index that was rebuilt those that it names. */
export function filesChangedBy(record: IssueRecord): readonly string[] {
  const pull = record.evidence?.pullRequest;
  if (pull === undefined) return (handoverIn(record)?.changes ?? []).map(({ name }) => name);
  return pull.files.flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [path] : [path, previousPath],
  );
}
