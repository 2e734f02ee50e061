/** Tests what the reading commands say of their index while the server runs, and after it stopped. */
import { afterEach, expect, test } from "vitest";
import { toIsoSeconds } from "../../src/base/clock.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const read = (line: string) => signalbox(line.split(" "), { SIGNALBOX_HOME: bus.home, GH_REPO: "acme/demo" });

test("a reading is fresh while the server runs, and as of the last reading from GitHub once it stopped", async () => {
  bus = await startBus();
  const task = await openTask(bus.as("alice"));
  await bus.settled();
  const running = await read("ready --json");
  expect(running).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(running.out)).toMatchObject({ isFresh: true, tasks: [{ number: task }] });
  for (const command of [
    `show ${task}`,
    `brief ${task}`,
    `explain ${task}`,
    "agents",
    "escalations",
    "questions",
  ])
    expect(JSON.parse((await read(`${command} --json`)).out), command).toMatchObject({ isFresh: true });

  await bus.stopServer();
  const stoppedAt = toIsoSeconds(bus.clock.now());
  const { out, err } = await read("ready --json");
  const { asOf, isFresh, tasks } = JSON.parse(out);
  expect({ isFresh, tasks }).toMatchObject({ isFresh: false, tasks: [{ number: task }] });
  expect(asOf <= stoppedAt && asOf > "2020").toBe(true);
  expect(err).toMatch(/^As of .*\d\d:\d\d:\d\d UTC, no server runs with this data folder\.\n$/);
  const waited = JSON.parse((await read(`wait ${task} --timeout 1s --json`)).out);
  expect(waited).toMatchObject({ isFresh: false, asOf });
});
