/** What a killed run's program still does. Linux alone shows it: elsewhere it is not ended. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const maxKillingMs = 5_000;
const lookEveryMs = 20;

/** Kills every process that was started in a session of a run, again and again. Resolves once nothing is left. */
export async function stopLeftPrograms(session: string): Promise<void> {
  const end = Date.now() + maxKillingMs;
  for (let left = pidsIn(session); left.length > 0 && Date.now() < end; left = pidsIn(session)) {
    for (const pid of left) kill(pid);
    await sleep(lookEveryMs);
  }
}

function pidsIn(session: string): readonly number[] {
  if (process.platform !== "linux") return [];
  const variable = `\0SIGNALBOX_SESSION=${session}\0`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return `\0${readFileSync(`/proc/${name}/environ`, "latin1")}`.includes(variable);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
