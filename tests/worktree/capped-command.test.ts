/** Programs that mean harm, or only hang: each ends, with all that it started, and none of our environment is theirs. */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCapped } from "../../src/worktree/capped-command.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-capped-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caps = { timeMs: 10_000, outputBytes: 1_000_000 };
const place = { purpose: "check", folder, env: { PATH: process.env.PATH ?? "" } } as const;
const node = (script: string): readonly string[] => [process.execPath, "-e", script];

/** A process that is gone, or is dead and only not yet collected. */
async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return /\) Z /.test(await readFile(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

describe("a command", () => {
  test("that ends tells its exit code and its last words", async () => {
    const ran = await runCapped(
      node("console.log('well'); console.error('done'); process.exit(3)"),
      place,
      caps,
    );
    expect(ran.exit).toEqual({ type: "exited", code: 3 });
    expect(ran.outputTail).toContain("well");
    expect(ran.outputTail).toContain("done");
  });

  test("is its arguments: no shell sees them", async () => {
    const words = "$(echo harm) ; echo harm > harm.txt `id`";
    const ran = await runCapped([...node("console.log(process.argv[1])"), words], place, caps);
    expect(ran.outputTail.trim()).toBe(words);
  });

  test("has none of our environment, and nothing to read", async () => {
    process.env.SIGNALBOX_TEST_SECRET = "hush";
    const script = "process.stdin.on('end', () => console.log(Object.keys(process.env).join())).resume()";
    const { outputTail } = await runCapped(node(script), place, caps);
    delete process.env.SIGNALBOX_TEST_SECRET;
    // The second is a random word, by which all that the command started is found and ended with it.
    expect(outputTail.trim()).toBe("PATH,SIGNALBOX_FAMILY");
  });

  test("that sleeps for ever is ended at its time limit", async () => {
    const { exit } = await runCapped(node("setInterval(() => {}, 1e9)"), place, { ...caps, timeMs: 150 });
    expect(exit).toEqual({ type: "took too long" });
  });

  test("that will not be asked to end is ended all the same", async () => {
    const script =
      "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); setInterval(() => {}, 1e9)";
    const { exit } = await runCapped(node(script), place, { ...caps, timeMs: 150 });
    expect(exit).toEqual({ type: "took too long" });
  });

  test("that writes without end is ended at its cap, and its last words are few", async () => {
    const ran = await runCapped(["yes", "harm"], place, caps);
    expect(ran.exit).toEqual({ type: "wrote too much" });
    expect(ran.outputTail.length).toBeLessThanOrEqual(4_000);
  });

  test("takes what it started with it, at its limit and at its end", async () => {
    const child = "require('child_process').spawn('sleep', ['1000'], { stdio: 'inherit' })";
    for (const end of ["setInterval(() => {}, 1e9)", "process.exit(0)"]) {
      const script = `console.log(${child}.pid); setTimeout(() => { ${end} }, 50)`;
      const { outputTail } = await runCapped(node(script), place, { ...caps, timeMs: 1_000 });
      const pid = Number(outputTail);
      expect(pid).toBeGreaterThan(1);
      await expect.poll(() => isGone(pid)).toBe(true);
    }
  });

  test("a command is interrupted when its caller aborts", async () => {
    const stopping = new AbortController();
    const running = runCapped(
      node("setInterval(() => {}, 1e9)"),
      { ...place, signal: stopping.signal },
      caps,
    );
    stopping.abort();
    expect((await running).exit).toEqual({ type: "interrupted" });
    const late = await runCapped(node(""), { ...place, signal: stopping.signal }, caps);
    expect(late.exit).toEqual({ type: "interrupted" });
  });

  test.each([[["no-such-program-here"]], [["\0"]], [[process.execPath, "a\0b"]], [[""]], [["."]]])(
    "%j that cannot be started is a finding",
    async (command) => {
      expect((await runCapped(command, place, caps)).exit.type).toBe("not started");
    },
  );
});
