/** An in-memory board whose cards a test replaces, and a clock that advances by waiting. */
import type { Clock } from "../../src/base/clock.ts";
import type { Proposal } from "../../src/engine/model/proposal.ts";
import type { LedgerLine } from "../../src/engine/model/snapshot.ts";
import type { Brief } from "../../src/engine/presentation/brief.ts";
import { type ChangePlace, commonPart } from "../../src/operations/changes/change-board.ts";
import { wholeVersion } from "../../src/operations/changes/change-place.ts";
import type { OperationPorts } from "../../src/operations/operation.ts";
import type {
  Board,
  Card,
  CardDetail,
  ClaimRefusal,
  Freshness,
  ReadyFilter,
  Served,
} from "../../src/operations/ports.ts";

export function card(number: number, given: Partial<CardDetail> = {}): CardDetail {
  return {
    id: `I_${number}`,
    owner: "acme",
    repo: "demo",
    number,
    title: `Title of ${number}`,
    kind: "task",
    state: "open",
    status: "ready",
    priority: undefined,
    track: undefined,
    assignees: [],
    updatedAt: 0,
    body: "### Goal\n\nWork",
    textHash: "0".repeat(64),
    author: "alice",
    blockedBy: [],
    blocking: [],
    inTheWay: [],
    unreadableBlockers: 0,
    namedBy: [],
    decision: undefined,
    ...given,
  };
}

const start = { version: 0, row: wholeVersion };
const nowhere: ChangePlace = {
  epoch: "c000000",
  parts: new Map([[commonPart, { cards: start, gone: start, line: 0 }]]),
};

function withoutDetail(detail: CardDetail): Card {
  const { id, owner, repo, number, title, kind, state, status, priority, track, assignees, updatedAt } =
    detail;
  return { id, owner, repo, number, title, kind, state, status, priority, track, assignees, updatedAt };
}

export interface MemoryBoard extends Board {
  readonly put: (changed: CardDetail) => void;
  /** The filters that `ready` was called with. */
  readonly asked: readonly ReadyFilter[];
  /** How often a card was read. */
  readonly reads: () => number;
}

export function memoryBoard(
  cards: readonly CardDetail[],
  ledger: readonly LedgerLine[] = [],
  repositories: readonly Served[] = [{ id: "R_demo", owner: "acme", repo: "demo" }],
  briefs: ReadonlyMap<string, Brief> = new Map(),
  proposals: ReadonlyMap<string, Proposal> = new Map(),
  /** By the task's id and the agent's name. */
  refusals: ReadonlyMap<string, ClaimRefusal> = new Map(),
): MemoryBoard {
  const byNumber = new Map(cards.map((one) => [one.number, one]));
  const asked: ReadyFilter[] = [];
  let version = 1;
  let reads = 0;
  return {
    brief: async (id) => briefs.get(id),
    guides: async () => ({}),
    whyNotClaim: async (id, agent) => refusals.get(`${id} ${agent}`),
    reported: async () => undefined,
    sentBefore: async () => undefined,
    tasks: async () => [],
    tracks: async () => [],
    spaces: async () => [],
    commandSeen: async () => undefined,
    escalations: async () => [],
    notes: async () => ({ epoch: "n0", head: 0, notes: [], total: 0, excess: [] }),
    questions: async () => [],
    ready: async (filter) => {
      asked.push(filter);
      const found = [...byNumber.values()].filter((one) => one.status === "ready");
      return found.slice(0, filter.limit).map(withoutDetail);
    },
    list: async ({ kind, limit }) =>
      [...byNumber.values()]
        .filter((one) => kind === undefined || one.kind === kind)
        .slice(0, limit)
        .map(withoutDetail),
    card: async (owner, repo, number) => {
      reads += 1;
      return owner === "acme" && repo === "demo" ? byNumber.get(number) : undefined;
    },
    graph: async () => ({ nodes: [], edges: [], isCut: false }),
    timeline: async () => ({ entries: [], next: undefined }),
    proposalOf: async (id) => proposals.get(id),
    ledgerOf: async (_id, limit) => ledger.slice(0, limit),
    repositories: async () => repositories,
    paused: async () => [],
    openStarts: async () => [],
    lockTable: async () => ({ tasks: [], open: [] }),
    hasFilesInUse: async () => false,
    agents: async () => [],
    atWork: async () => new Map(),
    readAt: async () => 900_000,
    version: async () => version,
    changes: async () => ({
      place: nowhere,
      isReset: false,
      isMore: false,
      gone: [],
      lines: [],
      cards: [...byNumber.values()].map(withoutDetail),
    }),
    changesEnd: async () => nowhere,
    figures: async ({ weeks }) => ({
      weeks: weeks.map(() => new Map()),
      oldestQuestionAt: undefined,
      inProgress: 0,
      ledgerSince: undefined,
    }),
    put: (changed) => {
      byNumber.set(changed.number, changed);
      version += 1;
    },
    asked,
    reads: () => reads,
  };
}

export interface Rig extends OperationPorts {
  readonly told: readonly string[];
}

/**
 * Ports around a board. Each sleep advances the clock, then calls `onSleep` with the time that has passed.
 * @param freshen the result of a refresh from GitHub
 */
export function portsOf(
  board: Board,
  onSleep: (passedMs: number) => void = () => {},
  freshen: () => Freshness = () => "fresh",
): Rig {
  const told: string[] = [];
  let now = 1_000_000;
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      onSleep(now - 1_000_000);
    },
  };
  return {
    board,
    clock,
    repository: undefined,
    caller: undefined,
    freshen: async () => freshen(),
    progress: (line) => told.push(line),
    told,
  };
}
