/**
 * Builds the title of our check on a pull request, which is all that the list of checks shows: at most 70
 * characters, without Markdown, the state first.
 */

import { unreachable } from "../../base/errors.ts";
import { formatCount } from "../../handover/check.ts";
import { namesOfRunning } from "../../handover/runs.ts";
import { visible } from "../../protocol/characters.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import type { CheckData } from "../../protocol/text/check.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { GateResult } from "./gate.ts";

/** How many characters of a title GitHub shows in the list of checks. */
const maxTitle = 70;

type CheckSubject = Pick<CheckData, "handover" | "task" | "outcome">;

export function checkRunTitle(
  record: IssueRecord,
  { status, reasons }: GateResult,
  subject: CheckSubject,
): string {
  return shorten(visible(words(record, { status, reasons }, subject)), maxTitle);
}

function words(
  { evidence }: IssueRecord,
  { status, reasons }: Pick<GateResult, "status" | "reasons">,
  { handover, task, outcome }: CheckSubject,
): string {
  const name = [task?.name, task?.title].filter((part) => part !== undefined && part !== "").join(" ");
  const against = reasons.filter((each) => each.status === "failed" || each.status === "unverified").length;
  const share = `${against} of ${formatCount(reasons.length, "check")} of handover ${handover}`;
  switch (status) {
    case "accepted":
      return `Accepted: ${handover} completes ${name}`;
    case "overridden":
      return `Accepted as is: ${handover} hands over ${name}`;
    case "lands together":
      return `Accepted: ${handover} waits to land together with ${formatCount(reasons.length, "other task")}`;
    case "partial":
      return `${outcome.slice(0, 1).toUpperCase()}${outcome.slice(1)}: ${handover} leaves ${name} open`;
    case "changes needed":
      return `Changes needed: ${share}`;
    case "not shown": {
      const running = evidence === undefined ? [] : namesOfRunning(evidence);
      if (running.length === 0) return `Not verified yet: ${share}`;
      return `Waits for ${formatCount(running.length, "check run")}: ${running.join(", ")}`;
    }
    case "verified":
      return `Reopened: handover ${handover} was accepted before`;
    case "withdrawn":
      return `Withdrawn: handover ${handover} was closed`;
    case "outdated":
      return `Edited: handover ${handover} was accepted before`;
    case "unreadable":
      return `Needs a fix: handover ${handover} cannot be read yet`;
    default:
      return unreachable(status);
  }
}
