/**
 * What the dispatcher needs of the outside, each a plain noun. Adapters live on floor 6 (store, github, texts) and
 * never know one another. Every write of the store is one transaction, durable when the call resolves.
 */
import type { Millis } from "../base/clock.ts";
import type { PlannedEffect } from "../engine/effect.ts";
import type { Actor, CommentSeen, Fact, IssueType, NodeId, RepositorySeen, Role } from "../engine/fact.ts";
import type { StatusTraces } from "../engine/leading.ts";
import type { OpenedIssue } from "../engine/memory.ts";
import type { WriteReceipt } from "../engine/remember.ts";
import type { IssueRecord, LedgerLine, Snapshot } from "../engine/snapshot.ts";
import type { Evidence } from "../handover/evidence.ts";

/** A verified webhook delivery as it came. */
export interface Delivery {
  /** `X-GitHub-Delivery`: the same when GitHub delivers again. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | undefined;
  readonly repositoryId: NodeId | undefined;
  readonly installationId: number | undefined;
  readonly payload: Buffer;
  /** Names the payload, so that the same is known again under another GUID: its signature, or its SHA-256. */
  readonly bodyHash: string;
  readonly receivedAt: Millis;
  readonly source: "webhook" | "delivery log";
}

export type Admission = "new" | "duplicate" | "suspected replay";

/** Deliveries on disk before GitHub has its 202. */
export interface Inbox {
  /** Stores a delivery once. Resolves when it is durable; many callers share one commit. */
  readonly admit: (delivery: Delivery) => Promise<Admission>;
  /** Which of `guids` have never been admitted. */
  readonly missing: (guids: readonly string[]) => readonly string[];
  /** Repositories with work that is due, the longest waiting first; deliveries without a repository come under `""`. */
  readonly dueRepositories: (now: Millis, limit: number) => readonly NodeId[];
  /** Deliveries of a repository that are due, in order of arrival. */
  readonly due: (repositoryId: NodeId, now: Millis, limit: number) => readonly Delivery[];
  /** Counts a failed attempt; after `maxAttempts` the deliveries are dead letters, kept and visible. Resolves to those
   * that died now. `undefined`: the fault is not theirs (an outage), nothing is counted and none dies. */
  readonly postpone: (
    guids: readonly string[],
    until: Millis,
    error: string,
    maxAttempts: number | undefined,
  ) => Promise<readonly string[]>;
  /** Milliseconds timestamp of the earliest waiting delivery or look, for sleeping until then. */
  readonly nextDueAt: () => Millis | undefined;
  readonly counts: () => { readonly pending: number; readonly dead: number; readonly total: number };
  /** Arrival of the newest delivery; tells a sweep how long we were deaf. */
  readonly newestReceivedAt: () => Millis | undefined;
}

/** "Look at this issue": what a delivery, a sweep or another repository's cycle asks for. */
export interface Look {
  readonly repositoryId: NodeId;
  readonly target: { readonly id: NodeId } | { readonly number: number };
  readonly dueAt: Millis;
  readonly because: string;
}

/** A look as it waits in the store. Asking again for the same target makes a new `id` that keeps the earlier `dueAt`,
 * so that settling the old one never swallows the new wish. */
export interface WaitingLook extends Look {
  readonly id: number;
}

/** A row of the ledger: one thing done, decided or refused, and why. */
export interface LedgerEntry {
  readonly at: Millis;
  readonly repositoryId: NodeId | undefined;
  readonly issueId: NodeId | undefined;
  /** `decided`, `done`, `refused`, `dropped`, `replay-suspected`, `duplicate-repaired`, `dead-letter`, … */
  readonly kind: string;
  readonly rule: string;
  readonly because: string;
  readonly what: string;
  readonly delivery: string | undefined;
  readonly actor: { readonly id: NodeId; readonly login: string; readonly role: string } | undefined;
}

/** All that one cycle settles, written at once. */
export interface CycleResult {
  readonly settled: readonly string[];
  /** Ids of waiting looks that are served. */
  readonly looked: readonly number[];
  readonly looks: readonly Look[];
  readonly records: readonly IssueRecord[];
  readonly gone: readonly NodeId[];
  readonly repositories: readonly RepositorySeen[];
  /** The issues decided on: their waiting effects are replaced by `effects`, slot by slot; those under way stay. */
  readonly decided: readonly NodeId[];
  readonly effects: readonly PlannedEffect[];
  readonly ledger: readonly LedgerEntry[];
  readonly cursor: { readonly repositoryId: NodeId; readonly at: Millis } | undefined;
}

