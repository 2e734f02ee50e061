/** The status of a handover: whether it was accepted, and each reason why or why not. */
import type { Reason, Standing } from "../../handover/check.ts";
import type { ReasonLine, ReasonLines } from "../../protocol/text/lines.ts";
import type { HandoverStatusData } from "../../protocol/text/status.ts";
import { awaitsMerge, type HandoverStanding, handoverIn, handoverStanding } from "../handovers.ts";
import type { Situation } from "../rule.ts";
import type { IssueRecord } from "../snapshot.ts";
import { recordOf } from "../view.ts";
import { endingOf, isTroubled, nameOfId, type StatusText } from "./parts.ts";

export function ofHandover(situation: Situation): StatusText {
  const { view, record } = situation;
  const handover = handoverIn(record);
  const task = handover && recordOf(view, record, handover.completes);
  const standing = handoverStanding(situation);
  const verdict = "verdict" in standing ? standing.verdict : undefined;
  const settled = standing.is === "accepted" ? standing.settled : undefined;
  const pull = record.evidence?.pullRequest;
  const data: HandoverStatusData = {
    task: task && nameOfId(situation, task.seen.id),
    outcome: handover?.status ?? "",
    standing: wordFor(standing),
    acceptedBy: settled?.override?.by.login,
    because: settled?.override?.because,
    policyRow: settled?.override?.row,
    awaitsMerge: awaitsMerge(record, situation.context.settings),
    pullRequest: pull === undefined ? undefined : `#${pull.number}`,
    commit: (settled?.commit ?? pull?.headSha)?.slice(0, 7),
    ...reasonLines(settled === undefined ? (verdict?.reasons ?? []) : []),
    ...endingOf(situation),
  };
  const isNews = isTroubled(data) || asksForWork(standing, record);
  return { text: { name: "status-handover", data }, isNews };
}

function wordFor(standing: HandoverStanding): HandoverStatusData["standing"] {
  if (standing.is !== "judged") return standing.is;
  return standing.verdict.is === "verified" ? "disputed" : standing.verdict.is;
}

/** While a check still runs, nobody has to do anything about what is not shown. */
function asksForWork(standing: HandoverStanding, { evidence }: IssueRecord): boolean {
  if (standing.is !== "judged") return false;
  if (standing.verdict.is === "refused") return true;
  const head = evidence?.pullRequest?.headSha;
  const isRunning = evidence?.checkRuns.some((run) => run.headSha === head && run.conclusion === undefined);
  return standing.verdict.is === "unverified" && isRunning !== true;
}

/** The reasons, those to act on first. What the mending of the body names already is not said twice. */
export function reasonLines(reasons: readonly Reason[]): ReasonLines {
  const of = (wanted: Standing): readonly ReasonLine[] =>
    reasons
      .filter(({ standing, check }) => standing === wanted && (wanted !== "failed" || check !== "references"))
      .map(({ sentence, parts }) => ({ sentence, parts: parts.map((part) => part.sentence) }));
  return { failed: of("failed"), unverified: of("unverified"), advice: of("advice"), passed: of("passed") };
}
