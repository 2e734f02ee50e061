/** CPU time of processes, from Linux's /proc. Elsewhere it is NaN, so a target for it is missed. */
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

/** The same of all processes that it has started and that still run. */
export function childrenMs(pid: number): number {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const times = listed.split(" ").map((child) => processMs(Number(child)));
    // One may end while the list is read.
    return times.reduce((sum, ms) => sum + (Number.isNaN(ms) ? 0 : ms), 0);
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
