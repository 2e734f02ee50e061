/** What a story of the demo has at hand, and how it waits for the App. */
import { systemClock } from "../../base/clock.ts";
import { Defect } from "../../base/errors.ts";
import type { Board } from "../../operations/ports.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import type { DemoGitHub } from "./demo-github.ts";
import type { Timeline } from "./timeline.ts";

export interface DemoContext {
  readonly board: Board;
  /** Resolves to whether the board is now up to date with GitHub. */
  readonly refresh: (ref: FullRef) => Promise<boolean>;
  readonly owner: string;
  readonly repo: string;
  /** Absolute path of the data folder. */
  readonly home: string;
  readonly github: DemoGitHub;
  readonly timeline: Timeline;
  /** So long that a person can follow. */
  readonly pause: () => Promise<void>;
}

const patienceMs = 30_000;
const lookEveryMs = 10;

/**
 * Resolves once `isMet`.
 * @param what for the message if that takes too long
 */
export async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
  const deadline = systemClock.now() + patienceMs;
  while (!(await isMet())) {
    if (systemClock.now() > deadline) throw new Defect(`After 30 seconds still not: ${what}.`);
    await systemClock.sleep(lookEveryMs);
  }
}

/** Resolves once the issue has this label on GitHub. */
export function isLabelled(github: DemoGitHub, number: number, label: string): Promise<void> {
  return until(`#${number} labelled ${label}`, async () =>
    (await github.readIssue(number)).labels.includes(label),
  );
}
