/**
 * Translates labels between a repository's names and ours. Only this edge does so: everywhere else labels
 * have our names.
 */
import type { QueuedEffect } from "../../dispatcher/ports/outbox.ts";
import type { IssueFact, Tracker } from "../../dispatcher/ports/tracker.ts";
import type { Translation } from "../../dispatcher/ports/translation.ts";
import type { Writer } from "../../dispatcher/ports/writer.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { labelName, type RenamedLabels } from "../../protocol/label-name.ts";

/** Our name → the repository's own, by repository. */
export type LabelRenames = (repositoryId: RepositoryId) => RenamedLabels;

export const noRenames: LabelRenames = () => ({});

/** Reads the repository's names as ours. */
export function renamedTracker(tracker: Tracker, renames: LabelRenames): Tracker {
  /** Issues that were read together have few repositories between them. */
  const toOursAll = (): ((fact: IssueFact) => IssueFact) => {
    const names = new Map<RepositoryId, OurNames>();
    return (fact) => {
      const { repositoryId, labels } = fact.issue;
      const known = names.get(repositoryId) ?? ourNames(renames(repositoryId));
      names.set(repositoryId, known);
      return { ...fact, issue: { ...fact.issue, labels: ours(labels, known) } };
    };
  };
  return {
    ...tracker,
    readIssues: async (installationId, requests) => {
      const facts = await tracker.readIssues(installationId, requests);
      const toOurs = toOursAll();
      return facts.map((fact) => (fact.type === "IssueSeen" ? toOurs(fact) : fact));
    },
    issuePage: async (repository, after) => {
      const page = await tracker.issuePage(repository, after);
      return page && { ...page, facts: page.facts.map(toOursAll()) };
    },
  };
}

/** Reads the repository's names in a delivery as ours. */
export function renamedTranslation(translation: Translation, renames: LabelRenames): Translation {
  const home = translation.repository?.id;
  if (home === undefined) return translation;
  const refreshes = translation.refreshes.map((asked) => {
    if (asked.news?.type !== "label") return asked;
    const [name = asked.news.name] = ours([asked.news.name], ourNames(renames(home)));
    return { ...asked, news: { ...asked.news, name } };
  });
  return { ...translation, refreshes };
}

/** Writes our names as the repository's. */
export function renamedWriter(writer: Writer, renames: LabelRenames): Writer {
  const toTheirs = (queued: QueuedEffect): QueuedEffect => {
    const { effect, repositoryId } = queued;
    const theirs = (names: readonly string[]) => names.map((name) => labelName(name, renames(repositoryId)));
    if (effect.type === "OpenIssue")
      return { ...queued, effect: { ...effect, labels: theirs(effect.labels) } };
    if (effect.type !== "SetLabels") return queued;
    return { ...queued, effect: { ...effect, add: theirs(effect.add), remove: theirs(effect.remove) } };
  };
  return {
    ...writer,
    write: async (installationId, effects) => {
      const home = new Map(effects.map(({ id, repositoryId }) => [id, repositoryId]));
      const results = await writer.write(installationId, effects.map(toTheirs));
      return results.map((result) => {
        const names = result.ok ? result.receipt.labels : undefined;
        if (!result.ok || names === undefined) return result;
        const labels = ours(names, ourNames(renames(home.get(result.id) ?? "")));
        return { ...result, receipt: { ...result.receipt, labels } };
      });
    },
  };
}

/** Our name by the repository's own, in lower case. */
type OurNames = ReadonlyMap<string | undefined, string>;

function ourNames(renamed: RenamedLabels): OurNames {
  return new Map(Object.entries(renamed).map(([shipped, own]) => [own?.toLowerCase(), shipped]));
}

/** The names as we ship them. */
export function shippedNames(names: readonly string[], renamed: RenamedLabels): readonly string[] {
  return ours(names, ourNames(renamed));
}

function ours(names: readonly string[], back: OurNames): readonly string[] {
  return back.size === 0 ? names : names.map((name) => back.get(name.toLowerCase()) ?? name);
}
