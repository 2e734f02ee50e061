/**
 * Reads what a reconcile pass needs, in waves: first what was requested and what changed, then the neighbours
 * that a decision depends on. Saves nothing: everything is kept by the pass's one commit.
 */
import type { Clock, Millis } from "../../../base/clock.ts";
import { readAhead } from "../../../engine/fold/read-ahead.ts";
import type { Fact, NodeId, RepositorySeen } from "../../../engine/model/fact.ts";
import type { View } from "../../../engine/model/view.ts";
import { inSteps } from "../../in-steps.ts";
import type { Pace } from "../../pace.ts";
import type { Index } from "../../ports/issue-index.ts";
import type { RefreshRequest } from "../../ports/refresh-request.ts";
import type { Tracker } from "../../ports/tracker.ts";
import { type Changes, noChanges, refreshRequestsFor } from "../../repository/changes.ts";
import type { AskRoles } from "../../repository/roles.ts";
import type { WithTrust } from "../../repository/whose-pulls.ts";
import { isAnswer } from "../deciding/may-unblock.ts";
import type { ReadPlan } from "../work-batch.ts";
import { targetsAhead } from "./ahead.ts";
import { aboutIssues, surroundings } from "./expand-neighbours.ts";
import { requestsFor } from "./request.ts";
import { distinct, type Target, type Targets } from "./targets.ts";
import { idsOf, readOrLeave, type Unread } from "./unread.ts";

export interface Gathered {
  readonly facts: readonly Fact[];
  /** Issues read in full. */
  readonly ids: ReadonlySet<NodeId>;
  /** Issues to decide on as the index has them. */
  readonly decides: readonly NodeId[];
  /** Refresh requests for other passes. */
  readonly refreshes: readonly RefreshRequest[];
  /** Issues that GitHub failed to return. */
  readonly unread: readonly Unread[];
  /** The index with the facts folded in; shows whose roles are needed. */
  readonly view: View;
}

interface Needs {
  readonly index: Pick<
    Index,
    "idsOf" | "records" | "around" | keyof Parameters<typeof surroundings>[0]["index"]
  >;
  readonly tracker: Pick<Tracker, "readIssues">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "readsPerCycle" | "refreshesPerCycle">;
  readonly withTrust: WithTrust;
  readonly askActorRoles: AskRoles;
}

/** Waves of neighbours: an answer's question, that question's tasks, their other blockers. */
const waves = 3;

export interface ToGather {
  readonly repository: RepositorySeen;
  readonly plan: Pick<ReadPlan, "facts" | keyof Targets>;
  /** Lists the changes if a listing is due. `isNeeded`: whether an irreversible decision may follow. */
  readonly list: (isNeeded: boolean) => Promise<Changes>;
  /** False while we are isolating the item that makes a pass fail. */
  readonly mayReadChanges: boolean;
}

/** Resolves to what was read, and where the next list of changes may begin. */
export type Gather = (wanted: ToGather) => Promise<readonly [Gathered, Millis | undefined]>;

export function createGatherer(needs: Needs): Gather {
  return (wanted) => gather(needs, wanted);
}

async function gather(
  needs: Needs,
  { repository, plan, list, mayReadChanges }: ToGather,
): Promise<readonly [Gathered, Millis | undefined]> {
  const { index, clock, pace } = needs;
  /** How many changed issues may be read here, including those requested; the rest is requested for later. */
  const portion = mayReadChanges ? pace.refreshesPerCycle : 0;
  const { facts: reported, targets, decides, mayEndWait } = plan;
  // While isolating a failing item, read nothing else.
  const ahead = mayReadChanges ? await targetsAhead(index, repository.id, targets, plan.texts) : [];
  const unread: Unread[] = [];
  let [changes, asked] = await Promise.all([
    list(mayEndWait),
    read(needs, repository, [...targets, ...ahead], unread),
  ]);
  const facts = [...reported, ...asked];
  const ids = new Set(aboutIssues(asked));
  const refreshes: RefreshRequest[] = [];
  let frontier: readonly NodeId[] = [
    ...ids,
    ...reported.flatMap((fact) => (fact.type === "IssueGone" ? fact.id : [])),
  ];

  const takeUp = ({ issues }: Changes): readonly Target[] => {
    const changed = issues.map(({ id }) => id).filter((id) => !ids.has(id));
    const taken = Math.max(0, portion - ids.size);
    refreshes.push(...refreshRequestsFor(repository.id, changed.slice(taken), clock.now(), "it changed"));
    return changed.slice(0, taken).map((id) => ({ id }));
  };
  const linked = (await idsOfNumbers(needs, repository, asked)).filter((id) => !ids.has(id));
  let further = distinct([...takeUp(changes), ...linked.map((id) => ({ id }))]);

  for (let wave = 0; ; wave++) {
    const room = wave < waves ? Math.max(0, pace.readsPerCycle - ids.size - further.length) : 0;
    const tried = new Set([...ids, ...idsOf(unread)]);
    const before = { repositoryId: repository.id, facts, ids: tried, decides, frontier };
    const around = await surroundings(needs, before, room);
    refreshes.push(...around.refreshes);
    further = distinct([...further, ...around.targets]);
    if (wave === 0 && changes === noChanges && hasAnswer(around.view, ids)) {
      changes = await list(true);
      further = distinct([...further, ...takeUp(changes)]);
    }
    if (further.length === 0)
      return [{ facts, ids, decides, refreshes, unread, view: around.view }, changes.cursor];
    // The decision needs these roles; reading them now saves a wait after the last read.
    const [found] = await Promise.all([
      read(needs, repository, further, unread),
      needs.askActorRoles(around.view, [...ids, ...decides]),
    ]);
    const about = aboutIssues(found);
    // Another issue may be waiting for this pull request's number as if it were an issue.
    const isThroughPull = found.some(({ type }) => type === "PullSeen");
    frontier = isThroughPull ? [...new Set([...about, ...frontier])] : [...about];
    facts.push(...found);
    for (const id of about) ids.add(id);
    further = [];
  }
}

function hasAnswer({ records }: View, ids: ReadonlySet<NodeId>): boolean {
  return [...records.values()].some((record) => ids.has(record.seen.id) && isAnswer(record));
}

/** Known issues that these pull requests would close: their work has started, or is no longer under way. */
async function idsOfNumbers(
  { index }: Needs,
  { id }: RepositorySeen,
  facts: readonly Fact[],
): Promise<readonly NodeId[]> {
  const numbers = facts.flatMap((fact) => (fact.type === "PullSeen" ? fact.pull.closes : []));
  return numbers.length === 0 ? [] : [...(await index.idsOf(id, numbers)).values()];
}

async function read(
  needs: Needs,
  repository: RepositorySeen,
  targets: readonly Target[],
  unread: Unread[],
): Promise<readonly Fact[]> {
  const { index, tracker, clock, withTrust } = needs;
  const requests = await requestsFor(index, repository, targets);
  const facts = await readOrLeave(tracker, repository, requests, unread);
  const known = await index.records([...aboutIssues(facts)]);
  await inSteps(
    clock,
    readAhead(facts, (id) => known.get(id)),
  );
  return withTrust(repository, facts);
}
