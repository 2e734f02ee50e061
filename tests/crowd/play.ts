/** Plays a crowd: agents that take tasks one after the other while programs, runs and the server are killed. */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { pick, randomFor } from "../support/seeded-random.ts";
import { AgentLoop, stepsSeen } from "./agent-loop.ts";
import { auditTasks } from "./audit.ts";
import { openTlsDoor, SecondMachine } from "./network.ts";
import { besideServer, Elsewhere, serverUrl } from "./places.ts";
import { agentNames, Stage, type Task } from "./stage.ts";
import { claims, passes, type Times, timesIn } from "./times.ts";

export interface CrowdWish {
  /** How many agents work beside the server, and on the second machine. */
  readonly here: number;
  readonly elsewhere: number;
  readonly tasks: number;
  /** How many programs and how many runs are killed. */
  readonly kills: { readonly programs: number; readonly runs: number; readonly server: boolean };
  readonly seed: number;
  readonly withinMs: number;
}

export interface CrowdReport {
  /** Of the tasks that did not end as they have to, a line each. */
  readonly wrong: readonly string[];
  /** How many tasks each agent handed over. */
  readonly done: Readonly<Record<string, number>>;
  readonly killed: { readonly programs: number; readonly runs: number; readonly servers: number };
  readonly claims: Times;
  readonly passes: Times;
  readonly seconds: number;
  /** The machine's load over the last minute, at the begin and at the end. */
  readonly load: readonly [number, number];
  /** What each run printed, if anything is wrong. */
  readonly printed: Readonly<Record<string, string>>;
}

const killEveryMs = 2_500;
const lookEveryMs = 1_000;

export async function playCrowd(wish: CrowdWish): Promise<CrowdReport> {
  const names = agentNames.slice(0, wish.here + wish.elsewhere);
  const [loadBefore = 0] = loadavg();
  const machine = wish.elsewhere === 0 ? undefined : await SecondMachine.open();
  let portOfServer = (): number => 0;
  const door = machine && (await openTlsDoor(() => portOfServer()));
  const stage = await Stage.open(names, door === undefined ? {} : { PUBLIC_URL: serverUrl(door) });
  portOfServer = () => stage.server.port();
  const elsewhere = machine && door && (await Elsewhere.open(stage, door, machine));
  try {
    const tasks = await stage.openTasks(wish.tasks);
    const loops = await Promise.all(
      names.map(async (agent, at) => {
        const isHere = at < wish.here || elsewhere === undefined;
        return AgentLoop.open(stage, agent, isHere ? besideServer(stage) : await elsewhere.place(agent));
      }),
    );
    const begun = performance.now();
    for (const loop of loops) loop.begin();
    const killer = new Killer(stage, loops, wish);
    await untilDone(stage, tasks, killer, wish.withinMs);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const figures = await stage.server.figures();
    await Promise.all(loops.map((loop) => loop.finish()));
    const wrong = await auditTasks(stage, tasks);
    const handed = stepsSeen(stage).filter(({ step }) => step === "handed");
    return {
      wrong,
      done: Object.fromEntries(
        names.map((agent) => [
          agent,
          new Set(handed.flatMap((step) => (step.agent === agent ? step.task : []))).size,
        ]),
      ),
      killed: killer.killed,
      claims: timesIn(figures, claims),
      passes: timesIn(figures, passes),
      seconds,
      load: [loadBefore, loadavg()[0] ?? 0],
      printed:
        wrong.length === 0 ? {} : Object.fromEntries(loops.map((loop) => [loop.agent, loop.printed()])),
    };
  } finally {
    elsewhere?.close();
    await stage.close();
  }
}

/** Until all tasks are closed, or time is up: what is wrong then is seen in the audit. */
async function untilDone(
  stage: Stage,
  tasks: readonly Task[],
  killer: Killer,
  withinMs: number,
): Promise<void> {
  const until = Date.now() + withinMs;
  const { octokit, repository } = stage.as("maria");
  const numbers = new Set(tasks.map(({ number }) => number));
  while (Date.now() < until) {
    const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "open", per_page: 100 });
    const open = data.filter(({ number }) => numbers.has(number)).length;
    if (open === 0) return;
    await killer.turn(1 - open / tasks.length);
    await sleep(lookEveryMs);
  }
}

/** Kills what the wish says, as long as work is left; the server at half time. */
class Killer {
  readonly #stage: Stage;
  readonly #loops: readonly AgentLoop[];
  readonly #wish: CrowdWish;
  readonly #random;
  readonly killed = { programs: 0, runs: 0, servers: 0 };
  #killedAt = Date.now();

  constructor(stage: Stage, loops: readonly AgentLoop[], wish: CrowdWish) {
    this.#stage = stage;
    this.#loops = loops;
    this.#wish = wish;
    this.#random = randomFor(wish.seed, "killer");
  }

  /** @param share how much of the work is done, from 0 to 1 */
  async turn(share: number): Promise<void> {
    const { kills } = this.#wish;
    if (kills.server && this.killed.servers === 0 && share >= 0.4) {
      this.killed.servers += 1;
      await this.#stage.server.kill();
      await sleep(2_000);
      await this.#stage.server.start();
    }
    if (Date.now() - this.#killedAt < killEveryMs) return;
    this.#killedAt = Date.now();
    const isRun = this.#random(2) === 0;
    if (isRun && this.killed.runs < kills.runs) this.killed.runs += this.#killRun() ? 1 : 0;
    else if (this.killed.programs < kills.programs) this.killed.programs += this.#killProgram() ? 1 : 0;
  }

  #killRun(): boolean {
    return (
      pick(
        this.#random,
        this.#loops.filter((loop) => this.#livePrograms(loop.agent).length > 0),
      )?.kill() ?? false
    );
  }

  #killProgram(): boolean {
    const pid = pick(this.#random, this.#livePrograms());
    if (pid === undefined) return false;
    process.kill(pid, "SIGKILL");
    return true;
  }

  /** Those that have begun and not handed over, and still run. */
  #livePrograms(agent?: string): readonly number[] {
    const last = new Map(stepsSeen(this.#stage).map((seen) => [seen.pid, seen]));
    return [...last.values()]
      .filter(
        (seen) =>
          (agent === undefined || seen.agent === agent) && seen.step !== "handed" && isAlive(seen.pid),
      )
      .map(({ pid }) => pid);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
