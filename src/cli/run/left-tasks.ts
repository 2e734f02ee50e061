/**
 * What an agent's runs left here that were killed: `run` goes on with such a task before it claims another one. Otherwise the agent
 * would hold it until the lease lapses, and after a few of them it could take nothing more.
 */
import { z } from "zod";
import {
  dropLeftRun,
  endHolding,
  endLeftRun,
  leftRuns,
  takeLeftRun,
  unreturnedRuns,
} from "../../harness/records/left-run.ts";
import { runToContinue } from "../../harness/records/run-folder.ts";
import type { RunRecord } from "../../harness/records/run-record.ts";
import { release } from "../../operations/holding/release.ts";
import { show } from "../../operations/show.ts";
import { familyVariable, ProcessFamily } from "../../programs/process-family.ts";
import { type FullRef, readFullRef } from "../../protocol/references/ref.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type RunPlace, withRunPorts } from "./run-place.ts";

export interface LeftTasksWish {
  readonly terminal: Terminal;
  readonly place: RunPlace;
  readonly agent: string;
  /** Only tasks on this track, or of this repository. */
  readonly track?: string | undefined;
  readonly repo?: string | undefined;
}

/** A task of which a killed run's lease is still the agent's. */
export interface LeftTask {
  readonly ref: FullRef;
  readonly session: string;
}

const cardShape = z.object({
  status: z.string().optional(),
  track: z.string().optional(),
  holder: z.object({ token: z.number() }).optional(),
});
type Card = z.infer<typeof cardShape>;

export class LeftTasks {
  readonly #wish: LeftTasksWish;

  constructor(wish: LeftTasksWish) {
    this.#wish = wish;
  }

  /**
   * The first on which work can go on now. Ends what a killed run's program still does, and gives back what could not be given back
   * before.
   */
  async next(): Promise<LeftTask | undefined> {
    const { place, agent } = this.#wish;
    for (const record of unreturnedRuns(place.home, agent)) await this.#giveBack(record);
    for (const record of this.#left()) {
      await new ProcessFamily(record.id).kill();
      const card = await this.#cardOf(record);
      if (card === undefined) continue;
      if (card.holder?.token !== record.token) endLeftRun(place.home, record, false);
      else if (this.#isWanted(record, card) && takeLeftRun(place.home, record))
        return { ref: requireRef(record), session: record.session };
    }
    return undefined;
  }

  async #giveBack(record: RunRecord): Promise<void> {
    const { terminal, place, agent } = this.#wish;
    const { issue, token, because } = record;
    const wish = { issue, agent, lease: String(token), because: because ?? undefined };
    const card = await this.#cardOf(record);
    if (card === undefined) return;
    const isTheirs = card.holder?.token === token;
    if (!isTheirs || (await withRunPorts(terminal, place, (ports) => release.run(ports, wish))).isMet)
      endHolding(place.home, record);
  }

  /**
   * The run that one of this task continues. If that was killed, takes it, and ends what still works on the task.
   * @returns `taken` if another process has taken it, and is about to go on with it
   */
  async earlierRun(issue: string): Promise<RunRecord | "taken" | undefined> {
    const { place, agent } = this.#wish;
    const record = runToContinue(place.home, agent, issue);
    if (record === undefined || record.endedAt !== null) return record;
    if (!takeLeftRun(place.home, record)) return "taken";
    if (!this.#isAbove(record)) await new ProcessFamily(record.id).kill();
    // One that had taken it before may have gone on with it meanwhile.
    return runToContinue(place.home, agent, issue)?.id === record.id ? record : this.earlierRun(issue);
  }

  /** Leaves to others what was taken and is not gone on with. */
  drop(record: RunRecord): void {
    if (record.endedAt === null) dropLeftRun(this.#wish.place.home, record);
  }

  #left(): readonly RunRecord[] {
    const { place, agent } = this.#wish;
    return leftRuns(place.home, agent).filter((record) => !this.#isAbove(record));
  }

  /** Whether its program started this process, which would end itself. */
  #isAbove({ id }: RunRecord): boolean {
    return (this.#wish.terminal.env[familyVariable] ?? "").split(" ").includes(id);
  }

  /** While it waits for an answer or a verdict there is nothing to do: it is looked at again before the next claim. */
  #isWanted({ issue }: RunRecord, { status, track }: Card): boolean {
    const { repo, track: wanted } = this.#wish;
    if (status !== "in-progress") return false;
    return (
      (wanted === undefined || wanted === track) &&
      (repo === undefined || issue.toLowerCase().startsWith(`${repo.toLowerCase()}#`))
    );
  }

  /** Undefined if the server cannot say: a claim will say why. */
  async #cardOf({ issue }: RunRecord): Promise<Card | undefined> {
    const { terminal, place } = this.#wish;
    try {
      const { output } = await withRunPorts(terminal, place, (ports) => show.run(ports, { issue }));
      return cardShape.safeParse(output).data;
    } catch {
      return undefined;
    }
  }
}

/** A record that names none was not written by a run. */
function requireRef({ issue }: RunRecord): FullRef {
  const ref = readFullRef(issue);
  if (ref === undefined) throw new Error(`${issue} is not a full reference.`);
  return ref;
}
