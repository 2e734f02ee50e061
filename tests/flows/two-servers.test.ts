/**
 * Tests two server processes on one data directory: one of them works, whatever happens to it, and the lock
 * is released when it is gone.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";
import { takePicture } from "../support/picture.ts";
import { numberOf, playStory, shortStory } from "../support/story.ts";

let bus: MortalBus;
afterEach(() => bus.stop());

const second = fileURLToPath(new URL("../support/second-server.ts", import.meta.url));

/** The output of a second server in its own process. */
function secondServer(): string {
  const ran = spawnSync(process.execPath, [second, JSON.stringify(bus.options())], { encoding: "utf8" });
  return ran.stdout + ran.stderr;
}

/** A database may be used from other machines, so it names the machine as well. */
const refusalOf = (pid: number): RegExp =>
  new RegExp(`is in use by (?:process ${pid}, running since|signalbox on \\S+, process ${pid}, since)`);

test("B13 a second server on one data directory is refused, also while the first is suspended; the first continues, and only its end releases the lock", async () => {
  bus = await startMortalBus();
  const [opened = [], rest = []] = [shortStory.slice(0, 2), shortStory.slice(2)];
  const cast = await playStory(opened, bus.as, async () => void (await bus.settled()));
  const refusal = refusalOf(bus.pid());
  expect(secondServer()).toMatch(refusal);
  const login = numberOf(cast, "login");
  expect((await bus.as("maria").see(login)).labels).toContain("status:blocked");

  await bus.signal("SIGSTOP");
  await playStory(rest, bus.as, undefined, cast);
  expect(secondServer()).toMatch(refusal);
  expect((await bus.as("maria").see(login)).labels).toContain("status:blocked");
  await bus.signal("SIGCONT");
  expect(await bus.settled()).toBe(true);
  expect((await bus.as("maria").see(login)).labels).toEqual(["kind:task", "status:ready"]);

  const first = bus.pid();
  await bus.signal("SIGKILL");
  await bus.raise();
  expect(bus.pid()).not.toBe(first);
  expect(secondServer()).toMatch(refusalOf(bus.pid()));
  expect(await bus.settled()).toBe(true);
  const { wakes } = await takePicture(bus.as("maria"), cast);
  expect(wakes).toEqual({ twins: [], asleep: [], count: 1 });
});
