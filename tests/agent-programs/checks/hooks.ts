/** What `init --hooks` installs, in the programs that have hooks. */
import assert from "node:assert/strict";
import type { Scene } from "../lab/scene.ts";
import { say, shell } from "../model/step.ts";
import type { Check } from "./check.ts";

export const hooksTell: Check = {
  story: "hooks",
  ability: "is told its unread notes at the start and before it stops, and a lost lease after a step",
  programs: ["claude", "codex"],
  commandLine: "unrestricted",
  play: async (scene) => {
    const { repository, people } = scene.lab;
    const task = await scene.openTask();
    scene.play([
      shell(
        `signalbox gh --as bob issue comment ${task} --body '/tell ada The second note.' > /dev/null; sleep 3; echo told`,
      ),
      say("I stop."),
      say("I read it, and stop."),
    ]);
    await people.must("alice", "signalbox inbox --agent ada --ack-all");
    const claimed = JSON.parse(await people.must("alice", `signalbox claim ${task} --agent ada --json`));
    await repository.comment("maria", task, "/release to bea");
    await repository.comment("bob", task, "/tell ada The first note.");
    await repository.waitForNote("ada", "The first note.");
    const checkout = await repository.clone();
    await installHooks(scene, checkout);
    const env = {
      SIGNALBOX_AGENT: "ada",
      SIGNALBOX_REPO: "acme/demo",
      SIGNALBOX_ISSUE: String(task),
      SIGNALBOX_LEASE: String(claimed.token),
    };
    const { stdout, stderr } = await scene.headless({
      checkout,
      env,
      words: trustsHooks(scene.program.name),
    });
    const requests = scene.requests();
    const seen = requests
      .map(({ system, prompt, last, results }) => [system, prompt, last, ...results].join("\n"))
      .join("\n");
    const printed = (stdout + stderr).slice(-300);
    assert.ok(seen.includes("The first note."), `the note before the start was not shown: ${printed}`);
    assert.ok(seen.includes("bea holds it"), "the lost lease was not told");
    assert.match(requests.at(-1)?.last ?? "", /The second note\./, "the note before the stop was not shown");
  },
};

export const hooksAreQuick: Check = {
  story: "hooks",
  ability: "is slowed by at most 0.2 s in a tool call",
  programs: ["claude", "codex"],
  commandLine: "unrestricted",
  play: async (scene) => {
    const steps = [...Array.from({ length: 7 }, () => shell("true")), say("Done.")];
    scene.play(steps);
    const env = { SIGNALBOX_AGENT: "ada", SIGNALBOX_REPO: "acme/demo" };
    const bare = await scene.lab.repository.clone();
    await scene.headless({ checkout: bare, env });
    const without = medianGap(scene);
    const checkout = await scene.lab.repository.clone();
    await installHooks(scene, checkout);
    const before = scene.requests().length;
    await scene.headless({ checkout, env, words: trustsHooks(scene.program.name) });
    const slower = medianGap(scene, before) - without;
    assert.ok(slower <= 200, `a tool call takes ${Math.round(slower)} ms longer with its hook`);
  },
};

/** Between two requests of one conversation, in milliseconds. */
function medianGap(scene: Scene, from = 0): number {
  const times = scene
    .requests()
    .slice(from)
    .map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

async function installHooks({ lab, program }: Scene, checkout: string): Promise<void> {
  const line = `signalbox init --yes --harness ${program.name} --hooks`;
  await lab.people.must("alice", line, { cwd: checkout });
}

export const readsNotesOnce: Check = {
  story: "hooks",
  ability: "is shown a note once, although the start packet and a hook both could",
  programs: ["claude", "codex"],
  commandLine: "unrestricted",
  play: async (scene) => {
    const { repository, people } = scene.lab;
    scene.play([say("Read.")]);
    const task = await scene.openTask();
    await people.must("alice", "signalbox inbox --agent ada --ack-all");
    await repository.comment("bob", task, "/tell ada The token never ends.");
    await repository.waitForNote("ada", "The token never ends.");
    const checkout = await repository.clone();
    await installHooks(scene, checkout);
    await scene.run(task, { checkout, words: trustsHooks(scene.program.name) });
    const requests = scene.requests();
    const shown = `${requests[0]?.prompt}\n${requests[0]?.system}`;
    const times = shown.split("The token never ends.").length - 1;
    assert.equal(
      requests.length,
      1,
      `${requests.length} turns for one note: it was shown again before the end`,
    );
    assert.equal(times, 1, `the note was shown ${times} times`);
  },
};

/** Codex runs no hook that its user has not reviewed, which only a person at a terminal can do. */
function trustsHooks(program: string): string {
  return program === "codex" ? "--dangerously-bypass-hook-trust" : "";
}
