/** What the bus does before GitHub has answered, while it works, and once it is stopping. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { UserError } from "../../../src/base/errors.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { demoSeed } from "../../../src/hub/seed.ts";
import { type Bus, startBus } from "../../../src/server/composition/bus.ts";
import { openDataFolder } from "../../../src/server/maintenance/open-data-folder.ts";
import { readPauses } from "../../../src/server/maintenance/pause-file.ts";
import { startCheckedHub } from "../../support/checked-hub.ts";

const handover = { owner: "acme", repo: "demo", number: 1 };
const report = {
  ...handover,
  commit: "c".repeat(40),
  claims: [],
  results: [{ name: "tests", holds: true, found: "exit code 0" }],
};

async function openBus(isUp: boolean): Promise<{ readonly bus: Bus; readonly home: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bus-"));
  const home = join(folder, "home");
  const hub = await startCheckedHub({ home: ":memory:", port: 0, seed: demoSeed });
  const { id: appId, privateKey, webhookSecret } = hub.app;
  // A port that was just closed refuses connections.
  if (!isUp) await hub.close();
  const github = { appId, privateKey, webhookSecrets: [webhookSecret], baseUrl: `${hub.url}/api/v3` };
  const runtime = { clock: systemClock, random: () => 0.5, logger: silentLogger, onStep: () => {} };
  const store = openDataFolder(home, runtime);
  const bus = startBus({ github, home, pollMs: undefined, pacing: "off" }, runtime, store);
  onTestFinished(async () => {
    await bus.close();
    if (isUp) await hub.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { bus, home };
}

/** What each request of a person comes to. */
async function answers({ refreshIssue, coordinate, rebuild, showInvariants }: Bus) {
  const why = (thrown: unknown): string => (thrown instanceof UserError ? thrown.message : String(thrown));
  return {
    refreshIssue: await refreshIssue(handover),
    coordinate: await coordinate({ what: "status" }).then(() => "done", why),
    rebuild: await rebuild().then(() => "done", why),
    invariants: await showInvariants(report).then((posted) => (posted.isPosted ? "posted" : posted.why)),
  };
}

test("until GitHub answers, a bus stores pauses, says why nothing else can be done, and closes", async () => {
  const { bus, home } = await openBus(false);
  expect(bus.missing()).toEqual(["github", "sweep", "labels"]);
  const notYet = "GitHub has not responded yet. Try again when /health returns 200.";
  expect(await answers(bus)).toEqual({
    refreshIssue: false,
    coordinate: notYet,
    rebuild: notYet,
    invariants: "GitHub has not responded to the server yet.",
  });
  bus.wake();
  await bus.pause({ type: "pause", reason: "moving" });
  expect(readPauses(home).everything?.reason).toBe("moving");
  expect([bus.paused(), bus.passive(), bus.unhealthy()]).toEqual([0, 0, []]);
  await bus.close();
  await bus.whenReady;
});

test("a bus that is ready does what it is asked, and begins with the pauses that were stored before", async () => {
  const { bus } = await openBus(true);
  await bus.pause({ type: "pause", reason: "moving" });
  await bus.whenReady;
  expect(bus.missing()).toEqual([]);
  expect(bus.paused()).toBeGreaterThan(0);
  expect(await answers(bus)).toEqual({
    refreshIssue: true,
    coordinate: "done",
    rebuild: "done",
    invariants: "The server does not know that handover.",
  });
  await bus.pause({ type: "resume" });
  expect(bus.paused()).toBe(0);
  await bus.idle();
});

test("a bus that is stopping begins nothing, and may be closed twice", async () => {
  const { bus, home } = await openBus(true);
  await bus.whenReady;
  const closing = bus.close();
  const stopping = "The server is stopping. Start it again first.";
  expect(bus.missing()).not.toEqual([]);
  expect(await answers(bus)).toEqual({
    refreshIssue: false,
    coordinate: stopping,
    rebuild: stopping,
    invariants: stopping,
  });
  bus.wake();
  await bus.pause({ type: "pause", reason: "moving" });
  expect(readPauses(home).everything?.reason).toBe("moving");
  await bus.idle();
  await Promise.all([closing, bus.close()]);
});
