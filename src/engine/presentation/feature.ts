/** Shows an issue's state on GitHub: labels, type, status comment, open or closed. */
import type { Feature } from "../feature.ts";
import { closeDuplicateIssues } from "./close-duplicate-issues.ts";
import { closeResent } from "./close-resent.ts";
import { closeSettled } from "./close-settled.ts";
import { minimizeDuplicateComments } from "./minimize-duplicate-comments.ts";
import { mirrorLabels } from "./mirror-labels.ts";
import { mirrorType } from "./mirror-type.ts";
import { handoverStatusText } from "./status/handover-status-text.ts";
import { questionStatusText } from "./status/question-status-text.ts";
import { showStatus } from "./status/show-status.ts";
import { taskStatusText } from "./status/task-status-text.ts";

/** Labels and issue types: they come first, so that an issue's own labels lead in what is written. */
export const labels: Feature = { name: "labels", projectionRules: () => [mirrorLabels, mirrorType] };

export const presentation: Feature = {
  name: "presentation",
  projectionRules: ({ status, closes }) => [
    showStatus(status),
    closeSettled(closes),
    closeResent,
    closeDuplicateIssues,
    minimizeDuplicateComments,
  ],
  // These three show escalations too, and so cannot be next to their rules.
  status: { question: questionStatusText, task: taskStatusText, handover: handoverStatusText },
};
