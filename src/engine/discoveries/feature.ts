/** Reports findings from elsewhere to the tasks that they concern. */
import type { Feature } from "../feature.ts";
import { discoveryStatusText } from "./discovery-status-text.ts";
import { endAnnouncement } from "./end-announcement.ts";
import { openTask } from "./open-task.ts";
import { recordAnnounced } from "./record-announced.ts";
import { tellDiscovery } from "./tell-discovery.ts";

export const discoveries: Feature = {
  name: "discoveries",
  stateRules: () => [recordAnnounced],
  projectionRules: () => [openTask, tellDiscovery, endAnnouncement],
  status: { discovery: discoveryStatusText },
};
