/**
 * Replaces what the index holds of a repository by what was just read of it, and tells where the two differed.
 * Compares only GitHub's state: our own times and commands that were edited away are not part of it, and of the
 * persisted state only what lasts must match, as the rest is derived again.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { portionsOf } from "../../base/portions.ts";
import { decideInSteps } from "../../engine/decide.ts";
import { withKnownAcceptance } from "../../engine/handovers/known-acceptance.ts";
import { withKnownLease } from "../../engine/leases/award.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import { emptyPersistedState, isSameState } from "../../engine/model/persisted-state.ts";
import { type IssueRecord, knownAt } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import { lastingState } from "../../engine/presentation/status/lasting.ts";
import type { ContextBuilder } from "../context-builder.ts";
import { inSteps } from "../in-steps.ts";
import type { Mutex } from "../mutex.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";
import { type PageLookup, withConstraints } from "../reconcile/deciding/constraints.ts";
import { withProposals } from "../reconcile/deciding/proposals.ts";
import { hasMoved } from "../reconcile/reading/moved.ts";
import { nothingSettled, refreshRequestsFor } from "../repository/changes.ts";

/** An issue about which the index and GitHub differ. */
export interface Difference {
  readonly ref: string;
  /**
   * `missing` in the index, `left over` in it, or held with a different text, state, edge or persisted state.
   */
  readonly what: "missing" | "left over" | "differs" | "remembers differently";
}

/**
 * Replaces what the index holds of a repository, except what it has read since. Resolves to where it differed.
 * @param begun when the reading of `view` began
 */
export type ReplaceIndexed = (
  repository: RepositorySeen,
  view: View,
  begun: Millis,
) => Promise<readonly Difference[]>;

interface ReplaceNeeds {
  readonly index: Pick<
    Index,
    "issueIds" | "records" | "commit" | "proposals" | "pageFindings" | "settings" | "firstSigned"
  >;
  readonly tracker: Pick<Tracker, "aheadMs">;
  readonly clock: Clock;
  readonly mutex: Mutex;
  readonly contextBuilder: Pick<ContextBuilder, "build">;
  readonly pages: PageLookup;
}

export function createReplacement(needs: ReplaceNeeds): ReplaceIndexed {
  const { index, tracker, clock, mutex, contextBuilder, pages } = needs;

  async function removeLeftOver(
    repository: RepositorySeen,
    found: ReadonlySet<NodeId>,
    begun: Millis,
  ): Promise<readonly Difference[]> {
    const differences: Difference[] = [];
    await mutex.run(async () => {
      const notFound = (await index.issueIds(repository.id)).filter((id) => !found.has(id));
      const gone: NodeId[] = [];
      for (const some of portionsOf(notFound))
        for (const [id, held] of await index.records(some)) {
          if (knownAt(held) >= begun) continue;
          gone.push(id);
          differences.push(difference(repository, held, "left over"));
        }
      await index.commit({ ...nothingSettled, gone });
    });
    return differences;
  }

  async function save(
    repository: RepositorySeen,
    view: View,
    some: readonly IssueRecord[],
  ): Promise<readonly Difference[]> {
    const ids = some.map(({ seen }) => seen.id);
    return mutex.run(async () => {
      const held = await index.records(ids);
      const newer = some.filter((record) => !isOvertaken(record, held.get(record.seen.id)));
      const differences = newer.flatMap((record) =>
        compare(repository, view, held.get(record.seen.id), record),
      );
      const refreshes = refreshRequestsFor(repository.id, ids, clock.now(), "the index was rebuilt");
      const kept = newer.map((record) => withLocalParts(view, record, held.get(record.seen.id)));
      await index.commit({ ...nothingSettled, records: kept, refreshes });
      return differences;
    });
  }

  return async (repository, view, begun) => {
    const ids = [...view.records.values()].flatMap(({ seen }) =>
      seen.repositoryId === repository.id ? seen.id : [],
    );
    const context = contextBuilder.build(repository.id, clock.now() - tracker.aheadMs());
    const whole = await withConstraints(pages, await withProposals(index, view), ids, context);
    const { records } = await inSteps(clock, decideInSteps(whole, ids, context));
    const differences = [...(await removeLeftOver(repository, new Set(ids), begun))];
    for (const some of portionsOf(records)) differences.push(...(await save(repository, view, some)));
    return differences;
  };
}

function compare(
  repository: RepositorySeen,
  view: View,
  held: IssueRecord | undefined,
  read: IssueRecord,
): readonly Difference[] {
  if (held === undefined) return [difference(repository, read, "missing")];
  if (hasMoved(withoutComments(held), withoutComments(read)))
    return [difference(repository, read, "differs")];
  const known = lastingState(view, { ...withLocalParts(view, read, held), persisted: held.persisted });
  return isSameState(known, lastingState(view, read))
    ? []
    : [difference(repository, read, "remembers differently")];
}

function withoutComments(record: IssueRecord): IssueRecord {
  return { ...record, seen: { ...record.seen, comments: [] } };
}

function difference(
  { owner, name }: RepositorySeen,
  record: IssueRecord | undefined,
  what: Difference["what"],
): Difference {
  return { ref: `${owner}/${name}#${record?.seen.number ?? "?"}`, what };
}

/** A pass has read it since, or we have written to it. */
function isOvertaken({ readAt }: IssueRecord, held: IssueRecord | undefined): boolean {
  return held !== undefined && knownAt(held) > readAt;
}

/**
 * Keeps what only this index knows: leases, accepted handovers, which commands had their effect, when we added an
 * edge, and reactions not shown yet. Without it, an edge not shown yet would look removed, and a release would free
 * the next holder's task. A command that only this decision obeyed, and a task that only this decision gave to an
 * agent, are left to a pass, which says so in the ledger.
 */
function withLocalParts(view: View, record: IssueRecord, held: IssueRecord | undefined): IssueRecord {
  const shown = view.records.get(record.seen.id)?.persisted;
  const known = held?.persisted ?? shown ?? emptyPersistedState;
  const obeyed = [...new Set([...(shown?.obeyed ?? []), ...known.obeyed])];
  const { declined } = known;
  const decided = withKnownLease(record.persisted, shown, known);
  const persisted = { ...withKnownAcceptance(decided, shown, known), obeyed, declined };
  if (held === undefined) return { ...record, persisted };
  const reactedTo = [...new Set([...(held.reactedTo ?? []), ...(record.reactedTo ?? [])])];
  return { ...held, ...record, persisted, edgeMadeAt: held.edgeMadeAt, reactedTo };
}
