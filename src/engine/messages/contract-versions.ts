/** The versions of an interface: which contract replaced which, whatever has become of their texts since. */

import { wordsAlone } from "../../protocol/decided-words.ts";
import { parseVersion, type Version } from "../../protocol/section-values/version.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, recordsOnTracks, type View } from "../model/view.ts";
import { contractIn } from "./contract-text.ts";
import { keptOutcome } from "./outcome.ts";

/** Whether it was agreed to, and not reopened. Its text may have been edited since. */
export function wasAgreed(record: IssueRecord): boolean {
  const outcome = keptOutcome(record);
  if (outcome === undefined || outcome.result === "declined") return false;
  // A label or a text that says something else now does not bring the version before back.
  if (outcome.agreed !== undefined) return true;
  // What an earlier release did not keep is read from the text, which therefore has to be admitted.
  return record.reading.kind === "contract" && record.persisted.admitted?.hash === record.seen.textHash;
}

/** The interface and version that were agreed to; of a contract that is still open, those in its text. */
export function namedVersion(
  record: IssueRecord,
): { readonly interface: string; readonly version: Version } | undefined {
  const outcome = wasAgreed(record) ? keptOutcome(record) : undefined;
  const agreed = outcome && wordsAlone(outcome.decision);
  const space = agreed?.lastIndexOf(" ") ?? -1;
  const version = agreed === undefined ? undefined : parseVersion(agreed.slice(space + 1));
  return agreed === undefined || version === undefined
    ? contractIn(record)
    : { interface: agreed.slice(0, space), version };
}

/** The contract that this one replaces. An edit after the agreement does not change which it was. */
export function versionBefore(view: View, record: IssueRecord): IssueRecord | undefined {
  const agreed = wasAgreed(record) ? keptOutcome(record)?.agreed : undefined;
  if (agreed !== undefined)
    return agreed.replaces === undefined ? undefined : view.records.get(agreed.replaces);
  const replaces = contractIn(record)?.replaces;
  const before = replaces && recordOf(view, record, replaces);
  return before?.reading.kind === "contract" ? before : undefined;
}

/** All contracts before this one, the latest first. */
export function versionsBefore(view: View, record: IssueRecord): readonly IssueRecord[] {
  const found: IssueRecord[] = [];
  for (let next = versionBefore(view, record); next !== undefined; next = versionBefore(view, next)) {
    // Texts that replace each other make a circle.
    if (next.seen.id === record.seen.id || found.includes(next)) break;
    found.push(next);
  }
  return found;
}

/** The tasks that its text names, and the open ones of its tracks. */
export function tasksOf(view: View, record: IssueRecord): readonly IssueRecord[] {
  const contract = contractIn(record);
  if (contract === undefined) return [];
  const named = [contract.provider, ...contract.consumers].flatMap(
    (ref) => recordOf(view, record, ref) ?? [],
  );
  return [...new Set([...named, ...recordsOnTracks(view, record)])];
}
