/** Processes that a program's command starts in every way in which one can be missed, and which of them are left. */
import { existsSync, readFileSync } from "node:fs";

export interface MarkedProcess {
  readonly pid: number;
  readonly what: string;
}

/** A command that does not end, and writes the process numbers of all that it starts into the file. */
export function sleepsInEveryWay(mark: string): string {
  return [
    `echo "$$ its shell" > ${mark}`,
    `bash -c 'trap "" INT TERM HUP; echo "$BASHPID a child that ignores signals" >> ${mark}; while :; do sleep 1; done' &`,
    `setsid bash -c 'echo "$BASHPID a child in a session of its own" >> ${mark}; exec sleep 297' &`,
    `bash -c 'setsid bash -c "echo \\"\\$BASHPID a daemon\\" >> ${mark}; exec sleep 298" & exit' &`,
    "sleep 299",
  ].join("\n");
}

export function readMark(mark: string): readonly MarkedProcess[] {
  if (!existsSync(mark)) return [];
  const lines = readFileSync(mark, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), what: line.replace(/^\d+ /, "") }));
}

/** Whether it still runs: one that waits only for its parent to notice its end does not. */
export function isLeftOver(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
