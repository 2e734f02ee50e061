/** Every check, in the order of the table. */
import type { Check } from "./check.ts";
import { shellLoop } from "./shell-loop.ts";

export const checks: readonly Check[] = [shellLoop];
