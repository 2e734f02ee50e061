/** Locks: which files the holder of a task works on, and who waits for them. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { askForFiles } from "./ask-for-files.ts";
import { grantLocks } from "./grant-locks.ts";
import { lock } from "./lock.ts";
import { unlock } from "./unlock.ts";

/** Comes after leases: a task that was just given away takes its files in the same pass. */
export const locks: Feature = {
  name: "locks",
  stateRules: () => [askForFiles, grantLocks],
  commands: [handlerOf("lock", lock), handlerOf("unlock", unlock)],
};
