/**
 * The gate: a check run of ours on the head commit of the pull request that a handover reports. A newcomer would leave
 * the old one in place after a push; it stands on its own commit, and the new one begins without any. So does the commit
 * that a merge queue tries.
 */
import { counted, type Reason } from "../../handover/check.ts";
import type { OwnCheck } from "../../handover/evidence.ts";
import type { CheckShown } from "../effect.ts";
import { fingerprint } from "../fingerprint.ts";
import {
  type HandoverStanding,
  handoverIn,
  handoverStanding,
  handoversOf,
  isEditedSince,
  isSameWork,
  workOf,
} from "../handovers.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";
import type { IssueRecord } from "../snapshot.ts";
import { reasonLines } from "../status/of-handover.ts";
import { recordOf } from "../view.ts";

export const showCheck: ShowRule = { name: "show-check", show };

/** GitHub takes no more in one request. */
const mostAnnotations = 50;

function show(situation: Situation) {
  const { record } = situation;
  const { pullRequest, ownCheck, queued } = record.evidence ?? {};
  if (pullRequest?.state !== "open" || !leads(situation, pullRequest.number)) return nothing;
  const { headSha } = pullRequest;
  const shown = checkShown(situation);
  const because = `Its pull request #${pullRequest.number} stands at ${headSha.slice(0, 7)}: ${shown.title}.`;
  const wish = (slot: string, sha: string, own: OwnCheck | undefined): readonly Wish[] => {
    if (own?.headSha === sha && own.shows === shown.shows) return [];
    const effect = { type: "ShowCheck", headSha: sha, ...shown } as const;
    return [{ slot, key: `check ${sha} ${shown.shows}`, effect, reason: { rule: showCheck.name, because } }];
  };
  const inQueue = queued === undefined ? [] : wish("check in queue", queued.headSha, queued.ownCheck);
  return { wishes: [...wish("check", headSha, ownCheck), ...inQueue] };
}

/** Of several handovers of one task with one pull request, the newest that was not withdrawn speaks. */
function leads({ view, record, context }: Situation, number: number): boolean {
  const handover = handoverIn(record);
  const task = handover && recordOf(view, record, handover.completes);
  if (task === undefined) return true;
  const isRival = (other: IssueRecord): boolean =>
    other.evidence?.pullRequest?.number === number &&
    handoverStanding({ view, record: other, context }).is !== "withdrawn";
  const last = handoversOf(view, task).findLast(isRival);
  return last === undefined || last.seen.id === record.seen.id;
}

type Saying = Pick<CheckShown, "conclusion" | "title"> & { readonly reasons: readonly Reason[] };

function checkShown(situation: Situation): CheckShown {
  const { record, context } = situation;
  const standing = handoverStanding(situation);
  const { conclusion, title, reasons } = saying(situation, standing);
  const lines = reasonLines(reasons);
  const handover = `#${record.seen.number}`;
  const summary = context.render({ name: "check-handover", data: { handover, title, ...lines } });
  const annotations = reasons
    .flatMap(({ parts }) => parts)
    .flatMap(({ path, sentence }) =>
      path === undefined ? [] : [{ path, text: context.render({ name: "check-note", data: { sentence } }) }],
    )
    .slice(0, mostAnnotations);
  const offersAccept = standing.is === "judged" && conclusion !== "success";
  const shown = { conclusion, title, summary, annotations, offersAccept };
  return { ...shown, shows: fingerprint(JSON.stringify(shown)) };
}

/**
 * What was accepted holds for its commit and base alone; of others the verdict is asked again. What is unfinished is
 * received unproven, and `neutral` lets GitHub merge it: that is said only of what was shown, or what a person accepted.
 */
function saying({ record }: Situation, standing: HandoverStanding): Saying {
  const isWhole = handoverIn(record)?.status === "complete";
  if (standing.is === "withdrawn") return needsAction(withdrawnTitle(record));
  if (standing.is === "accepted" && isSameWork(standing.settled, workOf(record))) {
    const { settled, verdict } = standing;
    const reasons = verdict?.reasons ?? [];
    const title = settled.override === undefined ? "Accepted" : "Accepted in spite of the verdict";
    if (isWhole) return { conclusion: "success", title, reasons };
    if (settled.override !== undefined || verdict?.conclusion === "neutral")
      return { conclusion: "neutral", title: "Unfinished, and received", reasons };
  }
  if (standing.is === "waiting" || standing.verdict === undefined)
    return needsAction("The handover cannot be read as it stands");
  const { conclusion, reasons } = standing.verdict;
  return { conclusion, title: titleOf(reasons), reasons };
}

function withdrawnTitle(record: IssueRecord): string {
  return isEditedSince(record)
    ? "The handover was edited after it was accepted"
    : "The handover was withdrawn";
}

function needsAction(title: string): Saying {
  return { conclusion: "action_required", title, reasons: [] };
}

function titleOf(reasons: readonly Reason[]): string {
  const failed = reasons.filter(({ standing }) => standing === "failed").length;
  const unverified = reasons.filter(({ standing }) => standing === "unverified").length;
  if (failed > 0) return `${counted(failed, "thing")} to mend`;
  return unverified > 0 ? `${counted(unverified, "thing")} not shown yet` : "Verified";
}
