/**
 * Proposes our check run on the head commit of the pull request that a handover reports. A check run stays on
 * its own commit: the head after a push, and the commit that a merge queue tests, begin without one.
 */
import type { OwnCheck } from "../../handover/evidence.ts";
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
import { decidingHandover, gateResult } from "./gate.ts";
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
  const shown = checkShown(input);
  const because = `Its pull request #${pullRequest.number} is at ${headSha.slice(0, 7)}: ${shown.title}.`;
  const proposed = (
    type: "check" | "merge-queue-check",
    sha: string,
    own: OwnCheck | undefined,
  ): readonly ProposedEffect[] => {
    if (own?.headSha === sha && own.shows === shown.shows) return [];
    const effect = { type: "ShowCheck", headSha: sha, ...shown } as const;
    const reason = { rule: showCheck.name, because };
    return [{ slot: { type }, key: { type: "check", headSha: sha, shows: shown.shows }, effect, reason }];
  };
  const inQueue = queued === undefined ? [] : proposed("merge-queue-check", queued.headSha, queued.ownCheck);
  return { effects: [...proposed("check", headSha, ownCheck), ...inQueue] };
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
  const { record, context } = input;
  const state = handoverState(input);
  const result = gateResult(input, state);
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
  const offersAccept = state.type === "judged" && conclusion !== "success";
  const shown = { conclusion, title, summary, annotations, offersAccept };
  return { ...shown, shows: signedShows(shown, currentWorkHash(record)) };
}
