/** CPU time of processes, from Linux's /proc. Elsewhere it is not a number, and no target is met. */
import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds on a CPU since the process started; NaN without /proc. */
export function mainThreadMs(pid: number): number {
  return threadMs(pid, String(pid));
}

/** The same of all threads that it has now. */
export function processMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + threadMs(pid, thread), 0);
  } catch {
    return Number.NaN;
  }
}

function threadMs(pid: number, thread: string): number {
  try {
    const [onCpuNs] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return Number(onCpuNs) / 1e6;
  } catch {
    return Number.NaN;
  }
}
