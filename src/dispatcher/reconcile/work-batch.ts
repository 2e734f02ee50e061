/**
 * The batch of one reconcile pass: due deliveries, translated into facts and targets, and due refresh
 * requests. A payload that cannot be translated is quarantined alone, so it cannot fail the rest.
 */
import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { isOlderFormat } from "../../base/node-id.ts";
import type { Fact, InstallationId, NodeId, RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { GitHubPorts } from "../dispatcher-ports.ts";
import { droppedRow } from "../ledger.ts";
import type { OrderWords } from "../orders/order-words.ts";
import type { AssignedOrder } from "../orders/task-chooser.ts";
import type { Delivery, DueWork } from "../ports/inbox.ts";
import type { Index } from "../ports/issue-index.ts";
import type { LedgerEntry } from "../ports/ledger.ts";
import type { ReceivedPush } from "../ports/settings.ts";
import type { Person } from "../ports/tracker.ts";
import type { Translation } from "../ports/translation.ts";
import { keyOf, splitTargets, type Target, type Targets } from "./reading/targets.ts";

/**
 * Work taken from the store. It stays in the store until a commit marks it as processed or it is requeued.
 */
export interface WorkBatch extends DueWork {
  readonly repositoryId: RepositoryId;
  readonly orders: readonly AssignedOrder[];
}

/** How many deliveries, refresh requests and orders there are. */
export function countWork({ deliveries, refreshes, orders }: WorkBatch): number {
  return deliveries.length + refreshes.length + orders.length;
}

export interface TranslatedDeliveries {
  readonly readable: readonly { readonly delivery: Delivery; readonly translation: Translation }[];
  readonly unreadable: readonly { readonly delivery: Delivery; readonly error: string }[];
}

/**
 * Translates as many deliveries, from the first, as fit into one pass: a hundred about one issue need one
 * read, a hundred about as many issues need a hundred. The others stay in the store. Throws `RequestFailed` if GitHub has to
 * be asked about ids that they name, and can be asked only later.
 */
export async function translateDeliveries(
  { translate, learnIds }: Pick<GitHubPorts, "translate" | "learnIds">,
  deliveries: readonly Delivery[],
  maxIssues: number,
): Promise<TranslatedDeliveries> {
  const first = await translateEach(translate, deliveries, maxIssues);
  const unknown = listUnknownIds(first);
  if (unknown.size === 0) return first;
  for (const [installationId, ids] of unknown) await learnIds(installationId, [...ids]);
  const some = deliveries.slice(0, first.readable.length + first.unreadable.length);
  return translateEach(translate, some, maxIssues);
}

async function translateEach(
  translate: GitHubPorts["translate"],
  deliveries: readonly Delivery[],
  maxIssues: number,
): Promise<TranslatedDeliveries> {
  const readable: { delivery: Delivery; translation: Translation }[] = [];
  const unreadable: { delivery: Delivery; error: string }[] = [];
  const asked = new Set<string>();
  for (const delivery of deliveries) {
    try {
      const translation = await translate(delivery);
      for (const { target } of translation.refreshes) asked.add(keyOf(target));
      if (asked.size > maxIssues && readable.length > 0) break;
      readable.push({ delivery, translation });
    } catch (thrown) {
      unreadable.push({ delivery, error: messageOf(thrown) });
    }
  }
  return { readable, unreadable };
}

/** By the installation that may ask about them. */
function listUnknownIds({
  readable,
}: TranslatedDeliveries): ReadonlyMap<InstallationId, ReadonlySet<NodeId>> {
  const found = new Map<InstallationId, Set<NodeId>>();
  for (const { translation } of readable) {
    const { repository, unknownIds } = translation;
    if (repository === undefined || unknownIds.length === 0) continue;
    const known = found.get(repository.installationId) ?? new Set();
    found.set(repository.installationId, known);
    for (const id of unknownIds) known.add(id);
  }
  return found;
}

/** What the whole batch asks for, without duplicates. */
export interface ReadPlan extends Targets {
  readonly repository: RepositorySeen | undefined;
  /** GUID of the delivery that asked for a target, by `keyOf`. */
  readonly askedBy: ReadonlyMap<string, string>;
  /** Facts that only payloads have: commands as created, deleted issues, the repository's current name. */
  readonly facts: readonly Fact[];
  readonly ledger: readonly LedgerEntry[];
  /** Handovers whose pull request, or a commit of it, a delivery reports news of. */
  readonly workNews: ReadonlySet<NodeId>;
  /** What the orders of the batch say; absent if it has none. */
  readonly words?: OrderWords;
  readonly labelsDeleted: boolean;
  readonly filesChanged: boolean;
  /** A pull request was opened, pushed to, edited, reviewed or closed. */
  readonly hasPullNews: boolean;
  /** Whose acts those were; empty if that is not known of all. */
  readonly pullNewsBy: readonly Person[];
  /** The pushes to the default branch, in order; undefined for one of which the payload does not say enough. */
  readonly pushes: readonly (ReceivedPush | undefined)[];
  /** The list of repositories to serve has changed, or a payload shows one of them changed. */
  readonly installationChanged: boolean;
}

export async function planReads(
  index: Pick<Index, "repository" | "handoversAbout" | "records" | "idsOf">,
  batch: WorkBatch,
  { readable }: TranslatedDeliveries,
  now: Millis,
): Promise<ReadPlan> {
  const ours = readable.filter(({ translation }) => translation.dropped === undefined);
  const translations = ours.map(({ translation }) => translation);
  const reported = translations.findLast((translation) => translation.repository)?.repository;
  const known = index.repository(batch.repositoryId);
  const repository = known ?? reported;
  const work = translations.flatMap((translation) => translation.work);
  const gone = await findGone(index, batch.repositoryId, translations);
  const reporting = work.length === 0 ? [] : await index.handoversAbout(batch.repositoryId, work);
  return {
    repository,
    ...(await splitTargets(
      index,
      [
        ...translations.flatMap(({ refreshes }) => refreshes),
        ...batch.refreshes,
        ...reporting.map((id) => ({ target: { id } })),
        ...(await findOrderTargets(index, batch)),
      ],
      now,
    )),
    askedBy: new Map(
      ours.flatMap(({ delivery, translation }) =>
        translation.refreshes.map(({ target }) => [keyOf(target), delivery.guid] as const),
      ),
    ),
    facts: [
      ...(repository === undefined ? [] : [{ type: "RepositorySeen", repository } as const]),
      ...translations.flatMap((translation) => listFacts(translation, gone)),
    ],
    ledger: readable.flatMap(({ delivery, translation: { dropped } }) =>
      dropped === undefined ? [] : [droppedRow(now, delivery, dropped)],
    ),
    workNews: new Set(reporting),
    labelsDeleted: translations.some((translation) => translation.labelsDeleted),
    filesChanged: translations.some((translation) => translation.filesChanged),
    hasPullNews: translations.some((translation) => translation.pullsChanged),
    pullNewsBy: listAccounts(translations.filter((translation) => translation.pullsChanged)),
    pushes: translations.flatMap(({ filesChanged, pushed }) => (filesChanged ? [pushed] : [])),
    installationChanged:
      translations.some((translation) => translation.installationChanged) || isOutdated(known, reported),
  };
}

function listAccounts(translations: readonly Translation[]): readonly Person[] {
  if (translations.some(({ by }) => by === undefined)) return [];
  return [...new Map(translations.flatMap(({ by }) => by ?? []).map((each) => [each.id, each])).values()];
}

/** A task is given out only as GitHub shows it now, so its issue is always read. */
async function findOrderTargets(
  index: Pick<Index, "idsOf">,
  { repositoryId, orders }: WorkBatch,
): Promise<readonly { readonly target: Target }[]> {
  const numbers = [...new Set(orders.flatMap(({ issue }) => issue ?? []))];
  const ids = numbers.length === 0 ? new Map<number, NodeId>() : await index.idsOf(repositoryId, numbers);
  return numbers.map((number) => {
    const id = ids.get(number);
    return { target: id === undefined ? { number } : { id } };
  });
}

/** Whether the index already shows everything that the batch is about. */
export function bringsNothing(plan: ReadPlan): boolean {
  const { targets, decides, checks, facts, filesChanged, labelsDeleted } = plan;
  const hasFacts = facts.some(({ type }) => type !== "RepositorySeen");
  return (
    targets.length + decides.length + checks.length === 0 && !hasFacts && !filesChanged && !labelsDeleted
  );
}

/** A payload may be older than what is known, or newer: GitHub tells which. */
function isOutdated(known: RepositorySeen | undefined, reported: RepositorySeen | undefined): boolean {
  if (known === undefined || reported === undefined) return false;
  const gist = ({ owner, name, installationId, isPrivate, isArchived }: RepositorySeen): string =>
    JSON.stringify([owner, name, installationId, isPrivate, isArchived]);
  return gist(known) !== gist(reported);
}

/**
 * By their ids in deliveries, the ids by which the index has issues that are gone: GitHub says of no issue that is gone how
 * it writes its id in answers.
 */
async function findGone(
  index: Pick<Index, "idsOf">,
  repositoryId: RepositoryId,
  translations: readonly Translation[],
): Promise<ReadonlyMap<NodeId, NodeId>> {
  const told = translations.flatMap(({ gone, moved }) => [
    ...gone.map(({ id, number }) => ({ id, number, repositoryId })),
    ...moved.flatMap(({ from: id, was }) => (was === undefined ? [] : [{ id, ...was }])),
  ]);
  const found = new Map<NodeId, NodeId>();
  for (const { id, number, repositoryId: home } of told) {
    const present = isOlderFormat(id) ? (await index.idsOf(home, [number])).get(number) : undefined;
    if (present !== undefined) found.set(id, present);
  }
  return found;
}

function listFacts(translation: Translation, gone: ReadonlyMap<NodeId, NodeId>): readonly Fact[] {
  return [
    ...translation.comments.map(
      ({ issue, comment }): Fact => ({ type: "CommentSeen", issueId: issue.id, comment }),
    ),
    ...translation.cut.map(
      ({ blockedId, blockerId }): Fact => ({ type: "EdgeRemoved", blockedId, blockerId }),
    ),
    ...translation.moved.map(
      ({ was: _, from, ...move }): Fact => ({
        type: "IssueMoved",
        from: gone.get(from) ?? from,
        ...move,
      }),
    ),
    ...translation.gone.map(({ id, why }): Fact => ({ type: "IssueGone", id: gone.get(id) ?? id, why })),
  ];
}
