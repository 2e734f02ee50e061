import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { OutputTail } from "../../src/programs/output-tail.ts";
import { type ProgramRequest, runProgram } from "../../src/programs/run-program.ts";
import { appears, dies } from "../support/programs.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-programs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const shell = (script: string): readonly string[] => ["/bin/sh", "-c", script];

async function run(argv: readonly string[], more: Partial<ProgramRequest> = {}) {
  const tail = new OutputTail(4_000);
  const exit = await runProgram({
    purpose: "check",
    argv,
    folder,
    env: { PATH: process.env.PATH },
    timeMs: 60_000,
    onOutput: (chunk) => tail.push(chunk),
    ...more,
  });
  return { exit, output: tail.text() };
}

describe("a program", () => {
  test("it gets its input, exactly its environment, and its exit code is reported", async () => {
    const { exit, output } = await run(shell('cat; echo "$A-$HOME-"; exit 7'), {
      input: "hello ",
      env: { PATH: process.env.PATH, A: "b" },
    });
    expect(exit).toEqual({ type: "exited", code: 7 });
    expect(output).toBe("hello b--\n");
  });

  test("without input it reads an empty one, and a large input that is never read does no harm", async () => {
    expect((await run(shell("wc -c"))).output.trim()).toBe("0");
    expect((await run(shell("exit 0"), { input: "x".repeat(1_000_000) })).exit).toEqual({
      type: "exited",
      code: 0,
    });
  });

  test("a program that does not exist is not started", async () => {
    expect((await run([join(folder, "nothing")])).exit.type).toBe("not started");
    expect((await run([])).exit.type).toBe("not started");
  });

  test("a signal that kills it is named", async () => {
    expect((await run(shell("kill -KILL $$"))).exit).toEqual({ type: "killed", by: "SIGKILL" });
  });

  test("it may end by itself within its grace, and is killed after it", async () => {
    const polite = shell("trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done");
    const stopping = new AbortController();
    const first = await run(polite, {
      graceMs: 60_000,
      signal: stopping.signal,
      onOutput: () => stopping.abort(),
    });
    expect(first.exit).toEqual({ type: "interrupted" });
    const stubborn = shell("trap '' TERM; while :; do sleep 0.05; done");
    expect((await run(stubborn, { timeMs: 100, graceMs: 100 })).exit).toEqual({ type: "took too long" });
  });

  test("what was stopped before it began is not started", async () => {
    const planted = join(folder, "planted");
    const signal = AbortSignal.abort();
    expect((await run(shell(`touch ${planted}`), { signal })).exit).toEqual({ type: "interrupted" });
    expect(existsSync(planted)).toBe(false);
  });

  test("its children end with it, and one that left its group is not waited for", async () => {
    const child = join(folder, "child");
    const stray = join(folder, "stray");
    const leaves = `setsid sh -c 'echo $$ > ${stray}; exec sleep 600' &`;
    const script = `sleep 600 & echo $! > ${child}; ${leaves} while [ ! -s ${stray} ]; do sleep 0.01; done`;
    expect((await run(shell(script))).exit).toEqual({ type: "exited", code: 0 });
    await dies(Number(await appears(child)));
    process.kill(Number(await appears(stray)), "SIGKILL");
  });

  test("it is killed when it prints more than it may", async () => {
    const { exit, output } = await run(["yes", "harm"], { outputBytes: 100_000 });
    expect(exit).toEqual({ type: "wrote too much" });
    expect(output).toHaveLength(4_000);
  });
});

describe("the end of an output", () => {
  test("it is exact, whatever the sizes of the chunks", () => {
    const whole = Array.from({ length: 5_000 }, (_, n) => `${n} `).join("");
    for (const size of [1, 7, 1_000, 3_999, 4_000, 4_001, 30_000]) {
      const tail = new OutputTail(4_000);
      for (let at = 0; at < whole.length; at += size) tail.push(Buffer.from(whole.slice(at, at + size)));
      expect(tail.text()).toBe(whole.slice(-4_000));
      expect(tail.written).toBe(whole.length);
    }
    expect(new OutputTail(10).text()).toBe("");
  });
});
