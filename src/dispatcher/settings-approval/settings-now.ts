/** Works out the current settings from what is known and from what GitHub has shown of the branch since. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Index } from "../ports/issue-index.ts";
import type { HeadSeen, ReceivedPush, SettingsAuthority, StoredSettings } from "../ports/settings.ts";
import type { BranchMove } from "../ports/settings-history.ts";
import type { Tracker } from "../ports/tracker.ts";
import { RequestFailed } from "../request-failed.ts";
import { findAgentLogins } from "./agent-logins.ts";
import { approvalOf, approvalsOf } from "./approvals.ts";
import { type FileChange, type FileChanges, fileChanges, isSwitched } from "./file-changes.ts";
import {
  type FindEntitlement,
  type JudgeContext,
  type Judged,
  judgeChanges,
  settingsFrom,
} from "./judge-changes.ts";
import { labelsInUse } from "./labels-in-use.ts";

interface Needs {
  readonly index: Pick<Index, "issueIds" | "records">;
  readonly tracker: Pick<Tracker, "accountsOf" | "aheadMs" | "readIssues" | "settingsHistory">;
  readonly clock: Clock;
  readonly entitlement: FindEntitlement;
}

export interface Found {
  readonly known: StoredSettings | undefined;
  /** Undefined while the head is the one that is known. */
  readonly seen: HeadSeen | undefined;
  readonly push: ReceivedPush | undefined;
}

/** Activity may show a push some seconds late. */
const patienceMs = 60_000;

/** Undefined if nothing changed. */
export type SettingsNow = (repository: RepositorySeen, found: Found) => Promise<StoredSettings | undefined>;

export function createSettingsNow(needs: Needs): SettingsNow {
  return async (repository, found) => {
    const { known, seen } = found;
    const branch = seen?.branch ?? known?.authority?.branch;
    const history = needs.tracker.settingsHistory;
    const activity = branch === undefined ? undefined : await fileChanges(history, repository, branch, known);
    const context = judgeContextFor(needs, repository, known);
    const from = await startOf(needs, repository, known, activity);
    const changed = await judgeChanges(context, from, activity?.changes ?? []);
    const judged = isSwitched(known, branch) ? onBranch(changed, from, activity) : changed;
    const head = await judgeHead(needs, { context, judged, activity }, found);
    const approved = await withApproval(needs, context, head.judged, known);
    const logins = await findAgentLogins(needs.tracker, repository, approved.text, known);
    const kept: StoredSettings = {
      commit: head.isShown ? (seen?.commit ?? known?.commit) : known?.commit,
      text: approved.text,
      problem: approved.problem,
      authority: authorityOf(needs, approved, {
        known,
        branch,
        newest: activity?.newest,
        at: head.at ?? activity?.changes.at(-1)?.at,
        logins,
      }),
    };
    return JSON.stringify(kept) === JSON.stringify(known) ? undefined : kept;
  };
}

/** Nothing is refused for a look-up that failed: the file is judged again. */
function notTold(count: number, now: Millis): RequestFailed {
  const message = `GitHub did not say whose ${count} of the accounts are that the settings name`;
  return new RequestFailed({ type: "wait", scope: "request", retryAt: now + retryMs, message });
}

const retryMs: Millis = 60_000;

function judgeContextFor(
  { index, tracker, entitlement, clock }: Needs,
  repository: RepositorySeen,
  known: StoredSettings | undefined,
): JudgeContext {
  let asked: ReturnType<JudgeContext["approvals"]> | undefined;
  return {
    history: tracker.settingsHistory,
    entitlement,
    repository,
    missingAccounts: async (ids) => {
      if (ids.length === 0) return [];
      const accounts = await tracker.accountsOf(repository, ids);
      const unread = ids.filter((id) => !accounts.has(id));
      if (unread.length > 0) throw notTold(unread.length, clock.now());
      return ids.filter((id) => accounts.get(id) === "none");
    },
    labelsInUse: async () => (known === undefined ? undefined : labelsInUse(index, repository.id)),
    approvals: () => {
      asked ??= known === undefined ? approvalsOf(tracker, repository) : Promise.resolve([]);
      return asked;
    },
  };
}

/**
 * What an earlier release stored was in effect, and stays so. If nothing is stored, our own last statement
 * counts.
 */
async function startOf(
  { tracker }: Needs,
  repository: RepositorySeen,
  known: StoredSettings | undefined,
  activity: FileChanges | undefined,
): Promise<Judged> {
  if (known !== undefined) {
    const { text, problem, authority } = known;
    const commit = authority === undefined ? known.commit : authority.commit;
    const refused = authority?.refused === undefined ? {} : { refused: authority.refused };
    return { commit, stay: authority?.stay ?? "", text, problem, waiting: authority?.waiting, ...refused };
  }
  const commit = activity?.stated?.effectiveCommit;
  const file = commit === undefined ? undefined : await tracker.settingsHistory.fileAt(repository, commit);
  const text = file?.type === "text" ? file.text : undefined;
  return { commit, stay: activity?.stated?.stay ?? "", text, problem: undefined, waiting: undefined };
}

