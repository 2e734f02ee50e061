/** A worker that is killed at a durable step, while another one runs that can take over. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DurableStep } from "../../../src/dispatcher/ports/durable-step.ts";
import { ownRemarks, seeIssue } from "../../support/picture.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { countOf, takeoversOf, writtenByReplacedWorkers, writtenWithoutFence } from "../fence-triggers.ts";
import { repairedDuplicates, staleWrites } from "../invariants.ts";
import { eventually, readyTask, startedSystem, whySkipped } from "./scenario.ts";

const repository = "acme/demo";
const servedWithinMs = 15_000;
const timeout = 300_000;

/** The durable steps of a worker. */
const steps = [
  "cycle read",
  "cycle committed",
  "effects marked as sending",
  "effects sent",
  "receipt saved",
] as const satisfies readonly DurableStep[];

describeUnless(whySkipped, "a worker that is killed at a durable step", () => {
  test.each(steps)(
    "at “%s” is replaced within 15 s, and nothing is lost or written twice",
    {
      timeout,
    },
    async (step) => {
      const killSteps = mkdtempSync(join(tmpdir(), "signalbox-kill-"));
      onTestFinished(() => rmSync(killSteps, { recursive: true }));
      const system = await startedSystem({ webs: 1, workers: 2, killSteps });
      const { alice, task, installation } = await readyTask(system, repository);
      const workers = system.alive("worker");
      writeFileSync(join(killSteps, step), "");
      await alice.comment(task, "/help");

      const killed = await eventually(() => {
        const dead = workers.filter((worker) => !worker.isAlive());
        expect(dead).toHaveLength(1);
        return { name: dead[0]?.name, at: Date.now() };
      });
      const [last, next] = await eventually(async () => {
        const takeovers = await takeoversOf(system.postgres.url);
        const found = takeovers.filter((each) => each.installation === installation).slice(-2);
        expect(found.at(-1)?.who).not.toBe(killed.name);
        return found;
      });
      expect(last?.who, "it had the installation when it was killed").toBe(killed.name);
      expect((next?.at ?? Infinity) - killed.at).toBeLessThan(servedWithinMs);

      await eventually(async () => {
        const { comments } = await seeIssue(alice, task);
        expect(ownRemarks(comments.nodes).filter(({ key }) => key.startsWith("reply:"))).toHaveLength(1);
        expect(await countOf(system.postgres.url, "effect")).toBe(0);
        expect(await countOf(system.postgres.url, "delivery WHERE state <> 'settled'")).toBe(0);
      });
      expect(await countOf(system.postgres.url, writtenByReplacedWorkers)).toBe(0);
      expect(await countOf(system.postgres.url, writtenWithoutFence)).toBe(0);
      expect([...(await staleWrites(system)), ...(await repairedDuplicates(system))]).toEqual([]);
    },
  );
});
