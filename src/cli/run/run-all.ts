/** Runs one task after the other: what a killed run left, what the agent can go on with, what is offered or ready. */
import { type RunRecord, succeeded } from "../../harness/records/run-record.ts";
import type { Claimed, Held } from "../../operations/holding/claim.ts";
import { type FullRef, formatRef, type Ref } from "../../protocol/references/ref.ts";
import type { LeftTasks } from "./left-tasks.ts";
import { nothingOffered, type Offers } from "./offers.ts";
import type { OwnTasks } from "./own-tasks.ts";
import { type RunFlags, refIn } from "./run-flags.ts";
import type { RunStop } from "./run-stop.ts";

export type NotHeld = Exclude<Claimed, Held>;

export interface RunsOutcome {
  readonly records: readonly RunRecord[];
  /** Why no further task was claimed. */
  readonly refusal: NotHeld | undefined;
  readonly stop: RunStop;
}

/** An agent that fails every time would spend money on each task that is ready. */
const maxFailures = 3;

export interface Course {
  readonly flags: RunFlags;
  readonly max: number;
  readonly stop: RunStop;
  readonly own: OwnTasks;
  readonly offers: Offers | undefined;
  readonly lefts: LeftTasks;
}

interface Runner {
  readonly agent: string;
  readonly run: (ref: Ref | undefined) => Promise<RunRecord | NotHeld>;
}

export async function runAll(course: Course, { agent, run }: Runner): Promise<RunsOutcome> {
  const { flags, max, stop, own } = course;
  const records: RunRecord[] = [];
  let [taken, failures] = [0, 0];
  let refusal: NotHeld | undefined;
  while (failures < maxFailures && !stop.signal.aborted) {
    const isNew = taken < max && refusal === undefined;
    const left = isNew && flags.issue === undefined ? (await course.lefts.next())?.ref : undefined;
    const offer = left ?? (isNew ? await course.offers?.next() : undefined);
    const held = offer === undefined ? await ownTask(course, records, !isNew) : undefined;
    if (held === undefined && !isNew) break;
    const ran: RunRecord | NotHeld =
      offer === "none"
        ? { isHeld: false, agent, ...nothingOffered }
        : await run(held ?? offer ?? refIn(flags));
    if (!("exit" in ran)) {
      if (held === undefined) refusal = ran;
      else own.skip(formatRef(held));
      continue;
    }
    records.push(ran);
    refusal = undefined;
    if (held === undefined) taken += 1;
    failures = succeeded(ran) ? 0 : failures + 1;
  }
  return { records, refusal, stop };
}

/**
 * A task that the agent holds and can go on with. Of `--every` all of its tasks count, otherwise the one that was run.
 * @param isIdle whether there is nothing else to do, so that it may be waited for
 */
async function ownTask(
  { flags, own, stop }: Course,
  records: readonly RunRecord[],
  isIdle: boolean,
): Promise<FullRef | undefined> {
  const { every, wait, track, repo } = flags;
  const issues = every === true ? undefined : new Set(records.map(({ issue }) => issue));
  const narrowing = { track, repo, issues };
  if (isIdle && wait === true) return own.wait(narrowing, stop.signal);
  return every === true ? own.next(narrowing) : undefined;
}
