/** What CI has no time for: tests that it runs for seconds or a few rounds, with the variables that make them longer. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

export const partNames = [
  "chaos",
  "soak",
  "limits",
  "stops",
  "away",
  "races",
  "kills",
  "shuffle",
  "hostile",
  "postgres",
  "jobs",
  "cluster",
  "ten",
  "shown",
  "mutants",
  "programs",
] as const;
export type PartName = (typeof partNames)[number];

export interface LongPart {
  readonly about: string;
  /** Tests, or what the program is given. */
  readonly files: readonly string[];
  /** Whether its file is a program, and not tests. */
  readonly isProgram?: true;
  /** What the program is given. */
  readonly words?: readonly string[];
  /** Only tests whose title begins so. */
  readonly titles?: string;
  /** One file after another: each starts many processes, and measures times. */
  readonly isInTurn?: true;
  readonly variables: (options: LongOptions) => Readonly<Record<string, string>>;
}

export interface LongOptions {
  /** Undefined for as long as the part takes otherwise. */
  readonly minutes: string | undefined;
  /** Undefined for the one that CI uses. */
  readonly seed: string | undefined;
  /** How many texts the oracle is asked about. */
  readonly texts: string;
  /** The only folder whose code is changed; all of `tests/mutants/folders.ts` if undefined. */
  readonly folder: string | undefined;
  /** Of that folder, the only file whose code is changed, below `src`; all of them if undefined. A pattern may name several. */
  readonly file: string | undefined;
}

/** Stories of `tests/flows` that cannot run on PostgreSQL, and why. */
export const notOnPostgres: Readonly<Record<string, string>> = {
  releases: "It starts on files that earlier releases left. Their indexes were in SQLite alone.",
};

const flows = fileURLToPath(new URL("../flows", import.meta.url));

const storiesOnPostgres = readdirSync(flows)
  .filter((file) => file.endsWith(".test.ts") && !Object.hasOwn(notOnPostgres, basename(file, ".test.ts")))
  .map((file) => `tests/flows/${file}`)
  .toSorted();

