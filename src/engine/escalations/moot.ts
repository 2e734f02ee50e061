/**
 * Decides whether the subject of an escalation was resolved in another way. Checks the recorded trigger, not
 * whether we would escalate now: a clock set back would otherwise withdraw escalations.
 */

import { isAdmitted } from "../admission/trust.ts";
import { blockersOf } from "../blocking/blockers.ts";
import { deadBlockers, isDeathOf } from "../blocking/dead-blockers.ts";
import { settledInForce } from "../handovers/handovers.ts";
import { ringName, ringOf } from "../messages/graph.ts";
import { occasionOf } from "../messages/occasion.ts";
import { acceptedInForce, questionStanding } from "../messages/question-standing.ts";
import { regardedBy } from "../messages/regarding.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import type { Occasion } from "../model/keys/issue-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";

/** Why nothing is left to decide. */
export type Moot =
  /** The question has an accepted answer. */
  | "answered"
  /** Its subject is closed. */
  | "closed"
  /** Another user's escalation asks the same. */
  | "replaced"
  /** The accepted answer is no longer the one that was contradicted, or the other answer was withdrawn. */
  | "changed"
  /** The blocker is open again, resolved or no longer a blocker. */
  | "cleared"
  /** The issues no longer form a dependency cycle. */
  | "broken"
  /** Other settings replaced those that it asks about. */
  | "settings";

type OccasionFor<Reason> = Extract<Occasion, { readonly reason: Reason }>;

export function whyMoot(view: View, escalation: IssueRecord): Moot | undefined {
  if (settingsAskedBy(escalation) !== undefined) return settingsMoot(view, escalation);
  const origin = regardedBy(view, escalation);
  if (origin === undefined) return undefined;
  const occasion = occasionOf(view, escalation);
  switch (occasion?.reason) {
    case "contradiction":
      return acceptedInForce(origin)?.answer === occasion.acceptedId ? undefined : "changed";
    case "dead-blocker":
      return taskMoot(origin) ?? (isStillDead(view, origin, occasion) ? undefined : "cleared");
    case "unmerged":
      return taskMoot(origin) ?? (settledInForce(origin)?.commit === occasion.commit ? undefined : "cleared");
    case "ring":
      return taskMoot(origin) ?? (isStillRing(view, origin, occasion) ? undefined : "broken");
    default:
      return questionMoot(view, escalation, origin, occasion);
  }
}

/** While the settings are not known yet, nothing is obsolete. */
function settingsMoot({ settingsAsked }: View, { seen }: IssueRecord): Moot | undefined {
  const asked = settingsAsked?.get(seen.repositoryId);
  return asked === undefined || asked === seen.opened?.key ? undefined : "settings";
}

function questionMoot(
  view: View,
  escalation: IssueRecord,
  origin: IssueRecord,
  occasion: Occasion | undefined,
): Moot | undefined {
  if (acceptedInForce(origin) !== undefined) return "answered";
  if (occasion === undefined) return undefined;
  if (origin.reading.kind === "question" && questionStanding(origin) !== "open") return "closed";
  return othersAbout(view, escalation, origin).length > 0 ? "replaced" : undefined;
}

/** Waiting escalations by agents and people about the same subject. */
function othersAbout(view: View, escalation: IssueRecord, origin: IssueRecord): readonly IssueRecord[] {
  return (view.namedBy.get(origin.seen.id) ?? [])
    .flatMap((id) => view.records.get(id) ?? [])
    .filter((other) => other !== escalation && regardedBy(view, other) === origin && isAdmitted(other))
    .filter(({ seen, memory }) => seen.standing.state === "open" && memory.decided === undefined)
    .filter((other) => occasionOf(view, other) === undefined);
}

function taskMoot({ seen }: IssueRecord): Moot | undefined {
  return seen.standing.state === "closed" ? "closed" : undefined;
}

function isStillDead(view: View, task: IssueRecord, death: OccasionFor<"dead-blocker">): boolean {
  return deadBlockers(blockersOf(view, task)).some((blocker) => isDeathOf(blocker, death));
}

function isStillRing(view: View, task: IssueRecord, { ring }: OccasionFor<"ring">): boolean {
  const members = ringOf(task.seen.id, view.waits);
  return members !== undefined && ringName(members) === ring;
}
