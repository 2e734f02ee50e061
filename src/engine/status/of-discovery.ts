/** The status of a discovery: the way back to the tasks that show it. */
import type { DiscoveryStatusData } from "../../protocol/text/status.ts";
import { tasksReached } from "../audience.ts";
import type { Situation } from "../rule.ts";
import { endingOf, isTroubled, nameOfId, type StatusText } from "./parts.ts";

/** How many tasks a comment names. */
const tasksNamed = 50;

export function ofDiscovery(situation: Situation): StatusText {
  const reached = tasksReached(situation).filter(({ seen }) => seen.standing.state === "open");
  const named = reached.slice(0, tasksNamed).map(({ seen }) => nameOfId(situation, seen.id));
  const data: DiscoveryStatusData = {
    isOpen: situation.record.seen.standing.state === "open",
    shownIn: reached.length > tasksNamed ? [...named, `${reached.length - tasksNamed} more`] : named,
    opened: situation.record.memory.opened.map(({ number }) => `#${number}`),
    ...endingOf(situation),
  };
  return {
    text: { name: "status-discovery", data },
    isNews: data.shownIn.length > 0 || isTroubled(data),
  };
}
