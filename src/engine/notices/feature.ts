/** Posts comments that notify people that a task is unblocked, or that a decision behind it changed. */
import type { Feature } from "../feature.ts";
import { noteUnsaid } from "./note-unsaid.ts";
import { postUnblockNotice } from "./post-unblock-notice.ts";
import { recordBlockers } from "./record-blockers.ts";

export const notices: Feature = {
  name: "notices",
  stateRules: () => [noteUnsaid, recordBlockers],
  projectionRules: () => [postUnblockNotice],
};
