/**
 * Tests restoring yesterday's backup of the index: what was done since is found on GitHub and not repeated.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { takePicture } from "../support/picture.ts";
import { backUpIndex, noSqliteFile } from "../support/store-of-flows.ts";
import { longStory, playStory, shortStory } from "../support/story.ts";

let bus: TestBus;

const dayMs = 24 * 60 * 60_000;

test("M02 yesterday's backup converges with the first sweep, and nothing is done twice", async () => {
  bus = await startBus();
  onTestFinished(() => bus.stop());
  const asked = shortStory.slice(0, 2);
  const cast = await playStory(asked, bus.as, bus.settled);
  const restore = await backUpIndex(bus.home);

  await playStory([...shortStory.slice(2), ...longStory.slice(5, 8)], bus.as, bus.settled, cast);
  const maria = bus.as("maria");
  const before = await takePicture(maria, cast);
  expect(before.wakes.count).toBeGreaterThan(0);
  await bus.stopServer();
  await restore();
  bus.clock.advance(dayMs);
  await bus.startServer();
  await bus.sweep();
  expect(await takePicture(maria, cast)).toEqual(before);
});

test("a backup is one file of its owner's, and overwrites nothing", async ({ skip }) => {
  skip(noSqliteFile !== undefined, noSqliteFile);
  bus = await startBus();
  onTestFinished(() => bus.stop());
  const copy = join(bus.home, "yesterday.db");
  const backed = await signalbox(["backup", copy, "--home", bus.home, "--json"]);
  expect(backed.err).toBe("");
  expect(JSON.parse(backed.out)).toEqual({ file: copy, bytes: statSync(copy).size });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(await signalbox(["backup", copy, "--home", bus.home])).toMatchObject({
    code: 1,
    err: expect.stringContaining("a backup overwrites nothing"),
  });
});

test("a backup needs an index and a directory", async ({ skip }) => {
  skip(noSqliteFile !== undefined, noSqliteFile);
  bus = await startBus({ startsServer: false });
  onTestFinished(() => bus.stop());
  expect(await signalbox(["backup", join(bus.home, "copy.db"), "--home", bus.home])).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no index"),
  });
  expect(await signalbox(["backup", join(bus.home, "none", "copy.db"), "--home", bus.home])).toMatchObject({
    code: 1,
    err: expect.stringContaining("is not a folder"),
  });
});
