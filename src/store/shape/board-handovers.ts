/** A handover on the board: the data for `verify`, and the verdict. */

import { isAdmitted } from "../../engine/admission/trust.ts";
import { handoverIn, handoverState, hasForkMoved } from "../../engine/handovers/handovers.ts";
import { reasonLines } from "../../engine/handovers/reason-lines.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { View } from "../../engine/model/view.ts";
import { fixesIn, problemsInText } from "../../engine/wording/problems.ts";
import { claimsToRun } from "../../handover/checks/verified-claims.ts";
import { withConfirmed } from "../../handover/confirmed-results.ts";
import { noEvidence } from "../../handover/evidence.ts";
import type { Reported } from "../../operations/ports.ts";
import type { VerdictSeen } from "../../operations/writes/verdict-board.ts";
import type { Settings } from "../../protocol/settings/config.ts";

/** @param record of a handover; one whose text cannot be parsed claims nothing */
export function reportedBy(
  record: IssueRecord,
  { invariants, handovers: policy }: Pick<Settings, "invariants" | "handovers">,
): Reported {
  const handover = handoverIn(record);
  const { author, editor, number } = record.seen;
  const pull = record.evidence?.pullRequest;
  const confirmed = (record.persisted.verified ?? []).map(({ result, by: { login } }) => ({
    result,
    by: login,
  }));
  const evidence = withConfirmed(record.evidence ?? noEvidence(0), confirmed);
  const by = [author?.login, editor?.login, record.persisted.admitted?.approver].flatMap(
    (login) => login ?? [],
  );
  return {
    pullRequest: pull && {
      number: pull.number,
      headSha: pull.headSha,
      headRef: pull.headRef,
      isFork: pull.isFork,
      author: pull.author,
      headRepository: pull.headRepository,
      hasForkMoved: hasForkMoved(record),
    },
    invariants,
    by: [...new Set(by)],
    claims: handover?.verified.map(({ name }) => name) ?? [],
    unshown: handover === undefined ? [] : claimsToRun({ number, handover, evidence, policy, invariants }),
  };
}

/**
 * Undefined if it is no handover.
 * @param view of the handover and the issues that it names
 */
export function verdictSeen(view: View, record: IssueRecord, settings: Settings): VerdictSeen | undefined {
  if (record.reading.kind !== "handover") return undefined;
  // The index does not have our bot's id. Any value will do, as our bot writes no handovers.
  const state = handoverState({ view, record, context: { settings, botId: "" } });
  const verdict = "verdict" in state ? state.verdict : undefined;
  const fixes = fixesIn(problemsInText({ view, record }));
  const isUnreadable = state.type === "waiting" && fixes.length > 0 && isAdmitted(record);
  return {
    state: state.type === "judged" ? state.verdict.result : isUnreadable ? "unreadable" : state.type,
    problems: state.type === "accepted" ? [] : [...fixes, ...reasonLines(verdict?.reasons ?? []).problems],
  };
}
