/**
 * A coordinator with in-memory ports: records, files at commits, what it saves and what it requests. It does
 * not decide: what follows from a proposal is the engine's and tested there.
 */
import { silentLogger } from "../../src/base/logger.ts";
import type { Answerer } from "../../src/coordinator/answers/answerer.ts";
import { type Coordinator, createCoordinator } from "../../src/coordinator/coordinator.ts";
import type { PageOrigin, Provenance } from "../../src/coordinator/gates/own-page.ts";
import type { CoordinatorNote, CoordinatorPorts, StoredContext } from "../../src/coordinator/ports.ts";
import type { Actor, IssueSeen, NodeId, RepositoryId, RepositorySeen } from "../../src/engine/model/fact.ts";
import { openedKey } from "../../src/engine/model/opened.ts";
import {
  type Accepted,
  emptyPersistedState,
  type PersistedState,
} from "../../src/engine/model/persisted-state.ts";
import type { Proposal } from "../../src/engine/model/proposal.ts";
import type { IssueRecord } from "../../src/engine/model/snapshot.ts";
import { keepWords, wordsAlone } from "../../src/protocol/decided-words.ts";
import { readMessage } from "../../src/protocol/message.ts";
import { readSettings } from "../../src/protocol/settings/read-settings.ts";
import { installedPages } from "../../src/texts/installed-pages.ts";
import { form } from "../support/form.ts";
import { completed, demo, issue, maria, us } from "../support/issues.ts";
import { storedDocuments } from "./context-store.ts";

export const asksTimeZone = "Which time zone do timestamps in the ledger have?";

/** The files of the small store. */
export const storeFiles: Readonly<Record<string, string>> = Object.fromEntries(
  storedDocuments()
    .filter(({ path }) => path.endsWith(".md"))
    .map(({ path, text }) => [path, text]),
);

export interface CoordinatorDesk {
  readonly coordinator: Coordinator;
  readonly ports: CoordinatorPorts;
  /** Adds a question to the index, answered if a decision is given. */
  readonly ask: (number: number, title: string, more?: Partial<Asking>) => NodeId;
  /** The same, answered by us with the decision of the given question. */
  readonly repeat: (
    number: number,
    title: string,
    more: Partial<Asking> & { readonly repeats: number },
  ) => void;
  readonly put: (record: IssueRecord) => void;
  /** Moves the default branch to these files. */
  readonly push: (files: Readonly<Record<string, string>>, repository?: RepositorySeen) => void;
  readonly proposal: (id: NodeId) => Proposal | undefined;
  /** How many records have been read. */
  readonly reads: () => number;
  /** Whether the context store can be listed. */
  readonly fails: (isFailing: boolean) => void;
  /** Whether a commit's whole tree can be listed. */
  readonly treeFails: (isFailing: boolean) => void;
  /** How often a tree has been listed. */
  readonly treesRead: () => number;
  /** Whether proposals can be saved. */
  readonly keepingFails: (isFailing: boolean) => void;
  /** Aborts it, as the server's shutdown does. */
  readonly stop: () => void;
  /** One pass over the repository, as the command runs it. */
  readonly pass: () => Promise<void>;
  /** Ids of the refreshes that were requested, pass by pass. */
  readonly refreshes: NodeId[][];
  readonly notes: CoordinatorNote[];
}

export interface Asking {
  readonly context: string;
  readonly decision: string;
  readonly answeredAt: number;
  readonly decisionClass: string;
  readonly options: string;
  readonly persisted: Partial<PersistedState>;
  readonly seen: Partial<IssueSeen>;
}

export interface CoordinatorDeskOptions {
  /** Who brought the pages; maria by default. */
  readonly provenance?: Provenance;
  readonly settings?: string;
  readonly answerer?: Answerer;
  readonly secrets?: readonly string[];
  readonly repositories?: readonly RepositorySeen[];
  /** By repository id, where it differs. */
  readonly settingsOf?: Readonly<Record<RepositoryId, string>>;
}

