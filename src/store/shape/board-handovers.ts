/** A handover's data for `verify`: whose code and whose commands it would run. */
import { handoverIn, hasForkMoved } from "../../engine/handovers/handovers.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { claimsToRun } from "../../handover/checks/verified-claims.ts";
import { noEvidence } from "../../handover/evidence.ts";
import type { Reported } from "../../operations/ports.ts";
import type { Settings } from "../../protocol/settings/config.ts";

/** @param record of a handover; one whose text cannot be parsed claims nothing */
export function reportedBy(
  record: IssueRecord,
  { invariants, handovers: policy }: Pick<Settings, "invariants" | "handovers">,
): Reported {
  const handover = handoverIn(record);
  const { author, editor, number } = record.seen;
  const pull = record.evidence?.pullRequest;
  const evidence = record.evidence ?? noEvidence(0);
  const by = [author?.login, editor?.login, record.persisted.admitted?.approver].flatMap(
    (login) => login ?? [],
  );
  return {
    pullRequest: pull && {
      ...{ number: pull.number, headSha: pull.headSha, headRef: pull.headRef, isFork: pull.isFork },
      ...{ author: pull.author, headRepository: pull.headRepository, hasForkMoved: hasForkMoved(record) },
    },
    invariants,
    by: [...new Set(by)],
    claims: handover?.verified.map(({ name }) => name) ?? [],
    unshown: handover === undefined ? [] : claimsToRun({ number, handover, evidence, policy, invariants }),
  };
}
