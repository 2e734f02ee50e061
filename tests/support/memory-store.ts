/**
 * The store's ports over plain maps, for tests of the dispatcher's own logic. Returns what a process leaves
 * behind when it dies.
 */

import type { Millis } from "../../src/base/clock.ts";
import type { UsedShare } from "../../src/dispatcher/ports/account.ts";
import type { Orders } from "../../src/dispatcher/ports/agents/orders.ts";
import type { SessionStore } from "../../src/dispatcher/ports/agents/sessions.ts";
import type { Delivery, Inbox } from "../../src/dispatcher/ports/inbox.ts";
import type { Index, PassCommit } from "../../src/dispatcher/ports/issue-index.ts";
import type { LedgerEntry } from "../../src/dispatcher/ports/ledger.ts";
import type { Outbox, QueuedEffect } from "../../src/dispatcher/ports/outbox.ts";
import type {
  QueuedPageRequest,
  QueuedRefreshRequest,
  RefreshRequest,
} from "../../src/dispatcher/ports/refresh-request.ts";
import type { StoredLabels, StoredSettings } from "../../src/dispatcher/ports/settings.ts";
import { repositoriesAbout, repositoriesMet } from "../../src/engine/fold/repositories-met.ts";
import { locksOf } from "../../src/engine/locks/requests.ts";
import type { NodeId, RepositoryId, RepositorySeen } from "../../src/engine/model/fact.ts";
import { messageKey, signedMessageKey } from "../../src/engine/model/keys/message-key.ts";
import { firstTraceOn } from "../../src/engine/model/leading.ts";
import type { IssueRecord, Refusal } from "../../src/engine/model/snapshot.ts";

import { memoryOrders } from "./memory-orders.ts";
import { memorySessions } from "./memory-sessions.ts";

interface Letter {
  readonly delivery: Delivery;
  readonly dueAt: Millis;
  readonly attempts: number;
  readonly state: "waiting" | "settled" | "dead";
}

interface Waiting extends QueuedEffect {
  readonly dueAt: Millis;
}

export interface MemoryStore {
  readonly inbox: Inbox;
  readonly index: Index;
  readonly outbox: Outbox;
  readonly orders: Orders;
  readonly sessions: SessionStore;
  readonly ledger: readonly LedgerEntry[];
  readonly effects: ReadonlyMap<number, Waiting>;
  readonly letters: ReadonlyMap<string, Letter>;
  readonly refreshes: () => readonly QueuedRefreshRequest[];
  /** As `DELETE FROM cursor` does. */
  readonly forgetCursors: () => void;
}

