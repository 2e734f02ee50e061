/** Injects faults one after another, in an order drawn from the seed, and reports each with its time. */
import { setTimeout as wait } from "node:timers/promises";
import type { FaultRule } from "../../src/hub/faults/rule.ts";
import { pick, type Random, randomFor, shuffled } from "../support/seeded-random.ts";
import { currentOwners } from "./fence-triggers.ts";
import type { Role } from "./server-process.ts";
import type { ClusterProcess, System } from "./system.ts";

const processFaults = [
  "worker killed",
  "PostgreSQL killed",
  "worker suspended",
  "web killed",
  "worker without PostgreSQL",
  "worker without GitHub",
] as const;
const gitHubFaults = [
  "deliveries lost",
  "half of the deliveries lost",
  "deliveries duplicated",
  "deliveries reordered",
  "deliveries late",
  "502 after the write",
  "GitHub slow",
  "no response after the write",
] as const;
export type Fault = (typeof processFaults | typeof gitHubFaults)[number];
/** What an operator does during a rolling release. */
export type ReleaseStep = "migrated" | "web replaced" | "worker replaced" | "previous release excluded";

export interface RunEvent {
  readonly kind: Fault | ReleaseStep;
  readonly details: string;
  /** How many deliveries or responses it affects; 1 if it affects none, or all for some time. */
  readonly times: number;
  /** The worker that it interrupts; undefined if it interrupts all or none. */
  readonly worker?: string | undefined;
  /** By the wall clock, in milliseconds. */
  readonly at: number;
  /** When PostgreSQL was back, or GitHub within reach; for others the same as `at`. */
  readonly until: number;
}

const suspendedMs = 15_000;
const withoutPostgresMs = 15_000;
/** A web process retries a delivery for five seconds before it answers 503. */
const postgresDownMs = 6_000;
export const slowResponseMs = 4_000;
/** After this time a worker gives up on a request. */
export const requestTimeoutMs = 15_000;
/** Requests that are under way then fail. */
const withoutGitHubMs = requestTimeoutMs + 5_000;
/** Long enough for later deliveries about the same issues to arrive first. */
const lateMs = 8_000;
const halfOf = 40;
/** How far the clocks of new processes are ahead, in milliseconds. */
const clockSkewsMs = [0, 0, 600_000, -600_000] as const;
const minPauseMs = 2_000;
const maxPauseMs = 10_000;

export interface Faults {
  /** Injects one after another until `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Ends all faults that are still active. */
  readonly end: () => Promise<void>;
  readonly injected: () => readonly RunEvent[];
}

/**
 * The same seed gives the same faults, in the same order and with the same pauses. Which process one hits also depends
 * on which worker serves which installation at the time.
 */
