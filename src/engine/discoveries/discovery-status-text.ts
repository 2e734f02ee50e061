/** Builds the status of a discovery: links back to the tasks that show it. */
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { DiscoveryStatusData } from "../../protocol/text/status.ts";
import { tracksIn } from "../model/names.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { sameTrack, trackOf } from "../model/track.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { isTroubled, type StatusText, statusEnding } from "../wording/status-parts.ts";
import { openTasksReached } from "./audience.ts";

/** How many tasks a comment names. */
const tasksNamed = 50;

export function discoveryStatusText(input: RuleInput): StatusText {
  const { record, context } = input;
  const reached = openTasksReached(input);
  const named = reached.slice(0, tasksNamed).map(({ seen }) => issueNameById(input, seen.id));
  const unheard = unheardTracks(input);
  const data: DiscoveryStatusData = {
    status: statusOf(record.seen, context.botId),
    endsByItself: endsByItself(record),
    shownIn: reached.length > tasksNamed ? [...named, `${reached.length - tasksNamed} more`] : named,
    unheard,
    opened: record.persisted.opened.map(({ number }) => `#${number}`),
    ...statusEnding(input),
  };
  return {
    text: { name: "status-discovery", data },
    isNews: data.shownIn.length > 0 || unheard.length > 0 || isTroubled(data),
  };
}

/** The tracks of an open discovery that no open task here belongs to. */
function unheardTracks({ view, record }: RuleInput): readonly string[] {
  if (record.seen.issueState.state === "closed") return [];
  const tasks = [...view.records.values()].filter(
    ({ reading, seen }) =>
      reading.kind === "task" &&
      seen.issueState.state === "open" &&
      seen.repositoryId === record.seen.repositoryId,
  );
  const tracks = tasks.flatMap((task) => trackOf(task) ?? []);
  return tracksIn(record.reading).filter((track) => !tracks.some((each) => sameTrack(each, track)));
}

function statusOf(
  { issueState, closedBy }: IssueRecord["seen"],
  botId: string,
): DiscoveryStatusData["status"] {
  if (issueState.state === "open") return "open";
  return issueState.reason === "completed" && isSameAccount(closedBy?.id, botId) ? "announced" : "closed";
}

/** A reopened discovery is meant to be kept. */
function endsByItself({ reading, seen: { issueState } }: IssueRecord): boolean {
  const message = reading.kind === "discovery" ? reading.message : undefined;
  if (message?.kind !== "discovery" || message.actionNeeded !== "none") return false;
  return issueState.state === "open" && !issueState.reopened;
}
