/** Keeps the tasks of a space, and shows how far they are. */
import type { Feature } from "../feature.ts";
import { forgetParts } from "./forget-parts.ts";
import { makeParts } from "./make-parts.ts";
import { showProgress } from "./show-progress.ts";
import { spaceStatusText } from "./space-status-text.ts";

export const spaces: Feature = {
  name: "spaces",
  stateRules: () => [forgetParts],
  projectionRules: () => [makeParts, showProgress],
  status: { space: spaceStatusText },
};