/**
 * A branch that became the default one with the same settings is recorded as their source, or a rebuild would
 * not find them.
 */
function onBranch(judged: Judged, before: Judged, activity: FileChanges | undefined): Judged {
  const { newest } = activity ?? {};
  const isSame = judged.waiting === undefined && judged.problem === undefined && judged.text === before.text;
  return newest === undefined || !isSame ? judged : { ...judged, commit: newest.after, stay: newest.id };
}

interface Head {
  readonly judged: Judged;
  /** Whether it is known who brought the head, or will never be. */
  readonly isShown: boolean;
  /** When it came, if no move showed it. */
  readonly at?: Millis;
}

interface JudgedSoFar {
  readonly context: JudgeContext;
  readonly judged: Judged;
  /** Undefined if GitHub cannot tell who moved the branch. */
  readonly activity: FileChanges | undefined;
}

/** Judges a head that no move shows: on an older host, without the permission, or a moment after the push. */
async function judgeHead(
  { clock }: Pick<Needs, "clock">,
  { context, judged, activity }: JudgedSoFar,
  { known, seen, push }: Found,
): Promise<Head> {
  if (seen?.commit === undefined) return { judged, isShown: true };
  // Activity is read after the head and may have newer moves: those are judged, and the head must not undo
  // them.
  if (activity?.newest?.after === seen.commit || activity?.hasMovedTo(seen.commit))
    return { judged: withoutDoubt(judged), isShown: true };
  const heard = isNews(push, known, seen.commit) ? push : undefined;
  const waiting = judged.waiting?.isDoubtful ? judged.waiting : undefined;
  const at = heard?.at ?? waiting?.since ?? clock.now();
  const by = heard?.by;
  const change: FileChange = { commit: seen.commit, stay: "", at, until: Infinity, by, isMerge: "perhaps" };
  const next = await judgeChanges(context, judged, [change]);
  const isLate = activity === undefined || heard !== undefined || clock.now() - at >= patienceMs;
  if (isLate || next.waiting === undefined) return { judged: next, isShown: true, at };
  return { judged: { ...next, waiting: { ...next.waiting, isDoubtful: true } }, isShown: false };
}

/** Activity is complete now: a version that it did not show has been replaced since. */
function withoutDoubt(judged: Judged): Judged {
  return judged.waiting?.isDoubtful ? { ...judged, waiting: undefined } : judged;
}

/**
 * A delivery may be a replay: it counts only for the very move that we see, and not from before the last one
 * judged.
 */
function isNews(push: ReceivedPush | undefined, known: StoredSettings | undefined, head: string): boolean {
  if (push === undefined || push.after !== head || push.before !== known?.commit) return false;
  return push.at + 1_000 > (known.authority?.at ?? 0);
}

/**
 * A version that waits takes effect once someone who may change the settings approves it on the issue that
 * asks.
 */
async function withApproval(
  { index }: Needs,
  context: JudgeContext,
  judged: Judged,
  known: StoredSettings | undefined,
): Promise<Judged> {
  const { waiting } = judged;
  if (known === undefined || waiting?.issue === undefined) return judged;
  const { id } = waiting.issue;
  const approval = approvalOf((await index.records([id])).get(id), waiting.key);
  if (approval === undefined) return judged;
  const by = { ...approval.by, type: "User" } as const;
  const { entitlement, repository } = context;
  if ((await entitlement(repository, by, settingsFrom(judged.text))) !== "yes") return judged;
  const { commit, stay } = approval;
  return { commit, stay, text: waiting.text, problem: undefined, waiting: undefined };
}

interface AuthorityInput {
  readonly known: StoredSettings | undefined;
  readonly branch: string | undefined;
  readonly newest: BranchMove | undefined;
  /** When the newest change that was judged now was made. */
  readonly at: Millis | undefined;
  readonly logins: SettingsAuthority["logins"];
}

function authorityOf(
  { clock, tracker }: Needs,
  { commit, stay, waiting, refused }: Judged,
  { known, branch, newest, at: judgedAt, logins }: AuthorityInput,
): SettingsAuthority {
  const before = known?.authority;
  const adoptedAt = known === undefined ? 0 : clock.now() - tracker.aheadMs();
  const at = judgedAt ?? before?.at ?? adoptedAt;
  const move = newest?.id ?? before?.move;
  return {
    commit,
    at,
    ...(stay === "" ? {} : { stay }),
    ...(branch === undefined ? {} : { branch }),
    ...(move === undefined ? {} : { move }),
    ...(waiting === undefined ? {} : { waiting }),
    ...(refused === undefined ? {} : { refused }),
    ...(logins === undefined ? {} : { logins }),
  };
}