/** The provenance of a page that one user pushed and no other changed. */
export function pushedBy(by: Actor, texts: readonly string[]): PageOrigin {
  const one = { by, merge: undefined, isOurRecord: false };
  return { words: texts.map(() => one), last: one };
}

function byId<Id, T>(ids: readonly Id[], all: ReadonlyMap<Id, T>): ReadonlyMap<Id, T> {
  return new Map([...all].filter(([id]) => ids.includes(id)));
}

export function coordinatorDesk(options: CoordinatorDeskOptions = {}): CoordinatorDesk {
  const repositories = options.repositories ?? [demo];
  const records = new Map<NodeId, IssueRecord>();
  const editions = new Map<NodeId, number>();
  const trees = new Map<RepositoryId, { commit: string; files: Readonly<Record<string, string>> }>();
  const kept = new Map<RepositoryId, StoredContext>();
  const proposals = new Map<NodeId, Proposal>();
  const refreshes: NodeId[][] = [];
  const notes: CoordinatorNote[] = [];
  let commits = 0;
  let edition = 0;
  let reads = 0;
  let isUnreadable = false;
  let isTreeUnreadable = false;
  let treesRead = 0;
  let isFull = false;

  const listed = (repositoryId: RepositoryId, kind: string): readonly IssueRecord[] =>
    [...records.values()]
      .filter(({ seen, reading }) => seen.repositoryId === repositoryId && reading.kind === kind)
      .sort((a, b) => a.seen.number - b.seen.number);

  const ports: CoordinatorPorts = {
    headOf: (id) => trees.get(id)?.commit,
    store: {
      repository: (id) => repositories.find((each) => each.id === id),
      repositories: () => repositories,
      records: async (ids) => {
        reads += ids.length;
        return byId(ids, records);
      },
      ofKind: async (repositoryId, kind) => {
        const all = listed(repositoryId, kind);
        reads += all.length;
        return all;
      },
      listed: async (repositoryId, kind) =>
        listed(repositoryId, kind).map(({ seen: { id } }) => ({ id, edition: editions.get(id) ?? 0 })),
      edition: async () => edition,
      contexts: async (ids) => byId(ids, kept),
      contextHeads: async (ids) => byId(ids, kept),
      keepContext: async (id, context) => void kept.set(id, context),
      handoversWithPages: async () => [],
      pageFindings: async () => new Map(),
      savePageFinding: async () => {},
      proposals: async (ids) => byId(ids, proposals),
      saveProposals: async (all) => {
        if (isFull) throw new Error("The disk is full.");
        for (const [id, proposal] of all) proposals.set(id, proposal);
      },
    },
    source: {
      provenance: options.provenance ?? {
        pageOriginOf: async (_repository, { texts }) => pushedBy(maria, texts),
        approversOf: async () => [],
        broughtBy: async () => undefined,
        roleOf: async () => "write",
      },
      list: async ({ id }) => {
        if (isUnreadable) throw new Error("unreadable");
        return {
          files: Object.entries(trees.get(id)?.files ?? {})
            .filter(([path]) => !path.endsWith(".ts"))
            .map(([path, text]) => ({
              path,
              oid: text,
              use: path === "package.json" ? ("manifest" as const) : ("quoted" as const),
            })),
          skipped: [],
        };
      },
      entries: async () => [],
      tree: async ({ id }) => {
        treesRead += 1;
        if (isTreeUnreadable) throw new Error("unreadable");
        const files = Object.entries(trees.get(id)?.files ?? {});
        const folders = files.flatMap(([path]) =>
          [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
        );
        return [
          ...files.map(([path, text]) => ({ path, oid: text, size: text.length, kind: "file" as const })),
          ...[...new Set(folders)].map((path) => ({ path, oid: path, size: 0, kind: "folder" as const })),
        ];
      },
      read: async (_repository, files) => ({
        texts: new Map(files.map(({ oid }) => [oid, oid])),
        skipped: [],
      }),
    },
    settingsOf: (id) => {
      const reading = readSettings(options.settingsOf?.[id] ?? options.settings ?? "");
      if (!reading.ok) throw new Error(reading.problem);
      return reading.settings;
    },
    answering: {
      answerer: options.answerer,
      secrets: options.secrets ?? [],
      installed: installedPages(),
    },
    reports: {
      requestRefreshes: async (_repository, ids) => void refreshes.push([...ids]),
      note: async (entry) => void notes.push(entry),
      logger: silentLogger,
    },
    clock: { now: () => 0, sleep: async () => {} },
  };
  const stopping = new AbortController();
  const coordinator = createCoordinator(ports, stopping.signal);
  const put = (record: IssueRecord): void => {
    records.set(record.seen.id, record);
    edition += 1;
    editions.set(record.seen.id, edition);
  };
  return {
    stop: () => stopping.abort(),
    coordinator,
    ports,
    put,
    refreshes,
    notes,
    ask: (number, title, more = {}) => {
      const record = questionRecord(number, title, more);
      put(record);
      return record.seen.id;
    },
    repeat: (number, title, { repeats, ...more }) => {
      const record = questionRecord(number, title, more);
      put(record);
      put(answerFrom(record, repeats));
    },
    push: (files, { id } = demo) => void trees.set(id, { commit: `${++commits}`.padStart(40, "c"), files }),
    proposal: (id) => proposals.get(id),
    reads: () => reads,
    fails: (isFailing) => {
      isUnreadable = isFailing;
    },
    treeFails: (isFailing) => {
      isTreeUnreadable = isFailing;
    },
    treesRead: () => treesRead,
    keepingFails: (isFailing) => {
      isFull = isFailing;
    },
    pass: async () => {
      await coordinator.pass(demo, true);
    },
  };
}

function questionRecord(number: number, title: string, more: Partial<Asking>): IssueRecord {
  const {
    context = "The exporter needs to know.",
    decision,
    answeredAt,
    decisionClass,
    options,
    persisted,
    seen: changes,
  } = more;
  const body = form({
    "Blocking task": "#1",
    Category: "implementation",
    Urgency: "blocking",
    Context: context,
    ...(options === undefined ? {} : { Options: options }),
    ...(decisionClass === undefined ? {} : { "Decision class": decisionClass }),
  });
  const ended = decision === undefined ? {} : { issueState: completed };
  const seen = issue(number, {
    title: `Q: ${title}`,
    labels: ["kind:question"],
    body,
    ...ended,
    ...changes,
  });
  const accepted: Accepted | undefined =
    decision === undefined
      ? undefined
      : {
          how: "answer",
          word: `A_${number}`,
          by: maria,
          decision: keepWords(decision),
          version: { title: seen.title, hash: seen.textHash },
          at: answeredAt ?? seen.createdAt,
          row: "people",
        };
  const { title: shown, labels } = seen;
  return {
    seen,
    reading: readMessage({ title: shown, body: seen.body, labels }),
    persisted: {
      ...emptyPersistedState,
      admitted: { hash: seen.textHash, by: maria.id },
      ...(accepted === undefined ? {} : { accepted }),
      ...persisted,
    },
    readAt: 0,
    edgeMadeAt: {},
    reactedTo: [],
  };
}

/** Our answer to a question, as the template for precedents writes it. */
function answerFrom({ seen, persisted }: IssueRecord, repeats: number): IssueRecord {
  const { number } = seen;
  const body = form({
    Answers: `#${number}`,
    Decision: persisted.accepted === undefined ? "" : wordsAlone(persisted.accepted.decision),
    Rationale: `#${repeats} asked the same, and this is how it was settled there.`,
    Sources: `- #${repeats}`,
  });
  const answer = issue(number + 1_000, {
    id: `A_${number}`,
    author: us,
    title: "A: The same",
    labels: ["kind:answer"],
    body,
    issueState: completed,
    opened: { key: openedKey(seen.id, { type: "answer", textHash: "0" }) },
  });
  const reading = readMessage({ title: answer.title, body: answer.body, labels: answer.labels });
  return { seen: answer, reading, persisted: emptyPersistedState, readAt: 0, edgeMadeAt: {}, reactedTo: [] };
}
