/** Questions to a store's ports about one thing, where the ports take many at once. */
import type { Delivery, Inbox } from "../../src/dispatcher/ports/inbox.ts";
import type { Index } from "../../src/dispatcher/ports/issue-index.ts";
import type { QueuedRefreshRequest } from "../../src/dispatcher/ports/refresh-request.ts";
import type { NodeId, RepositoryId } from "../../src/engine/model/fact.ts";
import type { IssueRecord, LedgerLine } from "../../src/engine/model/snapshot.ts";

export async function recordIn(index: Pick<Index, "records">, id: NodeId): Promise<IssueRecord | undefined> {
  return (await index.records([id])).get(id);
}

export async function deliveriesDue(
  inbox: Pick<Inbox, "take">,
  repositoryId: RepositoryId,
  now: number,
  limit: number,
): Promise<readonly Delivery[]> {
  const portion = { deliveries: limit, refreshes: 0, inAll: limit };
  return (await inbox.take(repositoryId, now, portion)).deliveries;
}

export async function refreshesDue(
  inbox: Pick<Inbox, "take">,
  repositoryId: RepositoryId,
  now: number,
  limit: number,
): Promise<readonly QueuedRefreshRequest[]> {
  const portion = { deliveries: 0, refreshes: limit, inAll: limit };
  return (await inbox.take(repositoryId, now, portion)).refreshes;
}

export async function idIn(
  index: Pick<Index, "idsOf">,
  repositoryId: RepositoryId,
  number: number,
): Promise<NodeId | undefined> {
  return (await index.idsOf(repositoryId, [number])).get(number);
}

export async function ledgerIn(
  index: Pick<Index, "ledgersOf">,
  issueId: NodeId,
  limit: number,
): Promise<readonly LedgerLine[]> {
  return (await index.ledgersOf([issueId], limit)).get(issueId) ?? [];
}
