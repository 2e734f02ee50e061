/** CPU time of a process's main thread, from Linux's /proc. Elsewhere it is not a number, and no target is met. */
import { readFileSync } from "node:fs";

/** Milliseconds on a CPU since the process started; NaN without /proc. */
export function mainThreadMs(pid: number): number {
  try {
    const [onCpuNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(onCpuNs) / 1e6;
  } catch {
    return Number.NaN;
  }
}
