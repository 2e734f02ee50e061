/**
 * Finds what has become of a task whose agent's program has ended by itself. Its last message may be on its way: the server asks
 * GitHub, and that there is none is only said after some seconds.
 */
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import type { Outcome } from "../../harness/records/run-record.ts";
import type { Held } from "../../operations/holding/claim.ts";
import { show } from "../../operations/show.ts";
import { wait } from "../../operations/wait.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type RunPlace, withRunPorts } from "./run-place.ts";

interface Place {
  readonly terminal: Terminal;
  readonly place: RunPlace;
}

/** How long a message may take from the program to the index. */
const arrivalMs = 3_000;
const lookEveryMs = 300;

const taskShape = z.object({
  state: z.string(),
  status: z.string().optional(),
  track: z.string().optional(),
  holder: z.object({ token: z.number() }).optional(),
  namedBy: z.array(z.object({ ref: z.string(), kind: z.string(), state: z.string() })),
});
export type TaskSeen = z.infer<typeof taskShape>;
const waitedShape = z.object({ card: taskShape.optional() });

/** Messages of which one is enough for a run, though the task does not wait for it. A handover counts by the task's status. */
const counted: ReadonlySet<string> = new Set(["question", "escalation", "vote", "contract"]);

/** The task as the index has it. */
export async function seeTask({ terminal, place }: Place, issue: string): Promise<TaskSeen> {
  const { output } = await withRunPorts(terminal, place, (ports) => show.run(ports, { issue }));
  return taskShape.parse(output);
}

/** What refers to the task. */
export async function namingNow(at: Place, issue: string): Promise<ReadonlySet<string>> {
  return new Set((await seeTask(at, issue)).namedBy.map(({ ref }) => ref));
}

/** @param before what referred to the task when the run began */
export async function findOutcome(at: Place, held: Held, before: ReadonlySet<string>): Promise<Outcome> {
  const end = systemClock.now() + arrivalMs;
  let outcome = outcomeIn(await seeTask(at, held.issue), held, before);
  // A question that has just been opened is known before it blocks.
  while ((outcome === "nothing" || outcome === "asked") && systemClock.now() < end) {
    await systemClock.sleep(lookEveryMs);
    const seen = await seeFreshly(at, held.issue);
    if (seen !== undefined) outcome = outcomeIn(seen, held, before);
  }
  return outcome;
}

function outcomeIn(
  { state, status, holder, namedBy }: TaskSeen,
  held: Held,
  before: ReadonlySet<string>,
): Outcome {
  if (state === "closed" || holder?.token !== held.token) return "over";
  if (status === "blocked") return "waits";
  if (status === "in-review") return "in review";
  return namedBy.some(({ ref, kind }) => counted.has(kind) && !before.has(ref)) ? "asked" : "nothing";
}

/** Whether the agent still holds it, and whether it can go on by now. */
export function standingOf(
  { state, status, holder, namedBy }: TaskSeen,
  token: number,
): "goes on" | "waits" | "gone" {
  if (state === "closed" || holder?.token !== token) return "gone";
  const isAsked = namedBy.some((each) => counted.has(each.kind) && each.state === "open");
  return status === "in-progress" && !isAsked ? "goes on" : "waits";
}

/** After the server has asked GitHub. */
async function seeFreshly({ terminal, place }: Place, issue: string): Promise<TaskSeen | undefined> {
  const silent = { ...terminal, err: () => {} };
  const { output } = await withRunPorts(silent, place, (ports) => wait.run(ports, { issue, timeout: "1s" }));
  return waitedShape.parse(output).card;
}
