/**
 * The board of one repository, read from GitHub with the caller's token where no index is at hand. Nothing is stored.
 * Serves what an agent on another machine reads first; everything else needs the index.
 */
import { UserError } from "../../base/errors.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { briefOf } from "../../engine/presentation/brief.ts";
import { type Overview, readOverview } from "../../github/caller/overview.ts";
import type { CallerReader, ReadOnce } from "../../github/caller/read-once.ts";
import { readLabelled } from "../../github/caller/read-ready.ts";
import type { Board, Card, ReadyFilter } from "../../operations/ports.ts";
import { labelName } from "../../protocol/label-name.ts";
import { type FullRef, type RepositoryName, refKey } from "../../protocol/references/ref.ts";
import { agentNamed, agentsSeen, rosterOf } from "../../protocol/settings/agents/roster.ts";
import { cardDetail } from "../../store/shape/board-cards.ts";
import { cardFromRecord } from "../../store/shape/card-from-record.ts";
import { claimRefusal } from "../../store/shape/claim-refusal.ts";
import { type Around, readAround, viewFrom } from "./around.ts";

/** With the request about the repository, at most five. */
const maxPages = 4;

export interface RemoteBoard extends Board {
  /** Whether anything was left out of what was read so far. */
  readonly isCut: () => boolean;
  /** Has everything read again from now on. */
  readonly forget: () => void;
  /** The lease that the App's status comment names. */
  readonly leaseOf: (ref: FullRef) => Promise<IssueRecord["persisted"]["lease"]>;
}

export function createRemoteBoard(reader: CallerReader, name: RepositoryName): RemoteBoard {
  const around = new Map<string, Promise<Around>>();
  const byId = new Map<NodeId, Around>();
  let overview: Promise<Overview> | undefined;
  let isCut = false;
  const repository = (): Promise<Overview> => (overview ??= readOverview(reader, name));
  const read = async (ref: FullRef): Promise<Around> => {
    const found = await (around.get(refKey(ref)) ?? readAround(reader, ref));
    around.set(refKey(ref), Promise.resolve(found));
    overview ??= Promise.resolve(found.overview);
    if (found.id !== undefined) byId.set(found.id, found);
    isCut ||= found.isCut;
    return found;
  };
  const recordOf = (id: NodeId): { readonly found: Around; readonly record: IssueRecord } | undefined => {
    const found = byId.get(id);
    const record = found?.view.records.get(id);
    return found === undefined || record === undefined ? undefined : { found, record };
  };
  return {
    isCut: () => isCut,
    forget: () => around.clear(),
    leaseOf: async (ref) => {
      const { id, view } = await readAround(reader, ref);
      return id === undefined ? undefined : view.records.get(id)?.persisted.lease;
    },
    ready: async (filter) => {
      const known = await repository();
      const listed = await listReady(reader, known, filter);
      isCut ||= listed.isCut;
      return listed.cards;
    },
    card: async (owner, repo, number) => {
      const { id, view, overview: known } = await read({ owner, repo, number });
      const record = id === undefined ? undefined : view.records.get(id);
      if (record === undefined || record.reading.kind === undefined) return undefined;
      return cardDetail(cardFromRecord(record, known.repository), record, {
        view,
        linked: view.records,
        settings: known.settings,
      });
    },
    brief: async (id) => {
      const found = recordOf(id);
      return found?.record.reading.kind === "task" ? briefOf(found.found.view, found.record) : undefined;
    },
    // Who brought a file to the default branch is not read here, so none counts.
    guides: async () => ({}),
    whyNotClaim: async (id, agent) => {
      const found = recordOf(id);
      return found && claimRefusal(found.found.view, found.record, found.found.overview.settings, { agent });
    },
    repositories: async () => {
      const { id, owner, name: repo } = (await repository()).repository;
      return [{ id, owner, repo }];
    },
    // What the owner paused is on the server's machine; the settings are in the repository.
    paused: async () => {
      const { settings, repository: known } = await repository();
      const { id, owner, name: repo } = known;
      return settings.paused
        ? [{ id, owner, repo, by: "settings", reason: undefined, since: undefined }]
        : [];
    },
    agents: async () => agentsSeen((await repository()).settings),
    // Locks are in the leases of other tasks, which are not read.
    lockTable: async () => ({ tasks: [], open: (await repository()).settings.locks.open }),
    changes: needsIndex,
    changesEnd: needsIndex,
    figures: needsIndex,
    openStarts: needsIndex,
    list: needsIndex,
    spaces: needsIndex,
    hasFilesInUse: async () => false,
    sentBefore: async () => undefined,
    proposalOf: async () => undefined,
    ledgerOf: async () => [],
    reported: needsIndex,
    tasks: needsIndex,
    tracks: needsIndex,
    commandSeen: needsIndex,
    escalations: needsIndex,
    graph: needsIndex,
    timeline: needsIndex,
    questions: needsIndex,
    notes: needsIndex,
    atWork: needsIndex,
    readAt: async () => reader.clock.now(),
    version: async () => 0,
  };
}

async function needsIndex(): Promise<never> {
  throw new UserError("This is only in the server's index: run it where the server's data folder is.", {
    code: "not-here",
  });
}

async function listReady(
  reader: CallerReader,
  overview: Overview,
  filter: ReadyFilter,
): Promise<{ readonly cards: readonly Card[]; readonly isCut: boolean }> {
  const { repository, settings } = overview;
  const place = { owner: repository.owner, repo: repository.name };
  const read = new Map<NodeId, ReadOnce>();
  let next: string | undefined;
  let pages = 0;
  do {
    const page = await readLabelled(reader, place, labelName("status:ready", settings.labels), next);
    for (const each of page.issues) read.set(each.response.id, each);
    next = page.next;
    pages += 1;
  } while (next !== undefined && pages < maxPages);
  const { records } = viewFrom(reader, overview, read);
  const able = fitting(overview, filter.for);
  const cards = [...records.values()]
    .filter((record) => able(record) && isInSpace(record, filter.space))
    .map((record) => ({ card: cardFromRecord(record, repository), createdAt: record.seen.createdAt }))
    .filter(({ card }) => card.kind === "task" && card.status === "ready" && isWanted(card, filter))
    .toSorted((a, b) => urgency(a.card) - urgency(b.card) || a.createdAt - b.createdAt);
  return { cards: cards.slice(0, filter.limit).map(({ card }) => card), isCut: next !== undefined };
}

function isWanted({ track, assignees }: Card, filter: ReadyFilter): boolean {
  if (filter.track !== undefined && track !== filter.track) return false;
  if (filter.assignee === null) return assignees.length === 0;
  const wanted = filter.assignee?.toLowerCase();
  return wanted === undefined || assignees.some((login) => login.toLowerCase() === wanted);
}

function isInSpace({ seen: { parent, repositoryId } }: IssueRecord, space: number | undefined): boolean {
  return space === undefined || (parent?.number === space && parent.repositoryId === repositoryId);
}

/** Without a roster nothing is checked. */
function fitting({ settings }: Overview, agent: string | undefined): (record: IssueRecord) => boolean {
  if (agent === undefined || rosterOf(settings).length === 0) return () => true;
  const can = agentNamed(settings, agent)?.can ?? [];
  return ({ reading }) => {
    const message = reading.kind === "task" ? reading.message : undefined;
    const requires = message?.kind === "task" ? message.requires : [];
    return requires.every((word) => can.includes(word.trim().toLowerCase()));
  };
}

function urgency({ priority }: Card): number {
  const place = ["p0", "p1", "p2", "p3"].indexOf(priority ?? "");
  return place < 0 ? 4 : place;
}
