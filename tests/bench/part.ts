/**
 * A part of the bench and the process that it runs in: one for each part, so that neither memory nor leftover
 * work of a part affects the next.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { answerParent } from "./children.ts";
import type { Figure, Skipped } from "./figure.ts";
import { type PartName, partNames, type StepName, stepNames } from "./part-names.ts";

/** Options of a run. */
export interface Run {
  /** For a slow machine: few rounds, small indexes. Ratios are rough then. */
  readonly isQuick: boolean;
  /** The largest index of the part `scale`; undefined for its usual one. */
  readonly issues?: number | undefined;
  /** How many repositories of 1,000 issues the part `scale` reads for the first time; undefined for the usual number. */
  readonly repositories?: number | undefined;
  /** How long the shift of the part `agents` is; undefined for an hour. */
  readonly hours?: number | undefined;
  /** The one step of the part `scale` that is measured; undefined for all of them. */
  readonly step?: StepName | undefined;
  /** A directory of the part's own, on a real disk; removed afterwards. */
  readonly folder: string;
  /** Prints progress. */
  readonly progress: (text: string) => void;
}

export type Part = (run: Run) => Promise<readonly Figure[] | Skipped>;

const parts: Readonly<Record<PartName, () => Promise<{ readonly part: Part }>>> = {
  ingest: () => import("./parts/ingest.ts"),
  bursts: () => import("./parts/bursts.ts"),
  dispatch: () => import("./parts/dispatch.ts"),
  unblocking: () => import("./parts/unblocking.ts"),
  freeing: () => import("./parts/freeing.ts"),
  turns: () => import("./parts/turns.ts"),
  ready: () => import("./parts/ready.ts"),
  board: () => import("./parts/board.ts"),
  graph: () => import("./parts/graph.ts"),
  mcp: () => import("./parts/mcp.ts"),
  cli: () => import("./parts/cli.ts"),
  feed: () => import("./parts/feed.ts"),
  pages: () => import("./parts/pages.ts"),
  start: () => import("./parts/start.ts"),
  memory: () => import("./parts/memory.ts"),
  settling: () => import("./parts/settling.ts"),
  requests: () => import("./parts/requests.ts"),
  rounds: () => import("./parts/rounds.ts"),
  sync: () => import("./parts/sync.ts"),
  workflow: () => import("./parts/workflow.ts"),
  hostile: () => import("./parts/hostile.ts"),
  quiet: () => import("./parts/quiet.ts"),
  handover: () => import("./parts/handover.ts"),
  agents: () => import("./parts/agents.ts"),
  figures: () => import("./parts/figures.ts"),
  markers: () => import("./parts/markers.ts"),
  scale: () => import("./parts/scale.ts"),
};

const question = z.object({
  name: z.enum(partNames),
  isQuick: z.boolean(),
  issues: z.int().optional(),
  repositories: z.int().optional(),
  hours: z.int().optional(),
  step: z.enum(stepNames).optional(),
});

let folder: string | undefined;

const triesToRemove = 50;
const gapMs = 100;

/** Retries, as processes in the folder take a moment to stop. Blocks between the attempts, since an exit handler cannot wait. */
function removeFolderAtExit(): void {
  process.once("exit", () => {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; folder !== undefined && existsSync(folder) && tries < triesToRemove; tries++)
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        Atomics.wait(cell, 0, 0, gapMs);
      }
  });
}

answerParent(
  question,
  async ({ name, ...options }) => {
    folder = mkdtempSync(join(tmpdir(), "signalbox-bench-"));
    const progress = (text: string): void => void process.stderr.write(`${name}: ${text}\n`);
    const { part } = await parts[name]();
    const measured = await part({ ...options, folder, progress });
    return "skipped" in measured ? { figures: [], ...measured } : { figures: measured };
  },
  async () => removeFolderAtExit(),
);
// A process that ends by a signal would leave PostgreSQL and servers running.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    removeFolderAtExit();
    process.exit(1);
  });