/** A comment of ours that stands at GitHub. */
export interface Creation {
  readonly repositoryId: NodeId;
  readonly issueId: NodeId;
  readonly at: Millis;
}

/** The local index of GitHub's state. */
export interface Index {
  /** Records, edges, names and refusals around `ids`: the issues themselves, both ends of their edges, what their texts
   * name and what names them, one step further for the named; and all edges between open issues reachable from them. */
  readonly around: (ids: readonly NodeId[]) => Snapshot;
  readonly idOf: (repositoryId: NodeId, number: number) => NodeId | undefined;
  readonly resolve: (
    owner: string,
    repo: string,
    number: number,
  ) => { readonly repositoryId: NodeId; readonly id: NodeId | undefined } | undefined;
  readonly repository: (id: NodeId) => RepositorySeen | undefined;
  readonly repositories: () => readonly RepositorySeen[];
  readonly cursor: (repositoryId: NodeId) => Millis | undefined;
  /** Open issues of a kind in the index, and closed handovers whose pull request is open, the longest unread first: what a
   * sweep reads again. */
  readonly oldestRead: (repositoryId: NodeId, before: Millis, limit: number) => readonly NodeId[];
  readonly record: (id: NodeId) => IssueRecord | undefined;
  /** Every issue of a repository that has a record: what a rebuild compares with. */
  readonly issueIds: (repositoryId: NodeId) => readonly NodeId[];
  /** Handovers that report the work named, and open ones of which it is not known yet where their work is. */
  readonly handoversAbout: (repositoryId: NodeId, work: readonly Work[]) => readonly NodeId[];
  /** Due looks of a repository, and marks nothing: `commit` with `looked` does. */
  readonly dueLooks: (repositoryId: NodeId, now: Millis, limit: number) => readonly WaitingLook[];
  /** Our comments created since then, the earliest first. */
  readonly createdSince: (since: Millis) => readonly Creation[];
  /** What tells who leads in a repository, as far as its issues were read. */
  readonly statusTraces: (repositoryId: NodeId) => StatusTraces;
  readonly ledgerOf: (issueId: NodeId, limit: number) => readonly LedgerLine[];
  readonly settings: (repositoryId: NodeId) => SettingsKept | undefined;
  readonly saveSettings: (repositoryId: NodeId, kept: SettingsKept) => Promise<void>;
  /** Our labels in a repository as they were found last. */
  readonly labels: (repositoryId: NodeId) => LabelsKept;
  readonly saveLabels: (repositoryId: NodeId, labels: LabelsKept) => Promise<void>;
  readonly commit: (result: CycleResult) => Promise<void>;
  /** Adds looks outside a cycle (sweep, poll). */
  readonly lookAt: (looks: readonly Look[]) => Promise<void>;
  readonly note: (entries: readonly LedgerEntry[]) => Promise<void>;
  readonly saveRepositories: (seen: readonly RepositorySeen[], gone: readonly NodeId[]) => Promise<void>;
}

/** An effect on its way out. */
export interface QueuedEffect extends PlannedEffect {
  readonly id: number;
  readonly attempts: number;
  /** When it was first handed to the network, if the outcome of that is unknown: look before repeating. */
  readonly sentAt: Millis | undefined;
}

export type EffectOutcome =
  | { readonly type: "done"; readonly id: number }
  | {
      readonly type: "retry";
      readonly id: number;
      readonly at: Millis;
      readonly error: string;
      readonly uncertain: boolean;
    }
  | { readonly type: "refused"; readonly id: number; readonly error: string };

/** Effects between decision and receipt. */
export interface Outbox {
  /** Due effects of one installation, oldest first, in the order they must be sent for each issue. */
  readonly due: (installationId: number, now: Millis, limit: number) => readonly QueuedEffect[];
  readonly dueInstallations: (now: Millis) => readonly number[];
  /** Marks effects as handed to the network, before they are. Resolves to those that still stood: only they may be
   * sent, as a cycle that ran since `due` has replaced or dropped the others. */
  readonly sending: (ids: readonly number[], at: Millis) => Promise<readonly number[]>;
  /** Keeps what became of effects, with the records and looks that follow from it, in one commit. */
  readonly receipt: (
    outcomes: readonly EffectOutcome[],
    records: readonly IssueRecord[],
    looks: readonly Look[],
    ledger: readonly LedgerEntry[],
  ) => Promise<void>;
  /** From now on effects of these repositories are neither due nor marked as sending; replaces what was held before. */
  readonly hold: (repositories: readonly NodeId[] | "everything") => void;
  readonly nextDueAt: () => Millis | undefined;
  readonly counts: () => EffectCounts;
}

