/**
 * Tests a pause as the owner sets it, from the command line to the effects on GitHub, over a restart and with
 * lost deliveries.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { pausePathIn } from "../../src/server/maintenance/pause-file.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openQuestion, openTask } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("while paused the App reads and writes nothing, also after a restart; on resume it catches up", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await openTask(alice);
  await bus.settled();
  const paused = await signalbox(["pause", "--repo", "acme/demo", "--reason", "moving", "--home", bus.home]);
  expect(paused).toMatchObject({ code: 0, out: expect.stringContaining("Paused acme/demo") });
  const before = await alice.see(task);

  const asked = await openQuestion(alice, `#${task}, #999`);
  await bus.settled();
  expect(await bus.server().health()).toMatchObject({
    status: "ready",
    paused: 1,
    deliveries: { pending: 0 },
  });
  expect((await bus.server().health()).effects.held).toBeGreaterThan(0);
  await bus.stopServer();
  const answered = await openTask(bob);
  await bus.startServer();
  expect(await alice.see(task)).toEqual(before);
  expect(await alice.comments(asked)).toEqual([]);
  expect((await alice.see(answered)).labels).not.toContain("status:ready");

  const resumed = await signalbox(["resume", "--repo", "acme/demo", "--home", bus.home, "--json"]);
  expect(JSON.parse(resumed.out)).toEqual({ isRunning: true, repositories: [] });
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  expect((await alice.see(answered)).labels).toEqual(["kind:task", "status:ready"]);
  expect((await alice.comments(asked)).map(({ body }) => body)).toEqual([
    expect.stringContaining("There is no issue `#999`"),
  ]);
  expect(await bus.server().health()).toMatchObject({ paused: 0, effects: { pending: 0, held: 0 } });
});

test("a pause without a server applies from the next start; a repository that is not ours cannot be paused", async () => {
  bus = await startBus();
  await bus.stopServer();
  const stranger = await signalbox(["pause", "--repo", "acme/other", "--home", bus.home]);
  expect(stranger).toMatchObject({ code: 1, err: expect.stringContaining("It serves acme/demo.") });
  expect(existsSync(pausePathIn(bus.home))).toBe(false);
  const paused = await signalbox(["pause", "--home", bus.home]);
  expect(paused).toMatchObject({ code: 0, out: expect.stringContaining("on its next start") });
  await bus.startServer();
  const task = await openTask(bus.as("alice"));
  await bus.settled();
  expect((await bus.as("alice").see(task)).labels).toEqual(["kind:task"]);
  expect(await signalbox(["resume", "--home", bus.home])).toMatchObject({ code: 0 });
  await bus.settled();
  expect((await bus.as("alice").see(task)).labels).toEqual(["kind:task", "status:ready"]);
});

test("a start refuses a damaged pauses file, which may contain a pause, and releases the data directory", async () => {
  bus = await startBus();
  await bus.stopServer();
  writeFileSync(pausePathIn(bus.home), "{");
  await expect(bus.startServer()).rejects.toThrow(
    "pauses.json is damaged, so signalbox cannot tell what is paused.",
  );
  rmSync(pausePathIn(bus.home));
  await bus.startServer();
});
