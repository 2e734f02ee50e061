/**
 * Tracker and Writer over a small GitHub in memory, with its one-second times, for tests of the dispatcher's
 * own logic. Faults are queued: each is used once, by the next call of its kind.
 */
import { createHash } from "node:crypto";
import type { Clock, Millis } from "../../src/base/clock.ts";
import { unreachable } from "../../src/base/errors.ts";
import type { Failure } from "../../src/dispatcher/ports/failure.ts";
import type { Delivery } from "../../src/dispatcher/ports/inbox.ts";
import type { QueuedEffect } from "../../src/dispatcher/ports/outbox.ts";
import type { SettingsFile, StoredLabels } from "../../src/dispatcher/ports/settings.ts";
import type { Surveyed } from "../../src/dispatcher/ports/survey.ts";
import type { EvidenceRequest, LogId, ReadRequest, Tracker } from "../../src/dispatcher/ports/tracker.ts";
import type { SettingsCheck, WriteResult, Writer } from "../../src/dispatcher/ports/writer.ts";
import type { RequestFailed } from "../../src/dispatcher/request-failed.ts";
import type { WriteReceipt } from "../../src/engine/fold/apply-receipt.ts";
import type { Effect, OpenIssue } from "../../src/engine/model/effect.ts";
import type {
  Actor,
  Fact,
  IssueSeen,
  IssueState,
  IssueType,
  Links,
  NodeId,
  OwnComment,
  RepositoryId,
  RepositorySeen,
  Role,
} from "../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../src/engine/model/snapshot.ts";
import { type Evidence, noEvidence } from "../../src/handover/evidence.ts";
import { alice, bob, hashTitleAndBody, issue, maria, person, us } from "./issues.ts";

export interface WriteFault {
  readonly failure: Failure;
  /** Whether the write was applied although it failed. */
  readonly applied: boolean;
  /** The fault affects only a write of this kind. */
  readonly on: QueuedEffect["effect"]["type"];
}

function hasSameLinks(one: IssueSeen, other: IssueSeen): boolean {
  const gist = ({ blockedBy, blocking, subIssues, parent, linkedPulls, duplicateOf }: IssueSeen): string =>
    JSON.stringify([blockedBy, blocking, subIssues, parent, linkedPulls, duplicateOf]);
  return gist(one) === gist(other);
}

export class MemoryGitHub {
  readonly issues = new Map<NodeId, IssueSeen>();
  readonly blockers = new Map<NodeId, Set<NodeId>>();
  /** By sub-issue. */
  readonly parents = new Map<NodeId, NodeId>();
  readonly repositoryList: RepositorySeen[];
  readonly roles = new Map<string, Role>();
  /** Users whose role was requested, by id. */
  readonly askedFor = new Set<NodeId>();
  /** Logins whose role was looked up just before an effect of theirs was sent. */
  /** Accounts of which GitHub does not say whose they are. */
  readonly untoldAccounts = new Set<string>();
  readonly rechecked: string[] = [];
  readonly settings = new Map<RepositoryId, { readonly commit: string; readonly file: SettingsFile }>();
  /** Called for every read of the settings. */
  settingsFault: RequestFailed | undefined;
  /** Requests for the settings. */
  settingsReads = 0;
  readonly log: Delivery[] = [];
  readonly labelled: RepositoryId[] = [];
  /** How often many repositories were asked about at once, and which of them such a survey does not show. */
  surveys = 0;
  readonly unsurveyed = new Set<RepositoryId>();
  /** The labels of ours that are found. */
  labels: StoredLabels = {};
  readonly writes: QueuedEffect[] = [];
  /** The work that handovers report, by issue. */
  readonly evidence = new Map<NodeId, Evidence>();
  /** Called for every read of evidence. */
  evidenceFault: RequestFailed | undefined;
  /** Our check run on each commit. */
  readonly checks = new Map<string, Extract<QueuedEffect["effect"], { readonly type: "ShowCheck" }>>();
  /** The organisation's. */
  readonly issueTypes: IssueType[] = [];
  readonly reads: (readonly ReadRequest[])[] = [];
  /** The issues of each request for what has no version. */
  readonly comparisons: (readonly NodeId[])[] = [];
  /** Each request for evidence. */
  readonly evidenceReads: EvidenceRequest[] = [];
  readonly readFaults: RequestFailed[] = [];
  readonly writeFaults: WriteFault[] = [];
  /** Answers given once instead of the current state: what a lagging replica shows. */
  readonly staleReads: IssueSeen[] = [];
  /** Our own comments and issues that a read does not find yet. */
  readonly invisible = new Set<NodeId>();
  /** Issues that reads do not find, as on a replica that does not have them yet. */
  readonly unfound = new Set<NodeId>();
  /** Called while a write is in progress. */
  duringWrite: (effect: QueuedEffect) => void = () => {};
  readonly #clock: Clock;
  #comments = 0;

