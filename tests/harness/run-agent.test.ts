/** An agent's program with signs of life, by a clock of the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Millis } from "../../src/base/clock.ts";
import { plain } from "../../src/harness/plain.ts";
import { type AgentRun, type Companions, runAgent } from "../../src/harness/run-agent.ts";
import { appears, scriptIn } from "../support/programs.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-agent-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A clock whose sleepers are woken by hand. */
function handClock() {
  let now = 0;
  const asleep = new Set<() => void>();
  return {
    clock: {
      now: (): Millis => now,
      sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
        new Promise((resolve) => {
          const wake = (): void => {
            asleep.delete(wake);
            resolve();
          };
          asleep.add(wake);
          now += ms;
          signal?.addEventListener("abort", wake);
        }),
    },
    now: () => now,
    /** Resolves once something sleeps, which it then wakes. */
    wake: async (): Promise<void> => {
      while (asleep.size === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      for (const wake of asleep) wake();
    },
  };
}

const start = (path: string, companions: Omit<Companions, "signal">): Promise<AgentRun> =>
  runAgent(
    {
      harness: plain,
      argv: [path],
      folder,
      env: { PATH: process.env.PATH },
      mark: "run",
      input: "",
      timeMs: 60_000,
    },
    { ...companions, signal: new AbortController().signal },
  );

describe("signs of life", () => {
  test("one is sent at the start and every 30 seconds, and none after the program has ended", async () => {
    const time = handClock();
    const go = join(folder, "go");
    const program = scriptIn(folder, "waits", `while [ ! -e ${go} ]; do sleep 0.01; done; echo done`);
    const beats: number[] = [];
    const running = start(program, {
      clock: time.clock,
      beat: async () => {
        beats.push(time.now());
        return undefined;
      },
    });
    await time.wake();
    await time.wake();
    while (beats.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(beats).toEqual([0, 30_000, 60_000]);
    scriptIn(folder, "go", "");
    expect(await running).toMatchObject({ exit: { type: "exited", code: 0 }, result: { text: "done" } });
    expect(beats).toHaveLength(3);
  });

  test("AG19 a program whose task another agent has by now is stopped", async () => {
    const time = handClock();
    const up = join(folder, "up");
    const program = scriptIn(folder, "works", `echo $$ > ${up}; exec sleep 600`);
    const answers = [undefined, "your lease of acme/demo#12 ended; bob holds it"];
    const running = start(program, { clock: time.clock, beat: async () => answers.shift() });
    await appears(up);
    await time.wake();
    expect(await running).toMatchObject({
      exit: { type: "interrupted" },
      lost: "your lease of acme/demo#12 ended; bob holds it",
    });
  });
});