export function memoryStore(): MemoryStore {
  const letters = new Map<string, Letter>();
  const refreshes = new Map<string, QueuedRefreshRequest>();
  const pages = new Map<RepositoryId, QueuedPageRequest>();
  const records = new Map<NodeId, IssueRecord>();
  const repositories = new Map<RepositoryId, RepositorySeen>();
  const signed = new Map<string, { readonly id: NodeId; readonly number: number }>();
  const cursors = new Map<RepositoryId, Millis>();
  const effects = new Map<number, Waiting>();
  const shares = new Map<number, UsedShare>();
  const refusals = new Map<NodeId, readonly Refusal[]>();
  const ledger: LedgerEntry[] = [];
  const orders = memoryOrders();
  let nextId = 1;

  const waiting = (): readonly Letter[] => [...letters.values()].filter(({ state }) => state === "waiting");
  const idOf = (repositoryId: RepositoryId, number: number): NodeId | undefined =>
    [...records.values()].find(({ seen }) => seen.repositoryId === repositoryId && seen.number === number)
      ?.seen.id;

  function addLook(look: RefreshRequest): void {
    const target =
      "id" in look.target
        ? look.target.id
        : (idOf(look.repositoryId, look.target.number) ?? `#${look.target.number}`);
    const key = `${look.repositoryId} ${target} ${look.unlessFresh === true} ${look.unlessClosed === true} ${look.unlessUnchanged === true} ${look.adopts === true}`;
    const dueAt = Math.min(look.dueAt, refreshes.get(key)?.dueAt ?? Infinity);
    refreshes.set(key, { ...look, dueAt, id: nextId++ });
  }

  function settleLooks(ids: readonly number[]): void {
    for (const [key, { id }] of refreshes) if (ids.includes(id)) refreshes.delete(key);
    for (const [home, { id }] of pages) if (ids.includes(id)) pages.delete(home);
  }

  function queue(result: PassCommit): void {
    for (const [id, effect] of effects)
      if (result.decided.includes(effect.issueId) && effect.sentAt === undefined) effects.delete(id);
    const keys = new Set([...effects.values()].map(({ key }) => key));
    for (const effect of result.effects)
      if (!keys.has(effect.key) && !isRefused(effect)) {
        const id = nextId++;
        effects.set(id, { ...effect, id, attempts: 0, sentAt: undefined, dueAt: 0 });
      }
  }

  /** A refused effect is not retried unchanged. */
  function isRefused({ issueId, key }: { readonly issueId: NodeId; readonly key: string }): boolean {
    return refusals.get(issueId)?.some((refusal) => refusal.key === key) === true;
  }

  const inbox: Inbox = {
    admit: async (delivery) => {
      if (letters.has(delivery.guid)) return "duplicate";
      letters.set(delivery.guid, { delivery, dueAt: delivery.receivedAt, attempts: 0, state: "waiting" });
      return "new";
    },
    missing: asked((guids) => guids.filter((guid) => !letters.has(guid))),
    dueRepositories: asked((now, limit) => {
      const due = [
        ...waiting().map(({ delivery, dueAt }) => ({ repositoryId: delivery.repositoryId ?? "", dueAt })),
        ...refreshes.values(),
        ...pages.values(),
      ].filter(({ dueAt }) => dueAt <= now);
      return [...new Set(due.sort((a, b) => a.dueAt - b.dueAt).map((each) => each.repositoryId))].slice(
        0,
        limit,
      );
    }),
    take: asked((repositoryId, now, portion) => {
      const deliveries = waiting()
        .filter((letter) => (letter.delivery.repositoryId ?? "") === repositoryId && letter.dueAt <= now)
        .slice(0, Math.min(portion.inAll, portion.deliveries))
        .map(({ delivery }) => delivery);
      const due = [...refreshes.values()].filter(
        (look) => look.repositoryId === repositoryId && look.dueAt <= now,
      );
      const room = Math.min(portion.inAll - deliveries.length, portion.refreshes);
      const page = pages.get(repositoryId);
      const isPageDue = room > 0 && page !== undefined && page.dueAt <= now;
      return {
        deliveries,
        refreshes: isPageDue ? [] : due.slice(0, room),
        page: isPageDue ? page : undefined,
      };
    }),
    postpone: async (guids, dueAt, _error, maxAttempts) => {
      const died: string[] = [];
      for (const guid of guids) {
        const letter = letters.get(guid);
        if (letter === undefined) continue;
        const attempts = letter.attempts + (maxAttempts === undefined ? 0 : 1);
        const isDead = maxAttempts !== undefined && attempts >= maxAttempts;
        if (isDead) died.push(guid);
        letters.set(guid, { ...letter, dueAt, attempts, state: isDead ? "dead" : "waiting" });
      }
      return died;
    },
    nextDueAt: asked(() => earliest([...waiting(), ...refreshes.values(), ...pages.values()])),
    bringForward: async ({ now, after, refreshes: withRefreshes }) => {
      await aMoment();
      const late = waiting().filter(({ dueAt }) => dueAt > after);
      for (const letter of late) letters.set(letter.delivery.guid, { ...letter, dueAt: now });
      const put = [...effects.values()].filter(({ dueAt }) => dueAt > after);
      for (const effect of put) effects.set(effect.id, { ...effect, dueAt: now });
      const looks = withRefreshes ? [...refreshes].filter(([, { dueAt }]) => dueAt > now) : [];
      for (const [key, look] of looks) refreshes.set(key, { ...look, dueAt: now });
      return late.length + put.length + looks.length;
    },
    counts: asked(() => ({ pending: waiting().length, dead: 0 })),
    newestReceivedAt: asked(() =>
      letters.size === 0
        ? undefined
        : Math.max(...[...letters.values()].map(({ delivery }) => delivery.receivedAt)),
    ),
  };

  const repository: Index["repository"] = (id) => repositories.get(id);
  const repositoryNamed: Index["repositoryNamed"] = (owner, name) =>
    [...repositories.values()].findLast((seen) => seen.owner === owner && seen.name === name);
  const settings = new Map<RepositoryId, StoredSettings>();
  const labels = new Map<RepositoryId, StoredLabels>();
  const index: Index = {
    around: asked(() => ({
      records: new Map(records),
      repositories: repositoriesMet(records.values(), { repository, repositoryNamed }),
      roles: new Map(),
      namedBy: new Map(),
      waits: new Map(),
      refusals: new Map(refusals),
      ledger: new Map(),
    })),
    // `around` returns everything.
    onTracks: asked(() => []),
    idsOf: asked(
      (repositoryId, numbers) =>
        new Map(
          numbers.flatMap((number) => {
            const id = idOf(repositoryId, number);
            return id === undefined ? [] : [[number, id]];
          }),
        ),
    ),
    resolve: asked(() => undefined),
    repository,
    repositories: () => [...repositories.values()],
    repositoryNamed,
    repositoriesAbout: asked((about, read) =>
      repositoriesAbout(about, read, { repository, repositoryNamed }),
    ),
    cursor: (id) => cursors.get(id),
    isBehind: (id, now) =>
      pages.has(id) || [...refreshes.values()].some((look) => look.repositoryId === id && look.dueAt <= now),
    toAdopt: (id) =>
      (pages.has(id) ? 1 : 0) +
      [...refreshes.values()].filter((look) => look.repositoryId === id && look.adopts === true).length,
    readyTasks: asked((repositoryId, track, { limit, offset, space }) =>
      [...records.values()]
        .filter(
          ({ seen, reading, persisted }) =>
            seen.repositoryId === repositoryId &&
            reading.kind === "task" &&
            seen.labels.includes("status:ready") &&
            persisted.lease === undefined &&
            (track === undefined || seen.labels.includes(`track:${track}`)) &&
            (space === undefined || seen.parent?.number === space),
        )
        .slice(offset, offset + limit)
        .map(({ seen }) => seen.id),
    ),
    openIssues: asked(
      (repositoryId) =>
        [...records.values()].filter(
          ({ seen }) => seen.repositoryId === repositoryId && seen.issueState.state === "open",
        ).length,
    ),
    oldestRead: asked((repositoryId, before, limit) =>
      [...records.values()]
        .filter(
          ({ seen, readAt, evidence }) =>
            seen.repositoryId === repositoryId &&
            (seen.issueState.state === "open" || evidence?.pullRequest?.state === "open") &&
            readAt < before,
        )
        .sort((a, b) => a.readAt - b.readAt)
        .slice(0, limit)
        .map(({ seen }) => seen.id),
    ),
    records: asked((ids) => {
      const found = ids.flatMap((id) => records.get(id) ?? []);
      return new Map(found.map((record) => [record.seen.id, record]));
    }),
    issueIds: asked((repositoryId) =>
      [...records.values()].flatMap(({ seen }) => (seen.repositoryId === repositoryId ? seen.id : [])),
    ),
    pulls: asked(() => []),
    savePull: async () => {},
    dropPulls: async () => {},
    startedTasks: asked((repositoryId) =>
      [...records.values()].flatMap(({ seen: { id, number, ...seen }, persisted: { starts } }) =>
        seen.repositoryId === repositoryId && starts !== undefined ? { id, number, starts } : [],
      ),
    ),
    taskLocks: asked((repositoryId) =>
      [...records.values()].flatMap((record) =>
        record.seen.repositoryId === repositoryId ? (locksOf(record) ?? []) : [],
      ),
    ),
    orderSessions: async (ids) => orders.sessionsOf(ids),
    holdings: asked((repositoryId) =>
      [...records.values()].flatMap(({ seen: { id, number, repositoryId: home }, persisted: { lease } }) =>
        home === repositoryId && lease?.holder.agent !== undefined
          ? { id, number, agent: lease.holder.agent }
          : [],
      ),
    ),
    sameMessages: asked((keys) =>
      [...records.values()].flatMap((record) =>
        keys.includes(messageKey(record) ?? "") ? record.seen.id : [],
      ),
    ),
    firstSigned: asked((keys) => {
      const gone = [...signed].filter(([key, { id }]) => keys.includes(key) && !records.has(id));
      return new Map(gone.map(([key, { id }]) => [key, id]));
    }),
    handoversAbout: asked((repositoryId, work) =>
      [...records.values()]
        .filter(({ seen, reading }) => seen.repositoryId === repositoryId && reading.kind === "handover")
        .filter(({ seen, evidence, persisted }) => {
          const pull = evidence?.pullRequest;
          const isOpen = seen.issueState.state === "open";
          return work.some((each) => {
            if ("base" in each)
              return isOpen && persisted.settled?.commit !== undefined && each.base === pull?.baseRef;
            if (pull === undefined) return isOpen;
            return "commit" in each ? each.commit === pull.headSha : each.pullRequest === pull.number;
          });
        })
        .map(({ seen }) => seen.id),
    ),
    traces: (repositoryId) => {
      const seen = [...records.values()].flatMap((record) =>
        record.seen.repositoryId === repositoryId ? record.seen : [],
      );
      const own = seen.flatMap((issue) => firstTraceOn(issue) ?? []);
      return {
        ownSince: own.length === 0 ? undefined : Math.min(...own),
        foreign: seen.flatMap(({ id, foreign = [] }) => foreign.map((each) => ({ ...each, issueId: id }))),
      };
    },
    ledgersOf: asked(() => new Map()),
    pageFindings: asked(() => new Map()),
    proposals: asked(() => new Map()),
    settings: (id) => settings.get(id),
    labels: (id) => labels.get(id) ?? {},
    saveLabels: async (id, kept) => {
      labels.set(id, kept);
    },
    saveSettings: async (id, kept) => {
      await aMoment();
      settings.set(id, kept);
    },
    commit: async (result) => {
      await aMoment();
      for (const guid of result.settled) {
        const letter = letters.get(guid);
        if (letter !== undefined) letters.set(guid, { ...letter, state: "settled" });
      }
      settleLooks(result.refreshed);
      for (const repository of result.repositories) repositories.set(repository.id, repository);
      for (const record of result.records) {
        records.set(record.seen.id, structuredClone(record));
        const { id, number } = record.seen;
        const key = signedMessageKey(record);
        if (key !== undefined && number < (signed.get(key)?.number ?? Infinity))
          signed.set(key, { id, number });
      }
      for (const id of result.gone) records.delete(id);
      for (const look of result.refreshes) addLook(look);
      if (result.page !== undefined) pages.set(result.page.repositoryId, { ...result.page, id: nextId++ });
      queue(result);
      ledger.push(...result.ledger);
      for (const step of result.orders ?? []) orders.step(step);
      if (result.cursor !== undefined) cursors.set(result.cursor.repositoryId, result.cursor.at);
    },
    requestRefreshes: async (wanted) => wanted.forEach(addLook),
    note: async (entries) => {
      ledger.push(...entries);
    },
    saveRepositories: async (seen, gone) => {
      for (const repository of seen) repositories.set(repository.id, repository);
      for (const id of gone) repositories.delete(id);
    },
  };

  let paused: readonly RepositoryId[] | "everything" = [];
  const mayGo = ({ repositoryId }: Waiting): boolean =>
    paused !== "everything" && !paused.includes(repositoryId);
  const outbox: Outbox = {
    pause: (repositories) => {
      paused = repositories;
    },
    due: asked((installationId, now, limit) =>
      [...effects.values()]
        .filter(
          (effect) =>
            repositories.get(effect.repositoryId)?.installationId === installationId &&
            effect.dueAt <= now &&
            mayGo(effect),
        )
        .slice(0, limit),
    ),
    dueInstallations: asked((now) => {
      const due = [...effects.values()].filter((effect) => effect.dueAt <= now && mayGo(effect));
      return [
        ...new Set(due.flatMap(({ repositoryId }) => repositories.get(repositoryId)?.installationId ?? [])),
      ];
    }),
    sending: async (ids, at, charges, repeated = []) => {
      await aMoment();
      const sendable = ids.filter((id) => {
        const effect = effects.get(id);
        return effect !== undefined && mayGo(effect);
      });
      for (const { effectId, holder } of charges?.charges ?? []) {
        const { repositoryId } = effects.get(effectId) ?? {};
        if (repositoryId !== undefined && holder !== undefined && sendable.includes(effectId))
          shares.set(effectId, { repositoryId, at, ...holder });
      }
      for (const id of sendable) {
        const isRepeated = repeated.includes(id);
        replace(id, (effect) => ({ ...effect, sentAt: isRepeated ? at : (effect.sentAt ?? at) }));
      }
      return sendable;
    },
    receipt: async (outcomes, changed, wanted, entries) => {
      await aMoment();
      for (const outcome of outcomes) {
        if (outcome.type === "refused" || (outcome.type === "retry" && !outcome.uncertain))
          shares.delete(outcome.id);
        if (outcome.type === "retry") {
          const { id, at, uncertain } = outcome;
          replace(id, (effect) => ({
            ...effect,
            dueAt: at,
            attempts: effect.attempts + 1,
            sentAt: uncertain ? effect.sentAt : undefined,
          }));
          continue;
        }
        const effect = effects.get(outcome.id);
        if (outcome.type === "refused" && effect !== undefined)
          refusals.set(effect.issueId, [
            ...(refusals.get(effect.issueId) ?? []),
            { slot: effect.slot, key: effect.key, message: outcome.error, ...triesOf(effect) },
          ]);
        effects.delete(outcome.id);
      }
      for (const record of changed) records.set(record.seen.id, structuredClone(record));
      wanted.forEach(addLook);
      ledger.push(...entries);
    },
    sharesTaken: asked((_installationId, since) =>
      [...shares.values()].filter(({ at }) => at > since).sort((a, b) => a.at - b.at),
    ),
    storedBackoffs: asked(() => []),
    saveBackoff: aMoment,
    nextDueAt: asked(() => earliest([...effects.values()].filter(mayGo))),
    counts: asked(() => {
      const pending = [...effects.values()].filter(mayGo).length;
      return { pending, held: effects.size - pending, sending: 0, refused: 0 };
    }),
  };

  function replace(id: number, change: (effect: Waiting) => Waiting): void {
    const effect = effects.get(id);
    if (effect !== undefined) effects.set(id, change(effect));
  }

  return {
    inbox,
    index,
    outbox,
    orders,
    sessions: memorySessions(),
    ledger,
    effects,
    letters,
    forgetCursors: () => cursors.clear(),
    refreshes: () => [...refreshes.values()],
  };
}

/** An answer takes a moment, before and after what it shows: other work continues meanwhile. */
function asked<Args extends readonly unknown[], T>(
  answer: (...args: Args) => T,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    await aMoment();
    const found = answer(...args);
    await aMoment();
    return found;
  };
}

/** A commit takes a moment, too. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function earliest(due: readonly { readonly dueAt: Millis }[]): Millis | undefined {
  return due.length === 0 ? undefined : Math.min(...due.map(({ dueAt }) => dueAt));
}

/** `attempts` counts those before the last. */
function triesOf(
  effect: Pick<QueuedEffect, "attempts" | "sentAt"> & { readonly dueAt: Millis },
): Pick<Refusal, "tried"> {
  const { attempts, sentAt = effect.dueAt, dueAt } = effect;
  return attempts === 0 ? {} : { tried: { times: attempts + 1, forMs: Math.max(0, dueAt - sentAt) } };
}
