/** What a handover's task waits for before it may land, in sentences. */
import type { Millis } from "../../../base/clock.ts";
import { unreachable } from "../../../base/errors.ts";
import { codeSpan } from "../../../handover/check.ts";
import { parseIssueKey } from "../../model/keys/issue-key.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { recordOf } from "../../model/view.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { currentAcceptance, handoverIn } from "../handovers.ts";
import { restingSince } from "../resting-since.ts";
import { landingGroup, landingOrder, nameOf, type Unconfirmed } from "./group.ts";
import { type LandingState, landingHandover, landingState } from "./landing-state.ts";
import { mayAskIn, type Obstacle, obstacleIn } from "./obstacle.ts";

export interface LandingWait {
  /** Sentences about each task that is not ready; empty if it may go on. */
  readonly reasons: readonly string[];
  /** What keeps others from being merged at all. */
  readonly obstacles: readonly LandingObstacle[];
  /** Whether this handover is the one of its group at which a person is asked about the obstacles. */
  readonly asksAboutObstacles: boolean;
  /** The others that have landed, as they are named here. */
  readonly landed: readonly string[];
  /** Since when nothing about the others changes by itself; 0 if there are none. */
  readonly restingSince: Millis;
  /** How many land together, this one among them; 1 if it lands alone. */
  readonly size: number;
}

interface LandingObstacle {
  readonly obstacle: Obstacle;
  readonly sentence: string;
}

interface Member {
  readonly member: IssueRecord;
  /** Whether it lands before the input's own. */
  readonly isFirst: boolean;
  readonly state: LandingState;
}

const section = codeSpan("Together with");

const alone: LandingWait = {
  reasons: [],
  obstacles: [],
  asksAboutObstacles: false,
  landed: [],
  restingSince: 0,
  size: 1,
};

/**
 * @param wanted what the others have to be: `prepared` before our check lets GitHub merge, `mergeable` before we
 * merge. They are merged one after another: if one is refused, what comes after it is not merged either. Once one has
 * landed, the rest follows as each can, unless nothing can be merged where one of them is.
 */
export function landingWait(input: RuleInput, wanted: "prepared" | "mergeable"): LandingWait {
  const { view, record } = input;
  const ref = handoverIn(record)?.completes;
  const task = ref && recordOf(view, record, ref);
  // Handovers elsewhere do not set the task's state.
  if (task === undefined || task.seen.repositoryId !== record.seen.repositoryId) return alone;
  const { members, unconfirmed } = landingGroup(view, task);
  const order = landingOrder(members);
  const place = order.indexOf(task);
  const all = order.map(
    (member, at): Member => ({ member, isFirst: at < place, state: landingState(input, member) }),
  );
  const others = all.filter(({ member }) => member !== task);
  const landed = others.filter(({ state }) => state === "landed");
  const isUnderWay = landed.length > 0;
  const awaited = others.filter(({ isFirst }) => !isUnderWay || (isFirst && wanted === "mergeable"));
  const reasons = awaited.flatMap(({ member, isFirst, state }) =>
    sentenceFor(input, member, state, isFirst && wanted === "mergeable" ? "landed" : wanted),
  );
  const pending = isUnderWay ? [] : unconfirmed.map((each) => unconfirmedSentence(input, each));
  const obstacles = others.flatMap((other) => obstacleAt(input, other));
  return {
    reasons: [...obstacles.map(({ sentence }) => sentence), ...pending, ...reasons],
    obstacles,
    asksAboutObstacles: isAsker(input, task, all),
    landed: landed.map(({ member }) => issueNameById(input, member.seen.id)),
    restingSince: Math.max(0, ...others.map(({ member }) => restsSince(input, member))),
    size: members.length,
  };
}

function restsSince({ view }: RuleInput, member: IssueRecord): Millis {
  const handover = landingHandover(view, member);
  return handover === undefined ? 0 : restingSince(handover);
}

/**
 * One of the group, so that one person is asked: the first that is ready itself, and where the App can open an
 * escalation. A later one that was ready earlier may have asked already.
 */
