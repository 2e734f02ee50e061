/**
 * Proposes our check run on the head commit of the pull request that a handover reports. A check run stays on
 * its own commit: the head after a push, and the commit that a merge queue tests, begin without one.
 */
import { reason } from "../../handover/check.ts";
import type { OwnCheck } from "../../handover/evidence.ts";
import { isAdmitted } from "../admission/trust.ts";
import { currentWorkHash } from "../matters/text-version.ts";
import type { CheckRunContent } from "../model/effect.ts";
import {
  nothing,
  type ProjectionRule,
  type ProposedEffect,
  type RuleInput,
  refreshSelf,
} from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { repositoryFullName } from "../wording/issue-name.ts";
import { signedShows } from "./check-shown.ts";
import { checkRunTitle } from "./check-title.ts";
import { decidingHandover, type GateResult, gateResult } from "./gate.ts";
import { handoverIn, handoverState } from "./handovers.ts";
import { reasonLines, taskLine } from "./reason-lines.ts";

export const showCheck: ProjectionRule = { name: "show-check", project };

/** GitHub's limit for one request. */
const maxAnnotations = 50;

function project(input: RuleInput) {
  const { record } = input;
  const { pullRequest, ownCheck, queued } = record.evidence ?? {};
  if (pullRequest?.state !== "open") return nothing;
  const deciding = decidingHandover(input);
  if (deciding.seen.id !== record.seen.id) return deferTo(input, deciding);
  const { headSha } = pullRequest;
  const proposed = (
    type: "check" | "merge-queue-check",
    { sha, own }: { readonly sha: string; readonly own: OwnCheck | undefined },
    shown: CheckRunContent,
  ): readonly ProposedEffect[] => {
    if (own?.headSha === sha && own.shows === shown.shows) return [];
    const because = `Its pull request #${pullRequest.number} is at ${headSha.slice(0, 7)}: ${shown.title}.`;
    const effect = { type: "ShowCheck", headSha: sha, ...shown } as const;
    const reason = { rule: showCheck.name, because };
    return [{ slot: { type }, key: { type: "check", headSha: sha, shows: shown.shows }, effect, reason }];
  };
  const onHead = proposed("check", { sha: headSha, own: ownCheck }, checkShown(input));
  if (queued === undefined) return { effects: onHead };
  const inQueue = { sha: queued.headSha, own: queued.ownCheck };
  return {
    effects: [...onHead, ...proposed("merge-queue-check", inQueue, checkInQueue(input, queued.ahead))],
    refreshes: outdatedAmong(input, queued.behind).map((each) =>
      refreshSelf(each, 0, "A pull request before its own in the merge queue has changed."),
    ),
  };
}

/** Another handover decides the check; refresh it if the check is out of date. */
function deferTo({ view, record, context }: RuleInput, deciding: IssueRecord) {
  const { shows } = checkShown({ view, record: deciding, context });
  if (record.evidence?.ownCheck?.shows === shows) return nothing;
  return {
    refreshes: [refreshSelf(deciding, 0, "Another handover of this pull request determines the check.")],
  };
}

/** What our check says of it now. */
export function checkShown(input: RuleInput): CheckRunContent {
  return showResult(input, gateResult(input, handoverState(input)));
}

/**
 * What it says of the commit that a merge queue tests. That commit has the pull requests before it, too, and may be merged
 * on the strength of this check alone, so all of their handovers have to hold.
 * https://docs.github.com/en/rest/repos/rules#create-a-repository-ruleset (`grouping_strategy`)
 */
function checkInQueue(input: RuleInput, ahead: readonly number[]): CheckRunContent {
  const result = gateResult(input, handoverState(input));
  const holds = result.conclusion === "success" || result.conclusion === "neutral";
  const open = holds ? notAcceptedAmong(input, ahead) : [];
  if (open.length === 0) return showResult(input, result);
  const reasons = open.map((name) =>
    reason("queue", "unverified", `Handover ${name}, before it in the merge queue, is not accepted.`),
  );
  return showResult(input, { conclusion: "action_required", status: "not shown", reasons });
}

/** Names of the handovers of these pull requests that do not hold. */
function notAcceptedAmong(input: RuleInput, pulls: readonly number[]): readonly string[] {
  return decidingAmong(input, pulls).flatMap((each) => {
    const { conclusion } = gateResult(each, handoverState(each));
    return conclusion === "success" || conclusion === "neutral" ? [] : `#${each.record.seen.number}`;
  });
}

/** Those whose check on a commit of the merge queue says something else by now. */
function outdatedAmong(input: RuleInput, pulls: readonly number[]): readonly IssueRecord[] {
  return decidingAmong(input, pulls).flatMap((each) => {
    const { queued } = each.record.evidence ?? {};
    if (queued?.ownCheck === undefined) return [];
    return queued.ownCheck.shows === checkInQueue(each, queued.ahead).shows ? [] : each.record;
  });
}

/** The handover of each pull request that decides its check. */
function decidingAmong({ view, record, context }: RuleInput, pulls: readonly number[]): readonly RuleInput[] {
  const wanted = new Set(pulls);
  return [...view.records.values()]
    .filter(
      (each) =>
        each.seen.repositoryId === record.seen.repositoryId &&
        wanted.has(each.evidence?.pullRequest?.number ?? 0) &&
        handoverIn(each) !== undefined &&
        isAdmitted(each),
    )
    .map((each) => ({ view, record: each, context }))
    .filter((each) => decidingHandover(each).seen.id === each.record.seen.id);
}

function showResult(input: RuleInput, result: GateResult): CheckRunContent {
  const { record, context } = input;
  const { conclusion, reasons } = result;
  const summaryData = {
    handover: `#${record.seen.number}`,
    task: taskLine(input),
    outcome: handoverIn(record)?.status ?? "",
  };
  const title = checkRunTitle(record, result, summaryData);
  const commit = record.evidence?.pullRequest?.headSha ?? "";
  const data = {
    status: result.status,
    ...summaryData,
    commit,
    home: repositoryFullName(input),
    ...reasonLines(reasons),
  };
  const summary = context.render({ name: "check-handover", data });
  const annotations = reasons
    .flatMap(({ parts }) => parts)
    .flatMap(({ path, sentence }) =>
      path === undefined ? [] : [{ path, text: context.render({ name: "check-note", data: { sentence } }) }],
    )
    .slice(0, maxAnnotations);
  const offersAccept = handoverState(input).type === "judged" && conclusion !== "success";
  const shown = { conclusion, title, summary, annotations, offersAccept };
  return { ...shown, shows: signedShows(shown, currentWorkHash(record)) };
}
