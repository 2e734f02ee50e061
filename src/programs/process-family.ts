/**
 * A program and everything that it started, and what those started: to end it all. Agents' programs start their commands in
 * process groups of their own, and a daemon leaves its parents, too. A process belongs to the family if a member started it, if it
 * is in a group or session of a member, or if it has the family's mark in its environment, which children inherit.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessRow, readProcesses, wasStartedWith } from "./process-table.ts";

/** Has the marks of all families that a process belongs to: a program of a run may start another run. */
export const familyVariable = "SIGNALBOX_FAMILY";

/** How long to wait for processes that were killed; one that waits for a broken disk may never end. */
const maxKillingMs = 5_000;
const lookEveryMs = 20;

export class ProcessFamily {
  readonly #mark: string;
  #leader: number | undefined;
  #pids: ReadonlySet<number> = new Set();
  #groups: ReadonlySet<number> = new Set();
  #sessions: ReadonlySet<number> = new Set();

  /** @param mark a word of its own, by which another process finds it after ours was killed; random if omitted */
  constructor(mark: string = randomBytes(8).toString("hex")) {
    this.#mark = mark;
  }

  /** @param inherited the marks that the environment has already */
  variable(inherited: string | undefined): Readonly<Record<string, string>> {
    return { [familyVariable]: inherited ? `${inherited} ${this.#mark}` : this.#mark };
  }

  /** @param leader the program, which leads a group and a session of its own */
  begin(leader: number): void {
    this.#leader = leader;
    this.#pids = new Set([leader]);
    this.#groups = this.#pids;
    this.#sessions = this.#pids;
  }

  /** Sends a signal to all that can be found now. */
  signal(signal: NodeJS.Signals): void {
    this.#look();
    this.#signalGroups(signal);
  }

  /** Sends a signal to what has stayed in the program's own group. */
  signalOwnGroup(signal: NodeJS.Signals): void {
    if (this.#leader !== undefined) signalGroup(this.#leader, signal);
  }

  /** Kills all, again and again: what is found may have started more meanwhile. Resolves once nothing is left. */
  async kill(): Promise<void> {
    const end = Date.now() + maxKillingMs;
    while (this.#look().length > 0 && Date.now() < end) {
      this.#signalGroups("SIGKILL");
      await sleep(lookEveryMs);
    }
  }

  /**
   * Remembers what it finds: once a parent has ended, nothing shows whose child a process was. What has ended is forgotten, as its
   * number may be given to a stranger's process.
   */
  #look(): readonly ProcessRow[] {
    const others = readProcesses().filter(({ pid }) => pid !== process.pid);
    const members = new Set(others.filter(({ pid }) => wasStartedWith(pid, familyVariable, this.#mark)));
    for (let size = -1; size < members.size; ) {
      size = members.size;
      this.#remember(members);
      for (const row of others) if (this.#isMember(row)) members.add(row);
    }
    this.#pids = new Set();
    this.#groups = new Set();
    this.#sessions = new Set();
    this.#remember(members);
    return [...members];
  }

  #isMember({ pid, parent, group, session }: ProcessRow): boolean {
    if (this.#pids.has(pid) || this.#pids.has(parent) || this.#groups.has(group)) return true;
    return session !== undefined && this.#sessions.has(session);
  }

  #remember(members: ReadonlySet<ProcessRow>): void {
    const rows = [...members];
    this.#pids = new Set([...this.#pids, ...rows.map(({ pid }) => pid)]);
    this.#groups = new Set([...this.#groups, ...rows.map(({ group }) => group)]);
    this.#sessions = new Set([
      ...this.#sessions,
      ...rows.flatMap(({ session }) => (session === undefined ? [] : [session])),
    ]);
  }

  #signalGroups(signal: NodeJS.Signals): void {
    for (const group of this.#groups) signalGroup(group, signal);
  }
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The group is already empty.
  }
}
