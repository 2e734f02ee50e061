/** The processes of this machine. Linux has them as files; elsewhere `ps` lists them, without their sessions and variables. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Its process group. */
  readonly group: number;
  /** Undefined where the system does not tell it. */
  readonly session: number | undefined;
}

const isLinux = process.platform === "linux";
const psTimeoutMs = 5_000;

/** Without those that have ended, and only wait for their parent to notice. */
export function readProcesses(): readonly ProcessRow[] {
  return isLinux ? fromFiles() : fromPs();
}

/**
 * Whether the process was started with this in the value of one of its variables. Only its own user can tell, and only on Linux:
 * false otherwise.
 */
export function wasStartedWith(pid: number, variable: string, word: string): boolean {
  if (!isLinux) return false;
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    return variables.some(
      (each) =>
        each.startsWith(`${variable}=`) &&
        each
          .slice(variable.length + 1)
          .split(" ")
          .includes(word),
    );
  } catch {
    return false;
  }
}

function fromFiles(): readonly ProcessRow[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return rowIn(Number(name), readFileSync(`/proc/${name}/stat`, "latin1"));
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** @param stat https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; the name before `)` may have any character */
function rowIn(pid: number, stat: string): readonly ProcessRow[] {
  const [state = "Z", parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return [];
  return [{ pid, parent: Number(parent), group: Number(group), session: Number(session) }];
}

function fromPs(): readonly ProcessRow[] {
  const listed = spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], {
    encoding: "utf8",
    timeout: psTimeoutMs,
  });
  return (listed.stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parent, group, state = "Z"] = line.trim().split(/\s+/);
    if (state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: undefined }];
  });
}