  /** Installations that GitHub asks to wait. */
  readonly heldUp = new Set<number>();

  constructor(clock: Clock, repositories: readonly RepositorySeen[]) {
    this.#clock = clock;
    this.repositoryList = [...repositories];
    for (const login of ["maria", "alice", "bob"]) this.roles.set(login, "write");
  }

  /** The precision of GitHub's times: whole seconds. */
  second(): Millis {
    return Math.floor(this.#clock.now() / 1000) * 1000;
  }

  put(issue: IssueSeen): IssueSeen {
    this.issues.set(issue.id, issue);
    return issue;
  }

  change(id: NodeId, changes: Partial<IssueSeen>): void {
    const issue = this.issues.get(id);
    if (issue === undefined) return;
    const isRenamed = changes.title !== undefined && changes.title !== issue.title;
    const event = { at: this.second(), ...(issue.author && { by: issue.author }) };
    const renamed = isRenamed ? { renamed: event } : {};
    const changed = { ...issue, updatedAt: this.second(), ...renamed, ...changes };
    const isOtherText = changes.title !== undefined || changes.body !== undefined;
    const text = isOtherText && changes.textHash === undefined ? { textHash: hashTitleAndBody(changed) } : {};
    this.issues.set(id, { ...changed, ...text });
  }

  close(id: NodeId, issueState: IssueState, closedBy: Actor = maria): void {
    this.change(id, { issueState, closedAt: this.second(), closedBy });
  }

  closeAsDuplicate(id: NodeId, originalId: NodeId): void {
    this.close(id, { state: "closed", reason: "duplicate" });
    this.change(id, { duplicateOf: this.#links([originalId]).issues[0] });
  }

  block(blockedId: NodeId, blockerId: NodeId): void {
    this.blockers.set(blockedId, new Set([...(this.blockers.get(blockedId) ?? []), blockerId]));
  }

  adopt(parentId: NodeId, childId: NodeId): void {
    this.parents.set(childId, parentId);
  }

  /** The issue as a read returns it now. */
  show(id: NodeId): IssueSeen | undefined {
    const issue = this.issues.get(id);
    if (issue === undefined) return undefined;
    const blocking = [...this.blockers].flatMap(([blocked, by]) => (by.has(id) ? blocked : []));
    const hidden = issue.own.filter((comment) => !this.invisible.has(comment.id));
    const children = [...this.parents].flatMap(([child, parent]) => (parent === id ? child : []));
    const [parent] = this.#links([this.parents.get(id) ?? ""]).issues;
    return {
      ...issue,
      ...(children.length === 0 ? {} : { subIssues: this.#links(children).issues }),
      ...(parent === undefined ? {} : { parent }),
      own: hidden,
      blockedBy: this.#links([...(this.blockers.get(id) ?? [])]),
      blocking: this.#links(blocking),
      duplicateOf: issue.duplicateOf && this.#links([issue.duplicateOf.id]).issues[0],
    };
  }

  #links(ids: readonly NodeId[]): Links {
    const issues = ids.flatMap((id) => {
      const issue = this.issues.get(id);
      const home = this.repositoryList.find((repository) => repository.id === issue?.repositoryId);
      if (issue === undefined || home === undefined) return [];
      const { repositoryId, number, title, issueState, closedAt } = issue;
      return [
        {
          id,
          repositoryId,
          owner: home.owner,
          repo: home.name,
          number,
          title,
          issueState,
          closedAt,
        },
      ];
    });
    return { complete: true, unreadable: 0, issues };
  }

  #failIfAsked(): void {
    const fault = this.readFaults.shift();
    if (fault !== undefined) throw fault;
  }

  /** The pages that were asked for, in order, and how many issues one has. */
  readonly pages: (readonly [RepositoryId, string | undefined])[] = [];
  /** Without any, GitHub shows no page. */
  pageSize = 100;
  /** Called while a page is read. */
  duringPage: (after: string | undefined) => void = () => {};
  /** The repositories whose changes were listed, in order. */
  readonly lists: RepositoryId[] = [];
  /** The check runs about settings files, oldest first. */
  readonly settingsShown: SettingsCheck[] = [];
  /** Who brings settings files to the default branch; undefined if GitHub cannot tell. */
  mover: ReturnType<typeof person> | undefined = person("owner");

  /** Whether the answer to a new edge shows both of its ends. */
  showsEdges = true;

  /** How far our clock is ahead of GitHub's. */
  aheadMs = 0;

  readonly tracker: Tracker = {
    aheadMs: () => this.aheadMs,
    readIssues: async (_installation, requests) => {
      this.reads.push(requests);
      this.#failIfAsked();
      const readAt = this.#clock.now();
      const facts = requests.flatMap(({ target }) => this.#read(target, readAt));
      await Promise.resolve();
      return facts;
    },
    unchangedAmong: async (_installation, records) => {
      this.comparisons.push(records.map(({ seen }) => seen.id));
      this.#failIfAsked();
      const isSame = ({ seen }: IssueRecord): boolean => {
        const shown = this.show(seen.id);
        return shown?.updatedAt === seen.updatedAt && hasSameLinks(shown, seen);
      };
      return new Set(records.filter(isSame).map(({ seen }) => seen.id));
    },
    issuePage: async (repository, after) => {
      this.pages.push([repository.id, after]);
      this.#failIfAsked();
      this.duringPage(after);
      if (this.pageSize === 0) return undefined;
      const readAt = this.#clock.now();
      const listed = [...this.issues.values()]
        .filter((issue) => issue.repositoryId === repository.id && !this.invisible.has(issue.id))
        .sort((a, b) => a.createdAt - b.createdAt || a.number - b.number);
      const at = after === undefined ? 0 : listed.findIndex(({ id }) => id === after) + 1;
      const shown = listed.slice(at, at + this.pageSize).flatMap(({ id }) => this.show(id) ?? []);
      const isWhole = ({ comments, own }: IssueSeen): boolean => comments.length + own.length === 0;
      await Promise.resolve();
      return {
        facts: shown.filter(isWhole).map((issue) => ({ type: "IssueSeen", issue, readAt })),
        others: shown.filter((issue) => !isWhole(issue)).map(({ id }) => id),
        next: at + this.pageSize < listed.length ? shown.at(-1)?.id : undefined,
      };
    },
    changedSince: async (repository, since) => {
      this.lists.push(repository.id);
      this.#failIfAsked();
      return [...this.issues.values()]
        .filter((issue) => issue.repositoryId === repository.id && issue.updatedAt >= (since ?? 0))
        .filter(({ id }) => !this.invisible.has(id))
        .sort((a, b) => a.updatedAt - b.updatedAt)
        .map(({ id, number, updatedAt }) => ({ id, number, updatedAt }));
    },
    readEvidence: async (_repository, request) => {
      const { issueId } = request;
      this.evidenceReads.push(request);
      if (this.evidenceFault !== undefined) throw this.evidenceFault;
      const { headSha } = this.evidence.get(issueId)?.pullRequest ?? {};
      const check = headSha === undefined ? undefined : this.checks.get(headSha);
      const ownCheck = check && { headSha: check.headSha, shows: check.shows };
      const readAt = this.#clock.now();
      return { ...(this.evidence.get(issueId) ?? noEvidence(readAt)), readAt, ownCheck };
    },
    roleOf: async (_repository, { id, login }, fresh) => {
      this.askedFor.add(id);
      if (fresh) this.rechecked.push(login);
      return login === "owner" ? "admin" : (this.roles.get(login) ?? "none");
    },
    accountsOf: async (_repository, ids) =>
      new Map(
        ids
          .filter((id) => !this.untoldAccounts.has(id))
          .map(
            (id) => [id, /^(?:U|BOT)_/.test(id) ? person(id.replace(/^(?:U|BOT)_/, "")) : "none"] as const,
          ),
      ),
    adminsOf: async () => [...this.roles].flatMap(([login, role]) => (role === "admin" ? person(login) : [])),
    issueTypesOf: async () => this.issueTypes,
    repositories: async () => ({
      repositories: this.repositoryList.filter(({ installationId }) => !this.heldUp.has(installationId)),
      unlisted: [...this.heldUp],
    }),
    openPulls: async () => [],
    pullFiles: async () => ({ paths: [], count: 0 }),
    foldersAt: async (_repository, _commits, folders) => folders.map(() => []),
    survey: async (_installation, ids) => {
      this.surveys += 1;
      this.#failIfAsked();
      return new Map(ids.flatMap((id) => (this.unsurveyed.has(id) ? [] : [[id, this.#survey(id)] as const])));
    },
    headSince: async ({ id }, known) => {
      this.settingsReads += 1;
      if (this.settingsFault !== undefined) throw this.settingsFault;
      const commit = this.settings.get(id)?.commit;
      return commit === known ? undefined : { commit, branch: "main" };
    },
    settingsHistory: {
      hashOf: (commit, text) => createHash("sha256").update(`${commit} ${text}`).digest("hex"),
      moves: async ({ id }) => {
        const after = this.settings.get(id)?.commit;
        if (this.mover === undefined) return undefined;
        const move = {
          id: `move to ${after}`,
          before: undefined,
          after: after ?? "",
          at: 0,
          by: this.mover,
          isMerge: false,
          isQueued: false,
        };
        return { moves: after === undefined ? [] : [move], next: undefined };
      },
      howMerged: async () => "no merge",
      filesAt: async (_repository, commits) => new Map(commits.map((commit) => [commit, commit])),
      fileAt: async ({ id }) => this.settings.get(id)?.file ?? { type: "absent" },
      statementsOn: async () => [],
      issuesAsking: async () => [],
    },
    deliveredSince: async (since) =>
      this.log
        .map(({ guid, receivedAt }, logId) => ({ guid, logId: logId as LogId, receivedAt }))
        .filter(({ receivedAt }) => receivedAt >= since)
        .reverse(),
    deliveryFromLog: async (logId) => this.log[Number(logId)],
  };

  #survey(id: RepositoryId): Surveyed {
    const issues = [...this.issues.values()].filter((issue) => issue.repositoryId === id);
    const repository = this.repositoryList.find((each) => each.id === id);
    if (repository === undefined) throw new Error(`There is no repository ${id}.`);
    const commit = this.settings.get(id)?.commit;
    return {
      repository,
      head: commit === undefined ? undefined : { branch: "main", commit },
      changedAt: issues.length === 0 ? undefined : Math.max(...issues.map(({ updatedAt }) => updatedAt)),
      openIssues: issues.filter(({ issueState }) => issueState.state === "open").length,
      labels: Object.values(this.labels).flatMap((label) => label ?? []),
      surveyedAt: this.#clock.now(),
    };
  }

  #read(target: ReadRequest["target"], readAt: Millis): readonly Fact[] {
    const id = "id" in target ? target.id : this.#byNumber(target.repositoryId, target.number);
    const stale = this.staleReads.findIndex((issue) => issue.id === id);
    const issue =
      stale >= 0 ? this.staleReads.splice(stale, 1)[0] : id === undefined ? undefined : this.show(id);
    if (issue !== undefined && !this.unfound.has(issue.id)) return [{ type: "IssueSeen", issue, readAt }];
    return id === undefined ? [] : [{ type: "IssueGone", id, why: "unreadable", readAt }];
  }

  #byNumber(repositoryId: RepositoryId, number: number): NodeId | undefined {
    return [...this.issues.values()].find(
      (issue) => issue.repositoryId === repositoryId && issue.number === number,
    )?.id;
  }

  readonly writer: Writer = {
    write: async (_installation, effects) => effects.map((effect) => this.#write(effect)),
    findOwnComment: async (_installation, issueId, key) =>
      this.show(issueId)?.own.find((own) => own.key === key)?.id,
    findOwnIssue: async (_installation, repositoryId, key) => {
      const ours = [...this.issues.values()].filter(
        (issue) => issue.repositoryId === repositoryId && issue.opened?.key === key,
      );
      const found = ours.find(({ id }) => !this.invisible.has(id));
      return found && { key, id: found.id, number: found.number };
    },
    showVerified: () => Promise.reject(new Error("Nothing is verified in this memory.")),
    reopenIssue: () => Promise.reject(new Error("Nothing is opened again in this memory.")),
    showLocks: () => async () => {},
    showSettings: async (_installation, _repositoryId, shown) => void this.settingsShown.push(shown),
    ensureLabels: async (repository) => {
      this.labelled.push(repository.id);
      return { made: 0, labels: this.labels };
    },
  };

  #write(effect: QueuedEffect): WriteResult {
    this.duringWrite(effect);
    this.writes.push(effect);
    const at = this.writeFaults.findIndex(({ on }) => on === effect.effect.type);
    const fault = at < 0 ? undefined : this.writeFaults.splice(at, 1)[0];
    const receipt = fault === undefined || fault.applied ? this.#apply(effect) : undefined;
    if (fault !== undefined) return { id: effect.id, ok: false, failure: fault.failure };
    return { id: effect.id, ok: true, receipt: receipt ?? this.#receipt(effect.issueId) };
  }

  #receipt(id: NodeId, commentId?: NodeId): WriteReceipt {
    const issue = this.issues.get(id);
    const { updatedAt, labels, issueState, closedAt } = issue ?? {};
    return { updatedAt, labels, issueState, closedAt, commentId };
  }

  #edge({ blockedId, blockerId }: Extract<Effect, { type: "AddBlockedBy" }>): WriteReceipt["edge"] {
    const [blocked, blocker] = [blockedId, blockerId].map((id) => this.#links([id]).issues[0]);
    return this.showsEdges && blocked && blocker ? { blocked, blocker } : undefined;
  }

  #apply({ issueId, repositoryId, effect }: QueuedEffect): WriteReceipt {
    switch (effect.type) {
      case "SetLabels": {
        const labels = this.issues.get(issueId)?.labels ?? [];
        this.change(issueId, {
          labels: [...new Set([...labels.filter((label) => !effect.remove.includes(label)), ...effect.add])],
        });
        return this.#receipt(issueId);
      }
      case "AddBlockedBy":
        this.block(effect.blockedId, effect.blockerId);
        return { ...this.#receipt(issueId), edge: this.#edge(effect) };
      case "RemoveBlockedBy":
        this.blockers.get(effect.blockedId)?.delete(effect.blockerId);
        return this.#receipt(issueId);
      case "AddSubIssue":
        this.adopt(effect.parentId, effect.childId);
        return this.#receipt(issueId);
      case "RemoveSubIssue":
        this.parents.delete(effect.childId);
        return this.#receipt(issueId);
      case "ShowStatus":
        return this.#comment(issueId, effect.commentId, {
          key: "status",
          text: effect.text,
          persisted: effect.persisted,
        });
      case "AddComment":
        return this.#comment(issueId, undefined, {
          key: effect.marker,
          text: effect.text,
          persisted: undefined,
        });
      case "OpenIssue":
        return { ...this.#receipt(""), opened: this.#open(repositoryId, effect) };
      case "AddAssignees":
        this.change(issueId, {
          assignees: [maria, alice, bob].filter(({ id }) => effect.assignees.includes(id)),
        });
        return this.#receipt(issueId);
      case "RemoveAssignees":
        this.change(issueId, {
          assignees: (this.issues.get(issueId)?.assignees ?? []).filter(
            ({ id }) => !effect.assignees.includes(id),
          ),
        });
        return this.#receipt(issueId);
      case "CloseIssue":
        // Closing a closed issue does not change the time of its closing.
        if (this.issues.get(issueId)?.issueState.state !== "closed") {
          this.close(issueId, { state: "closed", reason: effect.reason });
          this.change(issueId, { closedBy: us });
        }
        return this.#receipt(issueId);
      case "MinimizeComment":
        this.#changeOwn(issueId, (own) =>
          own.id === effect.commentId ? { ...own, isMinimized: true } : own,
        );
        return this.#receipt(issueId);
      case "RestoreText":
        this.change(issueId, { title: effect.title, body: effect.body, altered: undefined });
        return this.#receipt(issueId);
      case "SetType":
        this.change(issueId, { nativeType: effect.name });
        return this.#receipt(issueId);
      case "AddReaction":
        return this.#receipt(issueId);
      case "UpdateBranch":
        return this.#receipt(issueId);
      case "MergePullRequest": {
        const found = this.evidence.get(issueId);
        if (found?.pullRequest !== undefined)
          this.evidence.set(issueId, { ...found, pullRequest: { ...found.pullRequest, state: "merged" } });
        return this.#receipt(issueId);
      }
      case "EnqueuePullRequest": {
        const found = this.evidence.get(issueId);
        if (found?.pullRequest !== undefined)
          this.evidence.set(issueId, {
            ...found,
            pullRequest: { ...found.pullRequest, queue: { isIn: true } },
          });
        return this.#receipt(issueId);
      }
      case "ShowCheck":
        this.checks.set(effect.headSha, effect);
        return this.#receipt(issueId);
      default:
        return unreachable(effect);
    }
  }

  #open(repositoryId: RepositoryId, { title, body, labels, assignees, marker, sealed }: OpenIssue) {
    const number = Math.max(0, ...[...this.issues.values()].map((known) => known.number)) + 1;
    const at = this.second();
    const { id } = this.put(
      issue(number, {
        repositoryId,
        title,
        body,
        labels,
        author: us,
        createdAt: at,
        updatedAt: at,
        assignees: [maria, alice, bob].filter((person) => assignees.includes(person.id)),
        opened: { key: marker, ...sealed },
      }),
    );
    return { id, number };
  }

  #comment(
    issueId: NodeId,
    id: NodeId | undefined,
    written: Pick<OwnComment, "key" | "text" | "persisted">,
  ): WriteReceipt {
    const commentId = id ?? `IC_${++this.#comments}`;
    const own = this.issues.get(issueId)?.own ?? [];
    const before = own.find((comment) => comment.id === commentId);
    const comment = {
      ...written,
      id: commentId,
      createdAt: before?.createdAt ?? this.second(),
      isMinimized: false,
    };
    this.change(issueId, { own: [...own.filter((other) => other.id !== commentId), comment] });
    return this.#receipt(issueId, commentId);
  }

  #changeOwn(issueId: NodeId, change: (own: OwnComment) => OwnComment): void {
    this.change(issueId, { own: (this.issues.get(issueId)?.own ?? []).map(change) });
  }
}
