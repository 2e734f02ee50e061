/**
 * Which process did something, in a form that a file can keep. Its number alone would not do: on another machine, in another
 * container, and later here, it is another process's. No clock is asked, as one may be set at any time.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { readProcess } from "./process-table.ts";

export interface ProcessIdentity {
  /** Where its number counts: on Linux this start of the machine and the namespace of process numbers; elsewhere the host. */
  readonly machine: string;
  readonly pid: number;
  /** When it began, as the system says it; null if that is not known. */
  readonly processStart: string | null;
}

export function ownProcess(): ProcessIdentity {
  const { pid } = process;
  return { machine: thisMachine(), pid, processStart: readProcess(pid)?.start ?? null };
}

/** Whether it runs; of a process `elsewhere` nothing is known here. */
export type Presence = "running" | "gone" | "elsewhere";

/** Without a known start, what has this process's number is taken for an earlier one: in a container each may get the same. */
export function presenceOf({ machine, pid, processStart }: ProcessIdentity): Presence {
  if (machine !== thisMachine()) return "elsewhere";
  if (!hasProcess(pid)) return "gone";
  if (processStart === null) return pid === process.pid ? "gone" : "running";
  const now = readProcess(pid);
  if (now === undefined) return "running";
  return now.hasEnded || now.start !== processStart ? "gone" : "running";
}

/** A number of a namespace may be given again once that has ended, and then nothing of it runs any more. */
function thisMachine(): string {
  const boot = told(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const namespace = told(() => readlinkSync("/proc/self/ns/pid"));
  return [boot ?? hostname(), namespace ?? []].flat().join(" ");
}

/** Undefined where the system has no such file. */
function told(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Another user's may not be sent anything.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
