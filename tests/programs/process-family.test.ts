/** What a stopped program leaves: nothing, whatever its children did to get away. A sample here, all of it in `npm run long`. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { familyVariable } from "../../src/programs/process-family.ts";
import { runProgram } from "../../src/programs/run-program.ts";
import { appears } from "../support/programs.ts";
import { scriptsThatGetAway } from "../support/scripts-that-get-away.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-family-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stops = Number(process.env.STOPS ?? scriptsThatGetAway.length);

/** Ids of the living processes that have the word in their command line. */
function livingWith(word: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const isDefunct = readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ");
        return !isDefunct && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(word);
      } catch {
        return false;
      }
    });
}

describe.runIf(existsSync("/proc/self/environ"))("a program that is stopped", () => {
  test(
    `nothing of it goes on: ${stops} stops of programs whose children get away`,
    async () => {
      for (let stop = 0; stop < stops; stop++) {
        const { name, script } = scriptsThatGetAway[stop % scriptsThatGetAway.length] ?? {
          name: "",
          script: "",
        };
        const word = join(folder, `stop-${stop}`);
        const ready = `${word}-ready`;
        const stopping = new AbortController();
        const running = runProgram({
          purpose: "agent",
          argv: ["/bin/bash", "-c", script, "bash", word, ready],
          folder,
          env: { PATH: process.env.PATH },
          timeMs: 60_000,
          graceMs: 150,
          signal: stopping.signal,
          onOutput: () => {},
        });
        await appears(ready);
        expect(livingWith(word).length, name).toBeGreaterThan(0);
        stopping.abort();
        expect(await running, name).toEqual({ type: "interrupted" });
        expect(livingWith(word), name).toEqual([]);
      }
    },
    stops * 10_000,
  );

  test("one that is killed by others takes along what it had started in other groups", async () => {
    const word = join(folder, "killed");
    const script = `setsid sleep 600.1 "$1" 2>/dev/null; setsid bash -c 'sleep 600; : "$0"' "$1" & sleep 0.2; kill -KILL $$`;
    const exit = await runProgram({
      purpose: "agent",
      argv: ["/bin/bash", "-c", script, "bash", word],
      folder,
      env: { PATH: process.env.PATH },
      timeMs: 60_000,
      onOutput: () => {},
    });
    expect(exit).toEqual({ type: "killed", by: "SIGKILL" });
    expect(livingWith(word)).toEqual([]);
  });

  test("a second wish to stop ends its grace", async () => {
    const [stopping, hurrying] = [new AbortController(), new AbortController()];
    const begun = Date.now();
    const exit = await runProgram({
      purpose: "agent",
      argv: ["/bin/bash", "-c", "trap '' TERM; echo up; while :; do sleep 0.05; done"],
      folder,
      env: { PATH: process.env.PATH },
      timeMs: 60_000,
      graceMs: 30_000,
      signal: stopping.signal,
      hurry: hurrying.signal,
      onOutput: () => {
        stopping.abort();
        setTimeout(() => hurrying.abort(), 50);
      },
    });
    expect(exit).toEqual({ type: "interrupted" });
    expect(Date.now() - begun).toBeLessThan(15_000);
  });

  test("strangers stay: a process that the program did not start, and one of a name like its mark", async () => {
    const stranger = spawnSync("/bin/bash", ["-c", "setsid sleep 600 >/dev/null 2>&1 & echo $!"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, [familyVariable]: "0123456789abcdef" },
    }).stdout.trim();
    const stopping = new AbortController();
    await runProgram({
      purpose: "agent",
      argv: ["/bin/bash", "-c", "echo up; sleep 600"],
      folder,
      env: { PATH: process.env.PATH, [familyVariable]: "0123456789abcdef" },
      timeMs: 60_000,
      signal: stopping.signal,
      onOutput: () => stopping.abort(),
    });
    expect(existsSync(`/proc/${stranger}`)).toBe(true);
    process.kill(Number(stranger), "SIGKILL");
  });
});