/** `held` are not among `pending`: they wait for somebody to end a pause. */
export interface EffectCounts {
  readonly pending: number;
  readonly held: number;
  readonly sending: number;
  readonly refused: number;
}

/** The settings file, as the default branch's newest commit has it. */
export interface SettingsSeen {
  /** Undefined in a repository without commits. */
  readonly commit: string | undefined;
  readonly file:
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "absent" }
    /** There, but no text file of a sane size: a link, a folder, binary. */
    | { readonly type: "unreadable"; readonly why: string };
}

/** What is in force for a repository, and what is wrong with the newest file. */
export interface SettingsKept {
  /** The newest commit looked at. */
  readonly commit: string | undefined;
  /** The last good file; undefined where there is none. */
  readonly text: string | undefined;
  /** Why the newest file was not taken. */
  readonly problem: string | undefined;
}

/** Labels of ours by shipped name: the id by which a renamed one is known again, and its name in the repository. */
export type LabelsKept = Readonly<Record<string, { readonly id: NodeId; readonly name: string } | undefined>>;

/** What an issue read should cover. */
export interface ReadRequest {
  readonly target:
    | { readonly id: NodeId }
    | {
        readonly repositoryId: NodeId;
        readonly owner: string;
        readonly name: string;
        readonly number: number;
      };
  /** Comments older than this were read before; undefined reads them all. */
  readonly commentsSince: Millis | undefined;
  /** Our comments already known, read again by id whatever their age. */
  readonly ownComments: readonly NodeId[];
  /** What settled it, comment or issue: asked for, too, to see whether it still stands. */
  readonly answer?: NodeId | undefined;
}

/** What the network said when it did not say yes. Decided in one place: github/request-failure. */
export type Failure =
  /** Nothing happened; try again at `retryAt`. `scope` says what has to wait. */
  | {
      readonly type: "wait";
      readonly scope: "request" | "installation";
      readonly retryAt: Millis;
      readonly message: string;
      /** GitHub does not accept us there (a token refused twice, a suspension): for people to mend. */
      readonly isUnhealthy?: true;
    }
  /** The write may have happened. */
  | { readonly type: "unknown"; readonly message: string }
  /** GitHub will never accept this. */
  | { readonly type: "refused"; readonly message: string }
  /** The thing is gone (404, 410) or out of reach. */
  | { readonly type: "gone"; readonly message: string };

/** A pull request or a commit of which a delivery tells something new. */
export type Work = { readonly pullRequest: number } | { readonly commit: string };

/** Whose work to look for. */
export interface EvidenceRequest {
  /** The handover. */
  readonly issueId: NodeId;
  /** The pull request that it names. */
  readonly pullRequest: number | undefined;
  /** The task's number. */
  readonly task: number;
  /** The handover's body: it may name the head commit. */
  readonly text: string;
}

/** Reads GitHub. Throws `RequestFailed` (with a `Failure`) when a read fails as a whole. */
export interface Tracker {
  /** How far our clock is ahead of GitHub's, as its last answer showed; 0 if it is behind or about right. */
  readonly aheadMs: () => Millis;
  /** Fresh facts about issues, 50 a request. An issue that cannot be read comes as `IssueGone`. */
  readonly readIssues: (installationId: number, requests: readonly ReadRequest[]) => Promise<readonly Fact[]>;
  /** What GitHub shows of the work that a handover reports: at most eight requests, pages of files aside. */
  readonly readEvidence: (repository: RepositorySeen, request: EvidenceRequest) => Promise<Evidence>;
  /** Issues changed at or after `since`, oldest change first; conditional, so an unchanged list costs nothing. */
  readonly changedSince: (
    repository: RepositorySeen,
    since: Millis | undefined,
  ) => Promise<readonly ChangedIssue[]>;
  /** Live role, asked at most once a minute per person and repository unless `fresh`. Never throws: `unknown`. */
  readonly roleOf: (repository: RepositorySeen, person: Person, fresh: boolean) => Promise<Role>;
  /** The people who administer a repository, asked at most every ten minutes. Throws `RequestFailed`. */
  readonly adminsOf: (repository: RepositorySeen) => Promise<readonly Actor[]>;
  /** The organisation's issue types, asked at most once an hour; none where the host has none. Throws `RequestFailed`. */
  readonly issueTypesOf: (repository: RepositorySeen) => Promise<readonly IssueType[]>;
  readonly repositories: () => Promise<RepositoryList>;
  /** The settings file at the head of the default branch; undefined if that is still the commit `known`. */
  readonly settingsSince: (
    repository: RepositorySeen,
    known: string | undefined,
  ) => Promise<SettingsSeen | undefined>;
  /** GUIDs of GitHub's delivery log since `since`, newest first. */
  readonly deliveredSince: (
    since: Millis,
  ) => Promise<readonly { readonly guid: string; readonly logId: LogId }[]>;
  readonly deliveryFromLog: (logId: LogId) => Promise<Delivery | undefined>;
}

