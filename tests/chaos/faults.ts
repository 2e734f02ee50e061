/** What befalls the cluster, one thing after another: drawn from the seed, and told with its time. */
import { setTimeout as wait } from "node:timers/promises";
import type { FaultRule } from "../../src/hub/faults/rule.ts";
import { pick, type Roll, shuffled } from "../support/dice.ts";
import type { Role } from "./members.ts";
import type { Player, Stage } from "./stage.ts";
import { ownersNow } from "./watch.ts";

const toProcesses = [
  "worker killed",
  "PostgreSQL killed",
  "worker stands still",
  "web killed",
  "worker without PostgreSQL",
  "worker without GitHub",
] as const;
const atGitHub = [
  "deliveries lost",
  "deliveries doubled",
  "deliveries reordered",
  "502 after the write",
  "GitHub slow",
] as const;
export type Mishap = (typeof toProcesses | typeof atGitHub)[number];
/** What an operator does meanwhile. */
export type ReleaseStep = "migrated" | "web replaced" | "worker replaced" | "previous release excluded";

export interface Told {
  readonly mishap: Mishap | ReleaseStep;
  readonly about: string;
  /** How many deliveries or answers it is about; 1 if it is about none, or about all for a while. */
  readonly times: number;
  /** By the wall clock, in milliseconds. */
  readonly at: number;
  /** When what it took away was there again; for PostgreSQL alone later than `at`. */
  readonly until: number;
}

const [standsStillMs, withoutPostgresMs] = [15_000, 15_000];
const [postgresAwayMs, withoutGitHubMs] = [3_000, 6_000];
export const slowGitHubMs = 4_000;
/** How far the clocks of new processes are ahead. */
const clocks = [0, 0, 600_000, -600_000] as const;
const [leastPauseMs, mostPauseMs] = [2_000, 10_000];

export interface Mishaps {
  /** Lets one thing after another happen until `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Ends all faults that last. */
  readonly end: () => Promise<void>;
  readonly told: () => readonly Told[];
}

