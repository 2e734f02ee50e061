/** Says which ends of what a task waits for do not count, because of who made them. */
import type { Feature } from "../feature.ts";
import { doubtEnds } from "./doubt-ends.ts";

export const freeing: Feature = {
  name: "freeing",
  stateRules: () => [doubtEnds],
};