export function createFaults(system: System, seed: number, onFault: (fault: RunEvent) => void): Faults {
  const injected: RunEvent[] = [];
  const rules: (() => void)[] = [];
  let disabled: { readonly target: ClusterProcess; readonly until: Promise<void> } | undefined;
  const restoring = new AbortController();

  const arm = (rule: FaultRule): void => void rules.push(system.hub.faults.add(rule));

  /** Prefers workers that serve an installation: a fault in any other interrupts nothing. */
  async function targetOf(role: Role, random: Random): Promise<ClusterProcess | undefined> {
    const running = system.alive(role).filter((each) => each !== disabled?.target);
    if (role === "web") return pick(random, running);
    const owner = pick(random, await currentOwners(system.postgres.url));
    return running.find(({ name }) => name === owner) ?? pick(random, running);
  }

  async function kill(role: Role, random: Random): Promise<Injection> {
    const target = await targetOf(role, random);
    target?.signal("SIGKILL");
    const aheadMs = pick(random, clockSkewsMs) ?? 0;
    const release = system.isPreviousExcluded() ? "this" : target?.release;
    const { name } = await system.add(role, { aheadMs, release });
    const clock = aheadMs === 0 ? "" : `, its clock ${aheadMs / 1000} s ahead`;
    const details = `${target?.name} killed, ${name} started${clock}`;
    return { details, worker: role === "worker" ? target?.name : undefined };
  }

  /** Disables one worker at a time, so that another can take over. */
  async function disable(
    ms: number,
    how: (target: ClusterProcess) => () => void,
    random: Random,
  ): Promise<Injection> {
    const target = disabled === undefined ? await targetOf("worker", random) : undefined;
    if (target === undefined) return { ...(await kill("worker", random)), kind: "worker killed" };
    const restore = how(target);
    const until = wait(ms, undefined, { signal: restoring.signal })
      .catch(() => {})
      .then(() => {
        restore();
        disabled = undefined;
      });
    disabled = { target, until };
    return { details: `${target.name} for ${ms / 1000} s`, worker: target.name };
  }

  function suspend(target: ClusterProcess): () => void {
    target.signal("SIGSTOP");
    return () => target.signal("SIGCONT");
  }

  function cutOff({ postgresProxy }: ClusterProcess): () => void {
    postgresProxy.pause();
    return postgresProxy.resume;
  }

  function cutOffFromGitHub({ githubProxy }: ClusterProcess): () => void {
    githubProxy.pause();
    return githubProxy.resume;
  }

  async function withoutGitHub(random: Random): Promise<Injection> {
    const injection = await disable(withoutGitHubMs, cutOffFromGitHub, random);
    return injection.kind === undefined ? { ...injection, until: Date.now() + withoutGitHubMs } : injection;
  }

  async function killPostgres(): Promise<Injection> {
    system.postgres.server().kill("SIGKILL");
    await wait(postgresDownMs);
    await system.postgres.start();
    return { details: `down for ${postgresDownMs / 1000} s` };
  }

  /** For 3 to 10 s. */
  function loseDeliveries(random: Random): Injection {
    const seconds = 3 + random(8);
    const end = system.hub.faults.add({ ...delivery, effect: { kind: "drop" } });
    rules.push(end);
    setTimeout(end, seconds * 1000).unref();
    return { details: `all for ${seconds} s` };
  }

  function loseHalf(random: Random): Injection {
    const lost = Array.from({ length: halfOf }, (_, at) => at).filter(() => random(2) === 0);
    for (const skip of lost) arm({ ...delivery, skip, times: 1, effect: { kind: "drop" } });
    return { details: `${lost.length} of the next ${halfOf}` };
  }

  const writes = { operation: "Effects" };
  const injections: Readonly<Record<Fault, (random: Random) => Injection | Promise<Injection>>> = {
    "worker killed": (random) => kill("worker", random),
    "web killed": (random) => kill("web", random),
    "worker suspended": (random) => disable(suspendedMs, suspend, random),
    "worker without PostgreSQL": (random) => disable(withoutPostgresMs, cutOff, random),
    "worker without GitHub": withoutGitHub,
    "PostgreSQL killed": killPostgres,
    "deliveries lost": loseDeliveries,
    "deliveries duplicated": (random) =>
      repeated(random, (times) => arm({ ...delivery, times, effect: { kind: "duplicate" } })),
    "deliveries reordered": (random) =>
      repeated(random, (times) =>
        arm({ ...delivery, times, effect: { kind: "reorder", window: 6, seed: times, flushMs: 500 } }),
      ),
    "half of the deliveries lost": loseHalf,
    "deliveries late": (random) =>
      repeated(random, (times) => arm({ ...delivery, times, effect: { kind: "delay", ms: lateMs } })),
    "502 after the write": (random) =>
      repeated(random, (times) =>
        arm({ on: "request", match: writes, times, effect: { kind: "fail", status: 502, when: "after" } }),
      ),
    "GitHub slow": (random) =>
      repeated(random, (times) =>
        arm({ on: "request", match: writes, times, effect: { kind: "slow", ms: slowResponseMs } }),
      ),
    "no response after the write": (random) => {
      const times = 1 + random(2);
      arm({ on: "request", match: writes, times, effect: { kind: "hang", when: "after" } });
      return { details: `${times} times`, times };
    },
  };

  async function run(signal: AbortSignal): Promise<void> {
    const order = randomFor(seed, "faults");
    for (let next: readonly Fault[] = []; ; next = next.slice(1)) {
      if (next.length === 0) next = shuffledFaults(order);
      await wait(minPauseMs + order(maxPauseMs - minPauseMs), undefined, { signal }).catch(() => {});
      const [kind] = next;
      if (signal.aborted || kind === undefined) return;
      const at = Date.now();
      const injection = await injections[kind](randomFor(seed, `fault ${injected.length + 1}`));
      const fault = { kind, times: 1, until: Date.now(), ...injection, at };
      injected.push(fault);
      onFault(fault);
    }
  }

  return {
    run,
    injected: () => injected,
    end: async () => {
      for (const disarm of rules.splice(0)) disarm();
      restoring.abort();
      await disabled?.until;
    },
  };
}

const delivery = { on: "delivery", match: {} } as const;

/** Each fault once before any is repeated, alternating between both groups, so that a short run has some of both. */
function shuffledFaults(random: Random): readonly Fault[] {
  const ofProcesses = shuffled(random, processFaults);
  const ofGitHub = shuffled(random, gitHubFaults);
  const longest = Math.max(ofProcesses.length, ofGitHub.length);
  return Array.from({ length: longest }, (_, at) => [
    ...ofProcesses.slice(at, at + 1),
    ...ofGitHub.slice(at, at + 1),
  ]).flat();
}

interface Injection extends Pick<RunEvent, "details" | "worker"> {
  readonly times?: number;
  readonly until?: number;
  /** What was injected instead, because another worker was already disabled. */
  readonly kind?: Fault;
}

/** From 3 to 10 times. */
function repeated(random: Random, arm: (times: number) => void): Injection {
  const times = 3 + random(8);
  arm(times);
  return { details: `${times} times`, times };
}