/** A row of GitHub's delivery log: a 64-bit number, which reaches us as a bigint once it is beyond 2^53. */
export type LogId = number | bigint;

/** Asked about by login, which is all that GitHub takes, and believed only if the answer is about this id. */
export type Person = Pick<Actor, "id" | "login">;

/** The repositories that we serve, as far as their installations could be asked. */
export interface RepositoryList {
  readonly repositories: readonly RepositorySeen[];
  /** Installations that GitHub asked to wait: theirs are neither listed nor lost. */
  readonly unlisted: readonly number[];
}

export interface ChangedIssue {
  readonly id: NodeId;
  readonly number: number;
  readonly updatedAt: Millis;
}

export type WriteResult =
  | { readonly id: number; readonly ok: true; readonly receipt: WriteReceipt }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

export interface EnsuredLabels {
  /** How many had to be made. */
  readonly made: number;
  readonly labels: LabelsKept;
}

/** Writes to GitHub: batched, paced, within budget. Never throws; each effect has its own result. */
/** What came of trying all of a repository's invariants on one commit. */
export interface InvariantsShown {
  readonly headSha: string;
  readonly conclusion: "success" | "failure";
  readonly title: string;
  readonly summary: string;
}

export interface Writer {
  readonly write: (
    installationId: number,
    effects: readonly QueuedEffect[],
  ) => Promise<readonly WriteResult[]>;
  /** Our comment with this marker key on an issue, read fresh: for creates whose outcome is unknown. */
  readonly findOwnComment: (
    installationId: number,
    issueId: NodeId,
    key: string,
  ) => Promise<NodeId | undefined>;
  /** Makes a check run of ours that says so. Throws `RequestFailed`. */
  readonly showInvariants: (
    installationId: number,
    repositoryId: NodeId,
    shown: InvariantsShown,
  ) => Promise<void>;
  /** Makes sure that the App's labels exist. One of `known` that has another name now was renamed and is left alone. */
  readonly ensureLabels: (repository: RepositorySeen, known: LabelsKept) => Promise<EnsuredLabels>;
  /** The issue that we opened with this marker key, among those made since an instant of our clock, read fresh. */
  readonly findOwnIssue: (
    installationId: number,
    repositoryId: NodeId,
    key: string,
    since: Millis,
  ) => Promise<OpenedIssue | undefined>;
}

/** What a delivery asks for, in our words: the only sight of a payload below the github room. */
export interface Translation {
  readonly looks: readonly Pick<Look, "target" | "because">[];
  /** The commands' text of a comment as created, from the verified payload. */
  readonly comments: readonly { readonly issue: { readonly id: NodeId }; readonly comment: CommentSeen }[];
  readonly gone: readonly { readonly id: NodeId; readonly why: "deleted" | "transferred" }[];
  /** Issues transferred, as either repository is told. */
  readonly moved: readonly {
    readonly from: NodeId;
    readonly to: NodeId;
    readonly repositoryId: NodeId;
    readonly number: number;
  }[];
  /** Edges that somebody took away, which no later read can tell from edges that do not show yet. */
  readonly cut: readonly { readonly blockedId: NodeId; readonly blockerId: NodeId }[];
  /** Work that handovers may report. */
  readonly work: readonly Work[];
  readonly labelsDeleted: boolean;
  /** The default branch moved. */
  readonly filesChanged: boolean;
  readonly installationChanged: boolean;
  readonly repository: RepositorySeen | undefined;
  /** Set when the payload is not ours or not of its event's shape: dropped, with this ledger note. */
  readonly dropped: string | undefined;
}

/** Repeatable names of the durable steps, in the order of one delivery's life: tests kill the process at each. */
export const durableSteps = [
  "delivery admitted",
  "delivery acknowledged",
  "deliveries taken up",
  "cycle read",
  "cycle committed",
  "effects marked as sending",
  "effects sent",
  "receipt saved",
] as const;
export type DurableStep = (typeof durableSteps)[number];
export type OnStep = (step: DurableStep) => void;

export type { WriteReceipt };