export const parts: Readonly<Record<PartName, LongPart>> = {
  chaos: {
    about: "twenty agents through lost deliveries, kills, rebuilds and lost indexes",
    files: ["tests/flows/chaos.test.ts"],
    variables: (options) => timed("CHAOS", options, "60"),
  },
  soak: {
    about: "one story over and over while GitHub, the network and the server fail",
    files: ["tests/flows/soak.test.ts"],
    variables: (options) => timed("SOAK", options, "60"),
  },
  limits: {
    about:
      "one story over and over while GitHub limits us in every way at once, ends requests and loses answers: ten minutes",
    files: ["tests/flows/github-limits.test.ts"],
    variables: (options) => timed("LIMITS", options, "10"),
  },
  stops: {
    about: "a hundred stops of programs whose children get away: nothing of them goes on",
    files: ["tests/programs/process-family.test.ts"],
    variables: () => ({ STOPS: "100" }),
  },
  away: {
    about: "a server that is away for two minutes of every clock: a run, `wait` and `watch` outlast it",
    files: ["tests/flows/server-away.test.ts"],
    variables: () => ({ AWAY: "120" }),
  },
  races: {
    about: "a hundred claims of one task: 1,000 rounds each way, 50 by comments",
    files: [
      "tests/engine/leases/claim.test.ts",
      "tests/dispatcher/orders/orders.test.ts",
      "tests/flows/races.test.ts",
      "tests/flows/claims-lost.test.ts",
    ],
    titles: "AG10",
    variables: () => ({ SIGNALBOX_RACES: "1000", SIGNALBOX_RACERS: "100" }),
  },
  kills: {
    about: "a server killed each time that a story comes to a durable step, and in every step of a migration",
    files: [
      "tests/flows/kills.test.ts",
      "tests/flows/landing-kills.test.ts",
      "tests/flows/escalation-kills.test.ts",
      "tests/store/sqlite/database/killed-files.test.ts",
    ],
    variables: () => ({ SIGNALBOX_EVERY_STEP: "1" }),
  },
  shuffle: {
    about: "two hundred stories whose deliveries come in any order, some of them twice",
    files: ["tests/flows/equality.test.ts"],
    titles: "B01",
    variables: () => ({ SIGNALBOX_DELIVERY_ORDERS: "200" }),
  },
  hostile: {
    about:
      "attacks on tasks, decisions, words, logins and the quota, by accounts that may do much but not that, and by programs on the server's machine",
    files: [
      "tests/hostile",
      "tests/flows/authority-hostile.test.ts",
      "tests/flows/hostile-flood.test.ts",
      "tests/flows/hostile-logs.test.ts",
      "tests/flows/hostile-run.test.ts",
      "tests/flows/hostile-verify.test.ts",
      "tests/flows/own-text.test.ts",
      "tests/flows/settings-attack.test.ts",
      "tests/flows/strangers-quota.test.ts",
      "tests/flows/vote-electorate.test.ts",
      "tests/flows/words-and-text.test.ts",
    ],
    variables: ({ seed }) => ({
      SIGNALBOX_EVERY_ATTACK: "1",
      ...(seed === undefined ? {} : { SIGNALBOX_ATTACK_SEED: seed }),
    }),
  },
  postgres: {
    about:
      "all stories of the whole server with the index in PostgreSQL, killed at every step, and every round of its contract",
    files: ["tests/store/postgres/contract.test.ts", ...storiesOnPostgres],
    variables: () => ({ SIGNALBOX_FLOWS_ON: "postgres", SIGNALBOX_EVERY_STEP: "1" }),
  },
  jobs: {
    about:
      "workers on PostgreSQL that are suspended, 1,000 simultaneous fetches of a job, and 10,000 wake-ups while tenures end",
    files: ["tests/jobs/job-queue.test.ts", "tests/jobs/processes.test.ts", "tests/jobs/worker.test.ts"],
    variables: () => ({ SIGNALBOX_JOBS_LONG: "1" }),
  },
  cluster: {
    about:
      "three minutes of faults injected into processes, PostgreSQL and GitHub; then scenarios with one fault each",
    files: ["tests/chaos/chaos.test.ts", "tests/chaos/two-installations.test.ts", "tests/chaos/scenarios"],
    isInTurn: true,
    variables: () => ({
      SIGNALBOX_CLUSTER_SEEDS: "1 2 3",
      SIGNALBOX_CLUSTER_SECONDS: "60",
      SIGNALBOX_CLUSTER_LONG: "1",
    }),
  },
  ten: {
    about:
      "ten agents in processes of their own on two machines, while programs, runs and the server are killed; then a program killed after each of its steps",
    files: ["tests/crowd"],
    isInTurn: true,
    variables: ({ seed }) => ({
      SIGNALBOX_TEN: "1",
      ...(seed === undefined ? {} : { SIGNALBOX_TEN_SEED: seed }),
    }),
  },
  shown: {
    about:
      "texts of a fresh seed, each of which cmark-gfm and three parsers of HTML show as our reader takes it",
    files: ["tests/shown/shown.test.ts"],
    variables: ({ seed, texts }) => ({
      SIGNALBOX_SHOWN_TEXTS: texts,
      SIGNALBOX_SHOWN_SEED: seed ?? String(Date.now() % 1_000_000_000),
    }),
  },
  programs: {
    about:
      "stories with Claude Code, Codex and opencode where they are installed, with the checks that take minutes",
    files: ["tests/agent-programs/main.ts"],
    words: ["--slow"],
    isProgram: true,
    variables: () => ({}),
  },
  mutants: {
    about:
      "small changes of what reads commands and decides what binds, each of which a test has to notice; hours",
    files: ["tests/mutants/main.ts"],
    isProgram: true,
    variables: ({ folder, file }) => ({
      ...(folder === undefined ? {} : { SIGNALBOX_MUTANTS: folder }),
      ...(file === undefined ? {} : { SIGNALBOX_MUTANTS_FILE: file }),
    }),
  },
};

/** The options whose value a part may read. */
const optionNames = [
  "minutes",
  "seed",
  "texts",
  "folder",
  "file",
] as const satisfies readonly (keyof LongOptions)[];

/** The parts that an option changes. */
function partsWith(option: (typeof optionNames)[number]): readonly PartName[] {
  return partNames.filter((name) => {
    const { variables } = parts[name];
    const some = { minutes: "1", seed: "1", texts: "1", folder: "1", file: "1" };
    const [one, other] = ["1", "2"].map((each) => JSON.stringify(variables({ ...some, [option]: each })));
    return one !== other;
  });
}

/** What to say if an option would do nothing, as none of the parts reads it. */
export function unusedOptions(
  values: { readonly [name in keyof LongOptions]?: string },
  chosen: readonly string[],
): string | undefined {
  const unused = optionNames.find(
    (name) => values[name] !== undefined && !partsWith(name).some((part) => chosen.includes(part)),
  );
  if (unused === undefined) return undefined;
  const readers = partsWith(unused);
  const named = `${readers.length === 1 ? "Only the part" : "Only the parts"} ${readers.join(" and ")}`;
  const takes = readers.length === 1 ? "takes" : "take";
  return `${named} ${takes} --${unused}. Faults in a cluster: npm run chaos -- --seed 7 --seconds 60`;
}

function timed(
  name: string,
  { minutes, seed }: LongOptions,
  usualMinutes: string,
): Readonly<Record<string, string>> {
  return {
    [`SIGNALBOX_${name}_MINUTES`]: minutes ?? usualMinutes,
    ...(seed === undefined ? {} : { [`SIGNALBOX_${name}_SEED`]: seed }),
  };
}