export function createMishaps(stage: Stage, roll: Roll, tell: (told: Told) => void): Mishaps {
  const told: Told[] = [];
  const rules: (() => void)[] = [];
  let standing: { readonly member: Player; readonly until: Promise<void> } | undefined;
  const giveBack = new AbortController();

  const arm = (rule: FaultRule): void => void rules.push(stage.hub.faults.add(rule));

  /** Of the workers one that serves an installation: what befalls others interrupts nothing. */
  async function victim(role: Role): Promise<Player | undefined> {
    const running = stage.members(role).filter((each) => each !== standing?.member);
    if (role === "web") return pick(roll, running);
    const owner = pick(roll, await ownersNow(stage.cluster.url));
    return running.find(({ name }) => name === owner) ?? pick(roll, running);
  }

  async function kill(role: Role): Promise<string> {
    const member = await victim(role);
    member?.signal("SIGKILL");
    const aheadMs = pick(roll, clocks) ?? 0;
    const release = stage.isPreviousExcluded() ? "this" : member?.release;
    const { name } = await stage.add(role, { aheadMs, release });
    const clock = aheadMs === 0 ? "" : `, its clock ${aheadMs / 1000} s ahead`;
    return `${member?.name} killed, ${name} started${clock}`;
  }

  /** One at a time, so that somebody is left to take over. */
  async function disable(ms: number, how: (member: Player) => () => void): Promise<string> {
    const member = standing === undefined ? await victim("worker") : undefined;
    if (member === undefined) return kill("worker");
    const giveBackTo = how(member);
    const until = wait(ms, undefined, { signal: giveBack.signal })
      .catch(() => {})
      .then(() => {
        giveBackTo();
        standing = undefined;
      });
    standing = { member, until };
    return `${member.name} for ${ms / 1000} s`;
  }

  function standStill(member: Player): () => void {
    member.signal("SIGSTOP");
    return () => member.signal("SIGCONT");
  }

  function cutOff({ postgres }: Player): () => void {
    postgres.cut();
    return postgres.mend;
  }

  async function withoutGitHub(): Promise<string> {
    const member = await victim("worker");
    member?.github.shut();
    await wait(withoutGitHubMs);
    member?.github.open();
    return `${member?.name} for ${withoutGitHubMs / 1000} s`;
  }

  async function killPostgres(): Promise<string> {
    stage.cluster.server().kill("SIGKILL");
    await wait(postgresAwayMs);
    await stage.cluster.start();
    return `away for ${postgresAwayMs / 1000} s`;
  }

  /** For 3 to 10 s. */
  function loseAll(): string {
    const seconds = 3 + roll(8);
    const end = stage.hub.faults.add({ ...delivery, effect: { kind: "drop" } });
    rules.push(end);
    setTimeout(end, seconds * 1000).unref();
    return `all for ${seconds} s`;
  }

  const writes = { login: "signalbox[bot]", method: "POST", path: "^/(graphql$|repos/)" };
  const works: Readonly<Record<Mishap, () => Several | string | Promise<string>>> = {
    "worker killed": () => kill("worker"),
    "web killed": () => kill("web"),
    "worker stands still": () => disable(standsStillMs, standStill),
    "worker without PostgreSQL": () => disable(withoutPostgresMs, cutOff),
    "worker without GitHub": withoutGitHub,
    "PostgreSQL killed": killPostgres,
    "deliveries lost": loseAll,
    "deliveries doubled": () =>
      several(roll, (times) => arm({ ...delivery, times, effect: { kind: "duplicate" } })),
    "deliveries reordered": () =>
      several(roll, (times) =>
        arm({ ...delivery, times, effect: { kind: "reorder", window: 6, seed: times, flushMs: 500 } }),
      ),
    "502 after the write": () =>
      several(roll, (times) =>
        arm({ on: "request", match: writes, times, effect: { kind: "fail", status: 502, when: "after" } }),
      ),
    "GitHub slow": () =>
      several(roll, (times) =>
        arm({ on: "request", match: writes, times, effect: { kind: "slow", ms: slowGitHubMs } }),
      ),
  };

  async function run(signal: AbortSignal): Promise<void> {
    for (let deck: readonly Mishap[] = []; ; deck = deck.slice(1)) {
      if (deck.length === 0) deck = newDeck(roll);
      await wait(leastPauseMs + roll(mostPauseMs - leastPauseMs), undefined, { signal }).catch(() => {});
      const [mishap] = deck;
      if (signal.aborted || mishap === undefined) return;
      const at = Date.now();
      const happened = await works[mishap]();
      const several = typeof happened === "string" ? { about: happened, times: 1 } : happened;
      const entry = { mishap, ...several, at, until: Date.now() };
      told.push(entry);
      tell(entry);
    }
  }

  return {
    run,
    told: () => told,
    end: async () => {
      for (const disarm of rules.splice(0)) disarm();
      giveBack.abort();
      await standing?.until;
    },
  };
}

const delivery = { on: "delivery", match: {} } as const;

/** Each kind once before any comes a second time, of both sorts in turns, so that a short run sees most of them. */
function newDeck(roll: Roll): readonly Mishap[] {
  const [ours, theirs] = [shuffled(roll, toProcesses), shuffled(roll, atGitHub)];
  const longest = Math.max(ours.length, theirs.length);
  return Array.from({ length: longest }, (_, at) => [
    ...ours.slice(at, at + 1),
    ...theirs.slice(at, at + 1),
  ]).flat();
}

type Several = Pick<Told, "about" | "times">;

/** From 3 to 10 of something. */
function several(roll: Roll, arm: (times: number) => void): Several {
  const times = 3 + roll(8);
  arm(times);
  return { about: `${times} times`, times };
}
