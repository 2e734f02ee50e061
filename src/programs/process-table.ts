/** The processes of this machine. Linux has them as files; elsewhere `ps` lists them, without their sessions and variables. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Its process group. */
  readonly group: number;
  /** Undefined where the system does not tell it. */
  readonly session: number | undefined;
}

/** What tells a process from a later one that has its number. */
export interface ProcessSpan {
  /** It only waits for its parent to notice. */
  readonly hasEnded: boolean;
  /** When it began: the same text each time, whatever the clock says meanwhile. */
  readonly start: string;
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

/**
 * Undefined if there is no such process, or the system does not tell.
 * @param isInFiles whether the system has processes as files
 */
export function readProcess(pid: number, isInFiles = isLinux): ProcessSpan | undefined {
  return isInFiles ? spanFromFile(pid) : spanFromPs(pid);
}

function spanFromFile(pid: number): ProcessSpan | undefined {
  try {
    // The files may be of another namespace, whose numbers mean other processes.
    if (readlinkSync("/proc/self") !== String(process.pid)) return undefined;
    const fields = fieldsIn(readFileSync(`/proc/${pid}/stat`, "latin1"));
    const [state = "Z", start] = [fields[0], fields[startField]];
    return start === undefined ? undefined : { hasEnded: isEnd(state), start };
  } catch {
    return undefined;
  }
}

/** The names of days and months, and the hour, depend on the caller's settings otherwise. */
function spanFromPs(pid: number): ProcessSpan | undefined {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  const words = ["-o", "stat=,lstart=", "-p", String(pid)];
  const { stdout } = spawnSync("ps", words, { encoding: "utf8", timeout: psTimeoutMs, env });
  const [state, ...start] = (stdout ?? "").trim().split(/\s+/);
  return state === undefined || start.length === 0
    ? undefined
    : { hasEnded: isEnd(state), start: start.join(" ") };
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

/** Its place after the name: the 22nd of all, in ticks after the machine's start. */
const startField = 19;

/**
 * The state and what follows.
 * @param stat https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; the name before `)` may have any character
 */
function fieldsIn(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function isEnd(state: string): boolean {
  return state.startsWith("Z") || state.startsWith("X");
}

function rowIn(pid: number, stat: string): readonly ProcessRow[] {
  const [state = "Z", parent, group, session] = fieldsIn(stat);
  if (isEnd(state)) return [];
  return [{ pid, parent: Number(parent), group: Number(group), session: Number(session) }];
}

function fromPs(): readonly ProcessRow[] {
  const listed = spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], {
    encoding: "utf8",
    timeout: psTimeoutMs,
  });
  return (listed.stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parent, group, state = "Z"] = line.trim().split(/\s+/);
    if (isEnd(state)) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: undefined }];
  });
}
