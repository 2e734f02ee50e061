/** The parts of the bench in running order, and what each measures. */
export const partNames = [
  "ingest",
  "bursts",
  "dispatch",
  "freeing",
  "unblocking",
  "turns",
  "ready",
  "board",
  "graph",
  "mcp",
  "cli",
  "feed",
  "pages",
  "start",
  "memory",
  "settling",
  "requests",
  "rounds",
  "sync",
  "workflow",
  "hostile",
  "quiet",
  "handover",
  "markers",
  "agents",
  "figures",
  "scale",
] as const;
export type PartName = (typeof partNames)[number];

/** The steps of the part `scale` in running order. */
export const stepNames = [
  "admission",
  "wake",
  "wake-up",
  "workers",
  "second-worker",
  "processor",
  "first-sync",
  "turn",
  "sqlite",
] as const;
export type StepName = (typeof stepNames)[number];

/** Parts that measure goals of `scale` in one process: the requests to GitHub are the same as on PostgreSQL. */
const partsWithScaleGoals: readonly PartName[] = ["sync", "unblocking", "rounds"];

/** @param only the parts asked for by name */
export function partsToRun(
  only: readonly PartName[] | undefined,
  step: StepName | undefined,
): readonly PartName[] {
  if (only === undefined) return partNames;
  return [...new Set([...only, ...(isScaleWhole(only, step) ? partsWithScaleGoals : [])])];
}

/** Whether all steps of the part `scale` are measured. */
function isScaleWhole(parts: readonly PartName[], step: StepName | undefined): boolean {
  return parts.includes("scale") && step === undefined;
}

/** A part, or one of its steps, that is measured in a process of its own. */
export interface Measurement {
  readonly name: PartName;
  readonly step: StepName | undefined;
}

/** Each step of the part `scale` by itself, so that one that fails does not affect the others. */
export function measurementsOf(
  parts: readonly PartName[],
  step: StepName | undefined,
): readonly Measurement[] {
  return parts.flatMap((name): readonly Measurement[] => {
    if (name !== "scale") return [{ name, step: undefined }];
    return (step === undefined ? stepNames : [step]).map((each) => ({ name, step: each }));
  });
}

/** Default sizes of the part `scale`: those of its goals, or smaller ones for a single step, which is run more often. */
export function usualSizeOf(step: StepName | undefined): {
  readonly issues: number;
  /** Of 1,000 issues each. */
  readonly repositories: number;
} {
  return step === undefined
    ? { issues: 1_000_000, repositories: 1_000 }
    : { issues: 100_000, repositories: 20 };
}

export const about: Readonly<Record<PartName, string>> = {
  ingest: "signed deliveries kept on disk each second, beside Probot and a bare server",
  bursts: "the slowest answers in bursts of 8,000 deliveries, beside Probot",
  dispatch:
    "deliveries kept each second while the App works at them, how fast it works them off, and its CPU time",
  freeing: "from an answer sent until the task it frees is labelled ready",
  unblocking: "write requests and seconds for 100 tasks freed by one answer, 150 ms a request",
  turns: "what the dispatcher asks of the store, with 100,000 refresh requests waiting",
  ready: "the ready query on indexes of 10,000 and 100,000 issues",
  board: "the operation `board` with 10,000 issues",
  graph: "the operation `graph` with 10,000 issues",
  mcp: "from the start of the MCP server until its tools are listed, and `ready` by it with 10,000 issues",
  pages: "the pages with 10,000 issues: server time, bytes sent, first paint; the layout of 2,000 nodes",
  feed: "200 readers of changes: how soon the last has one, what it costs, and what they leave of the rate of deliveries",
  cli: "`signalbox ready --json` with 10,000 issues, from start to end, and its memory",
  start: "from the start command until /health says 200",
  memory: "resident memory, idle after 10,000 issues",
  settling: "issues opened through the hub and settled each second, and what of the CPU time is the App's",
  requests: "what the App sends to GitHub for one question, and for three agents",
  rounds: "what the App asks GitHub for in a round over 1,000 repositories",
  sync: "requests that read the issues of a new repository, 10,000 without comments and 1,000 with",
  workflow:
    "GraphQL points of runs without a server: the first, later ones, with 100, 1,000 and 5,000 issues",
  hostile: "the slowest texts of the hostile corpus",
  handover: "the verdict on 3,000 changed files, and the requests that the evidence of a handover takes",
  markers: "bytes of hidden markers in what the App writes",
  agents:
    "claims: seconds, races, requests; an hour of 50 agents; points of 30 in an hour (--hours for more); 10,000 leases",
  figures: "`/figures` over 12 weeks with 100,000 issues",
  scale:
    "several processes on PostgreSQL: deliveries accepted, how soon a worker begins, what a second one adds, CPU time beside SQLite, the first sync of many repositories, turns and lists on large indexes, SQLite beside the last commit without PostgreSQL",
  quiet: "whom a story of three agents notifies, and why",
};
