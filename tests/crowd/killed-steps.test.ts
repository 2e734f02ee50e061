/**
 * An agent's program is killed after each step of its story, alone or with the run that started it, and another program goes on: by
 * another agent where the task was given back, otherwise by the same agent's next run. Every task ends as one that nobody
 * interrupted. A sample here; `npm run long -- --only ten` plays all steps.
 */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findGh } from "../support/gh.ts";
import { AgentLoop, agentProgram, stepsSeen } from "./agent-loop.ts";
import { auditTasks } from "./audit.ts";
import { besideServer } from "./places.ts";
import { Stage } from "./stage.ts";

const steps = ["begun", "read", "asked", "answered", "committed", "pushed", "proposed", "handed"] as const;
/** What is killed: the program, which has its task given back; the run and the program; the run alone, whose program goes on. */
const victims = ["program", "run", "left"] as const;

const sample = [
  ["asked", "run"],
  ["pushed", "program"],
  ["proposed", "left"],
  ["handed", "run"],
] as const;
const all = steps.flatMap((step) => victims.map((victim) => [step, victim] as const));
const scenes = process.env.SIGNALBOX_TEN === "1" ? all : sample;
const goesOnWithinMs = 120_000;

let stage: Stage;
let ada: AgentLoop;
let bea: AgentLoop;
let other: string;
describe.skipIf(findGh() === undefined)("with gh installed", () => {
  beforeAll(async () => {
    stage = await Stage.open(["ada", "bea"]);
    [ada, bea] = [
      await AgentLoop.open(stage, "ada", besideServer(stage)),
      await AgentLoop.open(stage, "bea", besideServer(stage)),
    ];
    // Recognised by its name as another program than the first, which is known by none.
    other = join(stage.folder, "codex");
    writeFileSync(other, `#!/bin/sh\nexec ${agentProgram}\n`);
    chmodSync(other, 0o755);
  });
  afterAll(() => stage.close());

  test.each(scenes.map(([step, victim], at) => [step, victim, at] as const))(
    "after its step %s (killed: %s) another program goes on, and the task is done once",
    async (step, victim, at) => {
      // The only task: a run without --issue has nothing else to take.
      const tasks = await stage.openTasks(1, () => true);
      const number = tasks[0]?.number ?? 0;
      const dies = { DIES_AFTER: step, DIES_HOW: victim, DIES_ONCE: join(stage.folder, `died-${at}`) };
      const code = await ada.run(["--issue", String(number)], { env: dies });
      expect(code).toBe(victim === "program" ? 3 : null);
      const next = victim === "program" ? bea : ada;
      const until = Date.now() + goesOnWithinMs;
      while ((await stage.as("maria").see(number)).state === "open" && Date.now() < until) {
        await next.run(victim === "program" ? ["--issue", String(number)] : ["--max", "1"], {
          program: other,
        });
        await sleep(500);
      }
      expect(await auditTasks(stage, tasks), `${ada.printed()}\n${bea.printed()}`).toEqual([]);
      const began = stepsSeen(stage).filter((seen) => seen.task === number && seen.step === "begun").length;
      // What was handed over already is not begun again. A program that is left alone may be as far before it is found.
      if (victim === "left") expect(began).toBeLessThanOrEqual(2);
      else expect(began).toBe(step === "handed" ? 1 : 2);
    },
    200_000,
  );
});
