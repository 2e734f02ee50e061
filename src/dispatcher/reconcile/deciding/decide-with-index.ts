/** Decides with the rest of the index's data: proposals, leases, and the ledger for `/explain`. */

import { issuesToExplain } from "../../../engine/commands/explanation.ts";
import { type Decision, decideInSteps } from "../../../engine/decide.ts";
import { mayGetHolder } from "../../../engine/leases/may-hold.ts";
import { mayHaveLocks } from "../../../engine/locks/requests.ts";
import type { NodeId } from "../../../engine/model/fact.ts";
import type { Context } from "../../../engine/model/rule.ts";
import { orderedId, orderIn } from "../../../engine/model/spoken.ts";
import type { View } from "../../../engine/model/view.ts";
import { tellsTrack } from "../../../engine/notes/addressees.ts";
import { startableAgents } from "../../../engine/starts/start.ts";
import type { Index } from "../../ports/issue-index.ts";
import { type PageLookup, withConstraints } from "./constraints.ts";
import { withProposals } from "./proposals.ts";

/** Number of newest ledger lines that an explanation shows. */
const explainedLines = 50;

export async function* decideWithIndex(
  index: Pick<Index, "proposals" | "pageFindings" | "settings" | "firstSigned" | "ledgersOf" | keyof Leasing>,
  view: View,
  ids: readonly NodeId[],
  context: Context,
  pages: PageLookup,
): AsyncGenerator<void, Decision> {
  const leased = await withStarts(index, await withLeasing(index, view, ids), ids, context);
  const proposed = await withProposals(index, await withLedgers(index, leased, ids));
  const whole = await withConstraints(pages, proposed, ids, context);
  yield;
  return yield* decideInSteps(whole, ids, context);
}

type Leasing = Pick<Index, "holdings" | "taskLocks" | "orderSessions" | "startedTasks" | "readyTasks">;

async function withLeasing(index: Leasing, view: View, ids: readonly NodeId[]): Promise<View> {
  return withSessions(index, await withLocks(index, await withHoldings(index, view, ids), ids), ids);
}

/** Adds what agents hold elsewhere in the repository, if one may be given another task or a track is told something. */
async function withHoldings(
  index: Pick<Index, "holdings">,
  view: View,
  ids: readonly NodeId[],
): Promise<View> {
  const [asked] = ids
    .flatMap((id) => view.records.get(id) ?? [])
    .filter(
      (record) => view.orders?.has(record.seen.id) === true || mayGetHolder(record) || tellsTrack(record),
    );
  return asked === undefined ? view : { ...view, holdings: await index.holdings(asked.seen.repositoryId) };
}

/** Adds the locks of the repository's tasks, if one of the issues may have or get some. */
async function withLocks(index: Pick<Index, "taskLocks">, view: View, ids: readonly NodeId[]): Promise<View> {
  const [record] = ids
    .flatMap((id) => view.records.get(id) ?? [])
    .filter((each) => view.orders?.has(each.seen.id) === true || mayGetHolder(each) || mayHaveLocks(each));
  return record === undefined ? view : { ...view, locks: await index.taskLocks(record.seen.repositoryId) };
}

/** How many ready tasks may be looked at when a start is over: one read brings so many. */
const lookedAt = 50;

/** Adds the starts of the repository and what is ready, if the settings let agents be started on tasks. */
async function withStarts(
  index: Leasing,
  view: View,
  ids: readonly NodeId[],
  context: Context,
): Promise<View> {
  if (startableAgents(context.settings).length === 0) return view;
  const [record] = ids
    .flatMap((id) => view.records.get(id) ?? [])
    .filter(({ reading }) => reading.kind === "task");
  if (record === undefined) return view;
  const { repositoryId } = record.seen;
  return {
    ...view,
    holdings: view.holdings ?? (await index.holdings(repositoryId)),
    locks: view.locks ?? (await index.taskLocks(repositoryId)),
    starts: await index.startedTasks(repositoryId),
    readyNext: await index.readyTasks(repositoryId, undefined, { limit: lookedAt, offset: 0 }),
  };
}

/** Adds which sessions gave the orders of this pass, and those by which their tasks were claimed before. */
async function withSessions(
  index: Pick<Index, "orderSessions">,
  view: View,
  ids: readonly NodeId[],
): Promise<View> {
  const { orders } = view;
  const ordered = ids.flatMap((id) => orders?.get(id) ?? []);
  if (ordered.every(({ session }) => session === undefined)) return view;
  const claims = ids
    .filter((id) => orders?.has(id) === true)
    .flatMap((id) => view.records.get(id)?.persisted.lease?.claim ?? []);
  const earlier = await index.orderSessions(claims.flatMap((claim) => orderIn(claim) ?? []));
  const now = ordered.flatMap(({ id, session }) => (session === undefined ? [] : [[id, session] as const]));
  const before = [...earlier].map(([id, session]) => [orderedId(id), session] as const);
  return { ...view, claimSessions: new Map([...before, ...now]) };
}

/**
 * Adds ledger rows to the view for `/explain`. The ledger is read only for the issues that the command is
 * about.
 */
async function withLedgers(
  index: Pick<Index, "ledgersOf">,
  view: View,
  ids: readonly NodeId[],
): Promise<View> {
  const wanted = [...issuesToExplain(view, ids)];
  const ledger = wanted.length === 0 ? new Map() : await index.ledgersOf(wanted, explainedLines);
  return { ...view, ledger };
}
