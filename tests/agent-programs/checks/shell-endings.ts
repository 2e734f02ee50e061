/** How a run ends: nothing done, a failure, a signal, a time limit, a lost lease. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { isLeftOver, readMark, sleepsInEveryWay } from "../lab/leftovers.ts";
import type { Scene } from "../lab/scene.ts";
import { until } from "../lab/until.ts";
import { refuse, say, shell } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";
import { wordsOf } from "./shell-loop.ts";

export const idleRun: Check = {
  story: "shell",
  ability: "is no success if it asked nothing, handed nothing over and gave nothing back",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    scene.play([say("I could not do anything.")]);
    const { code, record } = await scene.run(await scene.openTask());
    assert.equal(code, 3, `exit code ${code}, and the task is held by an agent that does nothing`);
    assert.equal(record?.isHeld, false, "the task was not given back");
  },
};

export const unknownFlag: Check = {
  story: "shell",
  ability: "says on the terminal why it did not start (an unknown flag)",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const { code, stdout, stderr } = await scene.run(await scene.openTask(), { words: "--no-such-flag" });
    assert.equal(code, 3);
    // opencode names no flag: all it prints is the usage of `opencode run [message..]`.
    assert.match(
      stdout + stderr,
      /no-such|unknown|unexpected|Usage|Options|run \[message\.\.\]/i,
      wordsOf("run", stdout + stderr),
    );
  },
};

export const providersError: Check = {
  story: "shell",
  ability: "tells a refusal by its provider in the provider's words",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    scene.play(Array.from({ length: 9 }, () => refuse(400, "your credit balance is too low")));
    const { code, stdout, stderr } = await scene.run(await scene.openTask());
    assert.equal(code, 3, wordsOf("run", stdout + stderr));
    assert.match(stdout + stderr, /credit balance/i, wordsOf("run", stdout + stderr));
  },
};

export const stoppedRun: Check = {
  story: "shell",
  ability: "leaves nothing running when it is stopped (Ctrl-C)",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const task = await scene.openTask();
    for (const afterMs of [200, 4_000]) {
      const { record, left } = await stopWhileItSleeps(scene, task, afterMs);
      assert.equal(record?.exit?.type, "interrupted");
      assert.equal(record.isHeld, false, "the task was not given back");
      assert.deepEqual(left, [], `still running after the task had been given back: ${left.join(", ")}`);
    }
  },
};

async function stopWhileItSleeps(scene: Scene, task: number, afterMs: number) {
  const mark = join(scene.lab.folder, `mark-${scene.lab.unique(scene.script)}`);
  scene.play([shell(sleepsInEveryWay(mark)), shell(sleepsInEveryWay(mark)), shell(sleepsInEveryWay(mark))]);
  const { child, ended } = await scene.start(task);
  await until("The program's command", 90_000, () => readMark(mark).length >= 4);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill("SIGINT");
  await ended;
  const left = readMark(mark).filter(({ pid }) => isLeftOver(pid));
  for (const { pid } of left) process.kill(pid, "SIGKILL");
  const [record] = await scene.records(task);
  return { record, left: left.map(({ what }) => what) };
}

export const timeLimit: Check = {
  story: "shell",
  ability: "is stopped at its time limit, and nothing of it goes on",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const mark = join(scene.lab.folder, `mark-${scene.script}`);
    scene.play([shell(sleepsInEveryWay(mark)), say("Slept.")]);
    const { code, record } = await scene.run(await scene.openTask(), { flags: "--timeout 20s" });
    const left = readMark(mark).filter(({ pid }) => isLeftOver(pid));
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    assert.equal(code, 3);
    assert.equal(record?.exit?.type, "took too long");
    assert.equal(record.isHeld, false, "the task was not given back");
    assert.deepEqual(
      left.map(({ what }) => what),
      [],
      "still running after the task had been given back",
    );
  },
};

export const lostLease: Check = {
  story: "shell",
  ability: "is stopped when another agent is given its task",
  programs: programNames,
  commandLine: "unrestricted",
  isSlow: true,
  play: async (scene) => {
    const mark = join(scene.lab.folder, `mark-${scene.script}`);
    scene.play([shell(`echo "$$ shell" > ${mark}; sleep 120`), say("Slept.")]);
    const task = await scene.openTask();
    const { ended } = await scene.start(task);
    await until("The program's command", 90_000, () => readMark(mark).length > 0);
    await scene.lab.repository.comment("maria", task, "/release to bea");
    const { code } = await ended;
    const [record] = await scene.records(task);
    assert.equal(code, 3);
    assert.match(record?.because ?? "", /bea holds it/);
  },
};

export const twoAtOnce: Check = {
  story: "shell",
  ability: "works as two agents at once, each on its own task",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const tasks = [await scene.openTask(), await scene.openTask()] as const;
    scene.play([
      shell(
        "echo $SIGNALBOX_AGENT; signalbox claim --release $SIGNALBOX_ISSUE || signalbox release $SIGNALBOX_ISSUE",
      ),
      say("Given back."),
    ]);
    const [ada, bea] = await Promise.all([
      scene.run(tasks[0], { agent: "ada" }),
      scene.run(tasks[1], { agent: "bea" }),
    ]);
    assert.equal(ada.record?.agent, "ada");
    assert.equal(bea.record?.agent, "bea");
    const said = scene
      .requests()
      .flatMap(({ results }) => /^(?:ada|bea)$/m.exec(results[0] ?? "")?.[0] ?? []);
    assert.deepEqual([...new Set(said)].sort(), ["ada", "bea"], "each run has its own agent's variables");
    assert.equal(ada.record.isHeld || bea.record.isHeld, false, "a task was not given back");
  },
};
