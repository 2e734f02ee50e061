/** Keeps what we put before people as we wrote it. */
import type { Feature } from "../feature.ts";
import { restoreText } from "./restore-text.ts";
import { noteTold, tellRestored } from "./tell-restored.ts";

export const ownText: Feature = {
  name: "own-text",
  stateRules: () => [noteTold],
  projectionRules: () => [restoreText, tellRestored],
};
