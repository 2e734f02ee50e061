/** The status of a discovery: the way back to the tasks that show it. */
import type { DiscoveryStatusData } from "../../protocol/text/status.ts";
import { openTasksReached } from "../audience.ts";
import type { Situation } from "../rule.ts";
import type { IssueRecord } from "../snapshot.ts";
import { endingOf, isTroubled, nameOfId, type StatusText } from "./parts.ts";

/** How many tasks a comment names. */
const tasksNamed = 50;

export function ofDiscovery(situation: Situation): StatusText {
  const { record, context } = situation;
  const reached = openTasksReached(situation);
  const named = reached.slice(0, tasksNamed).map(({ seen }) => nameOfId(situation, seen.id));
  const data: DiscoveryStatusData = {
    standing: standingOf(record.seen, context.botId),
    endsByItself: endsByItself(record),
    shownIn: reached.length > tasksNamed ? [...named, `${reached.length - tasksNamed} more`] : named,
    opened: record.memory.opened.map(({ number }) => `#${number}`),
    ...endingOf(situation),
  };
  return {
    text: { name: "status-discovery", data },
    isNews: data.shownIn.length > 0 || isTroubled(data),
  };
}

function standingOf(
  { standing, closedBy }: IssueRecord["seen"],
  botId: string,
): DiscoveryStatusData["standing"] {
  if (standing.state === "open") return "open";
  return standing.reason === "completed" && closedBy?.id === botId ? "told" : "closed";
}

/** Whoever reopened it wants it kept. */
function endsByItself({ reading, seen: { standing } }: IssueRecord): boolean {
  const message = reading.kind === "discovery" ? reading.message : undefined;
  if (message?.kind !== "discovery" || message.actionNeeded !== "none") return false;
  return standing.state === "open" && !standing.reopened;
}
