/**
 * The tasks that an agent still holds from earlier runs: what they waited for may have come. Then the agent goes on with them before
 * it takes anything new.
 */
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { lastRuns } from "../../harness/records/run-folder.ts";
import type { RunRecord } from "../../harness/records/run-record.ts";
import { type FullRef, readFullRef } from "../../protocol/references/ref.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { seeTask, standingOf } from "./outcome.ts";
import type { RunPlace } from "./run-place.ts";

interface Narrowing {
  readonly track?: string | undefined;
  /** `owner/name`. */
  readonly repo?: string | undefined;
  /** Only these, `acme/demo#12`; all if undefined. */
  readonly issues?: ReadonlySet<string> | undefined;
}

/** An answer is gone on with within five seconds, and some programs take four of them to start. */
const lookEveryMs = 500;
/** A question may be answered at once, as a duplicate, and each time costs money. */
const maxTimes = 10;
/** Each is looked at every time. */
const maxLooked = 50;

export class OwnTasks {
  readonly #terminal: Terminal;
  readonly #place: RunPlace;
  readonly #agent: string;
  readonly #skipped = new Set<string>();
  readonly #times = new Map<string, number>();

  constructor(terminal: Terminal, place: RunPlace, agent: string) {
    this.#terminal = terminal;
    this.#place = place;
    this.#agent = agent;
  }

  /** Leaves a task out from now on: it was refused. */
  skip(issue: string): void {
    this.#skipped.add(issue);
  }

  /** One that can go on. */
  async next(narrowing: Narrowing): Promise<FullRef | undefined> {
    return (await this.#look(narrowing)).goesOn;
  }

  /** Resolves to one that can go on, or to undefined if there is none to wait for any more, or it was told to stop. */
  async wait(narrowing: Narrowing, signal: AbortSignal): Promise<FullRef | undefined> {
    let isTold = false;
    while (!signal.aborted) {
      const { goesOn, waiting } = await this.#lookAgain(narrowing);
      if (goesOn !== undefined || waiting?.length === 0) return goesOn;
      if (!isTold && waiting !== undefined) this.#tell(waiting);
      isTold ||= waiting !== undefined;
      await systemClock.sleep(lookEveryMs, signal);
    }
    return undefined;
  }

  #tell(waiting: readonly RunRecord[]): void {
    const names = waiting.map(({ issue }) => issue).join(", ");
    this.#terminal.err(
      `${this.#agent} waits for an answer to go on with ${names}. Ctrl-C ends the wait; the agent keeps what it holds.\n`,
    );
  }

  /** A server that is away for a while ends no wait. */
  async #lookAgain(narrowing: Narrowing) {
    try {
      return await this.#look(narrowing);
    } catch (thrown) {
      if (thrown instanceof UserError) return { goesOn: undefined, waiting: undefined };
      throw thrown;
    }
  }

  async #look(narrowing: Narrowing) {
    const waiting: RunRecord[] = [];
    for (const record of this.#held(narrowing)) {
      const seen = await seeTask({ terminal: this.#terminal, place: this.#place }, record.issue);
      if (narrowing.track !== undefined && seen.track !== narrowing.track) continue;
      const standing = standingOf(seen, record.token);
      if (standing === "goes on" && this.#mayGoOn(record))
        return { goesOn: readFullRef(record.issue), waiting };
      if (standing === "waits") waiting.push(record);
    }
    return { goesOn: undefined, waiting };
  }

  #mayGoOn({ issue }: RunRecord): boolean {
    const times = (this.#times.get(issue) ?? 0) + 1;
    this.#times.set(issue, times);
    if (times <= maxTimes) return true;
    this.#terminal.err(
      `${this.#agent} has gone on with ${issue} ${maxTimes} times. It keeps it: signalbox run --issue ${issue}\n`,
    );
    this.skip(issue);
    return false;
  }

  #held({ repo, issues }: Narrowing): readonly RunRecord[] {
    const isMeant = ({ issue, isHeld, endedAt, outcome }: RunRecord): boolean =>
      isHeld &&
      endedAt !== null &&
      outcome !== null &&
      outcome !== "nothing" &&
      !this.#skipped.has(issue) &&
      (repo === undefined || issue.toLowerCase().startsWith(`${repo.toLowerCase()}#`)) &&
      issues?.has(issue) !== false;
    return lastRuns(this.#place.home, this.#agent).filter(isMeant).slice(0, maxLooked);
  }
}
