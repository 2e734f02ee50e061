/** Builds the status of a space: how far its tasks are, who holds which, and what happened last. */
import { type Millis, toMinuteUtc } from "../../base/clock.ts";
import { agentNamed, rosterOf } from "../../protocol/settings/agents/roster.ts";
import type { SpaceStatusData } from "../../protocol/text/status.ts";
import { mayShow } from "../admission/privacy.ts";
import { nameOf } from "../leases/holder.ts";
import { spaceIn } from "../messages/membership.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { isTroubled, type StatusText, statusEnding } from "../wording/status-parts.ts";
import { progressOf, tasksOf } from "./parts.ts";

/** How many holders and events a comment lists. */
const maxHeld = 20;
const maxEvents = 8;

export function spaceStatusText(input: RuleInput): StatusText {
  const { view, record } = input;
  const tasks = tasksOf(view, record);
  const shown = tasks.filter(({ seen }) => mayShow(view, record, seen));
  const data: SpaceStatusData = {
    isOpen: record.seen.issueState.state === "open",
    ...progressOf(tasks),
    held: shown.flatMap((task) => held(input, task)).slice(0, maxHeld),
    events: shown
      .flatMap((task) => eventsOf(input, task))
      .sort((a, b) => b.at - a.at)
      .slice(0, maxEvents)
      .map(({ at, name, what }) => ({ at: toMinuteUtc(at), name, what })),
    unknownAgents: unknownAgents(input),
    ...statusEnding(input),
  };
  const isNews = tasks.length > 0 || data.unknownAgents.length > 0 || isTroubled(data);
  return { text: { name: "status-space", data }, isNews };
}

function held(input: RuleInput, { seen, persisted: { lease } }: IssueRecord): SpaceStatusData["held"] {
  if (lease === undefined || seen.issueState.state === "closed") return [];
  return [
    { holder: nameOf(lease.holder), name: issueNameById(input, seen.id), since: toMinuteUtc(lease.since) },
  ];
}

interface Event {
  readonly at: Millis;
  readonly name: string;
  readonly what: string;
}

/** Only what GitHub's data tells again, so that a rebuilt index shows the same. */
function eventsOf(input: RuleInput, { seen, persisted: { lease } }: IssueRecord): readonly Event[] {
  const { issueState, createdAt, closedAt, reopenedAt } = seen;
  const name = issueNameById(input, seen.id);
  const opened = { at: createdAt, name, what: "opened" };
  if (issueState.state === "closed") {
    const what = `closed as ${issueState.reason.replace("_", " ")}`;
    return closedAt === undefined ? [opened] : [opened, { at: closedAt, name, what }];
  }
  const events = [opened];
  if (issueState.reopened && reopenedAt !== undefined)
    events.push({ at: reopenedAt, name, what: "reopened" });
  if (lease !== undefined) events.push({ at: lease.since, name, what: `taken by ${nameOf(lease.holder)}` });
  return events;
}

/** Names under Agents that the settings do not have; without a roster, any name will do. */
function unknownAgents({ record, context }: RuleInput): readonly string[] {
  const { settings } = context;
  if (rosterOf(settings).length === 0) return [];
  return (spaceIn(record)?.agents ?? []).filter((name) => agentNamed(settings, name) === undefined);
}