function isAsker(input: RuleInput, task: IssueRecord, all: readonly Member[]): boolean {
  const ready = all.filter(
    ({ member, state }) =>
      (state === "prepared" || state === "mergeable") && mayAskIn(input, member.seen.repositoryId),
  );
  const asker = ready.find(({ member }) => hasAsked(input, member)) ?? ready[0];
  return asker?.member === task && landingHandover(input.view, task)?.seen.id === input.record.seen.id;
}

/** Whether a person was asked about obstacles at a member's handover, as it was accepted. */
function hasAsked({ view }: RuleInput, member: IssueRecord): boolean {
  const handover = landingHandover(view, member);
  const commit = handover && currentAcceptance(handover)?.commit;
  return handover?.persisted.opened.some(({ key }) => isAboutLanding(key, commit)) === true;
}

function isAboutLanding(key: string, commit: string | undefined): boolean {
  const parsed = parseIssueKey(key);
  if (parsed?.type !== "opened" || parsed.openingReason.type !== "unmerged") return false;
  return parsed.openingReason.about === "landing" && parsed.openingReason.commit === commit;
}

function obstacleAt(input: RuleInput, { member, state }: Member): readonly LandingObstacle[] {
  if (state === "landed" || state === "apart") return [];
  const obstacle = obstacleIn(input, member.seen.repositoryId);
  if (obstacle === undefined) return [];
  const name = codeSpan(issueNameById(input, member.seen.id));
  return [{ obstacle, sentence: obstacleSentence(obstacle, name) }];
}

function obstacleSentence({ type }: Obstacle, name: string): string {
  switch (type) {
    case "archived":
      return `The repository of ${name} is archived, so nothing can be merged there. Unarchive it, or take the task out of ${section}.`;
    case "reads only":
      return `The App may only read in the repository of ${name}. Accept its permissions again, or take the task out of ${section}.`;
    case "paused":
      return `The App is paused in the repository of ${name}. It goes on after ${codeSpan("signalbox resume")}, or once ${codeSpan("paused")} is out of that repository's settings.`;
    case "no contents":
      return `The App may not write contents in the repository of ${name}, so it cannot merge there. ${codeSpan("signalbox setup --with-contents")} registers one that may.`;
    default:
      return unreachable(type);
  }
}

function sentenceFor(
  input: RuleInput,
  member: IssueRecord,
  state: LandingState,
  wanted: "prepared" | "mergeable" | "landed",
): readonly string[] {
  const name = codeSpan(issueNameById(input, member.seen.id));
  switch (state) {
    case "working":
      return [`${name} has no accepted handover yet.`];
    case "accepted":
      return [
        `${name} is accepted, but its pull request is behind its base, has conflicts, or has changed since.`,
      ];
    case "dropped":
      return [
        `The pull request of ${name} was closed without being merged. Reopen it, or close the task as not planned to land without it.`,
      ];
    case "prepared":
      if (wanted === "prepared") return [];
      return [notYet(input, member, name)];
    case "mergeable":
      return wanted === "landed" ? [`${name} is merged first.`] : [];
    case "landed":
    case "apart":
      return [];
    default:
      return unreachable(state);
  }
}

function notYet({ view }: RuleInput, member: IssueRecord, name: string): string {
  const isUnstable = landingHandover(view, member)?.evidence?.pullRequest?.mergeState === "unstable";
  return isUnstable
    ? `A check of the pull request of ${name} has not succeeded, although no rule requires it.`
    : `GitHub does not allow the pull request of ${name} to be merged yet.`;
}

function unconfirmedSentence(input: RuleInput, found: Unconfirmed): string {
  const { view } = input;
  const { named } = found;
  if (named === undefined)
    return `${codeSpan(nameOf(view, found))}, under ${section}, cannot be found or read.`;
  const [name, by] = [named, found.by].map(({ seen }) => codeSpan(issueNameById(input, seen.id)));
  if (named.reading.kind !== "task") return `${name}, under ${section}, is not a task.`;
  return `${name} is in another repository and does not name ${by} under ${section} in turn.`;
}
