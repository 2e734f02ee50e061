/**
 * Compares what a survey shows of a repository with the index. What a survey cannot show, such as edges, is
 * found by rereading issues that haven't been read recently.
 */
import type { RepositorySeen } from "../../engine/model/fact.ts";
import { defaultLabels } from "../../protocol/label.ts";
import type { Index } from "../ports/issue-index.ts";
import type { StoredLabels, StoredSettings } from "../ports/settings.ts";
import type { Surveyed } from "../ports/survey.ts";

/** Which parts of a repository to refetch. */
export interface Differences {
  /** Whether it is set up, its name, its owner, its visibility, or whether it is archived. */
  readonly itself: boolean;
  readonly settings: boolean;
  readonly labels: boolean;
  readonly issues: boolean;
}

/** For a repository missing from the survey: assume that everything changed. */
export const allDiffers: Differences = { itself: true, settings: true, labels: true, issues: true };

export function differencesIn(
  index: Pick<Index, "cursor" | "settings" | "labels">,
  repository: RepositorySeen,
  surveyed: Surveyed,
): Differences {
  const { id } = repository;
  const cursor = index.cursor(id);
  return {
    // Without a cursor it has not been set up, so that it is listed to try that again.
    itself: cursor === undefined || hasMetadataChanged(repository, surveyed),
    settings: haveSettingsChanged(index.settings(id), surveyed.head),
    labels: !labelsUnchanged(index.labels(id), surveyed.labels),
    // Up to the cursor everything is known. Whether the newest issue is known would show nothing of the others.
    issues: cursor === undefined || (surveyed.changedAt ?? 0) >= cursor,
  };
}

function hasMetadataChanged(before: RepositorySeen, { repository: after }: Surveyed): boolean {
  return (
    before.owner !== after.owner ||
    before.name !== after.name ||
    before.isPrivate !== after.isPrivate ||
    before.isArchived !== after.isArchived
  );
}

/**
 * A version that waits for its approval is asked about again: the issue that asks may have been closed. One
 * that an earlier release stored has not been judged yet.
 */
function haveSettingsChanged(known: StoredSettings | undefined, head: Surveyed["head"]): boolean {
  if (known !== undefined && (known.authority === undefined || known.authority.waiting !== undefined))
    return true;
  const isSameBranch = (known?.authority?.branch ?? head?.branch) === head?.branch;
  return known?.commit !== head?.commit || (head !== undefined && !isSameBranch);
}

/** Whether each of our labels still has the id and the name that we stored. */
function labelsUnchanged(kept: StoredLabels, labels: Surveyed["labels"]): boolean {
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  return defaultLabels.every(({ name: shipped }) => {
    const label = kept[shipped];
    return label !== undefined && names.get(label.id) === label.name;
  });
}

/** Whether all of our labels existed when the labels were last read. */
export function allLabelsKnown(kept: StoredLabels): boolean {
  return defaultLabels.every(({ name: shipped }) => kept[shipped] !== undefined);
}
