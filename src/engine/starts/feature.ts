/** Starts: which agents signalbox lets start on which tasks, within the limits of the settings. */
import type { Feature } from "../feature.ts";
import { offerStarts } from "./offer-starts.ts";
import { showStart } from "./show-start.ts";

/** Comes after locks: a task that was just given away has its files by then. */
export const starts: Feature = {
  name: "starts",
  stateRules: () => [offerStarts],
  projectionRules: () => [showStart],
};
