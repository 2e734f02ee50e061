/** A run on another machine: nothing of the server's is there but its address and a token of the agent. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { makeToken } from "../lab/enter-server.ts";
import { say, shell } from "../model/step.ts";
import { programNames } from "../programs/agent-program.ts";
import type { Check } from "./check.ts";
import { wordsOf } from "./shell-loop.ts";

export const runsElsewhere: Check = {
  story: "http",
  ability:
    "is run on another machine, and reads and gives back there, by the server's address and a token alone",
  programs: programNames,
  commandLine: "unrestricted",
  play: async (scene) => {
    const { lab } = scene;
    const task = await scene.openTask();
    // At the hub a command that writes has to know where the hub is, which only the data folder says.
    scene.play([
      shell(`signalbox brief ${task}`),
      shell(`signalbox release ${task} --because 'It was tried.'`),
      say("I gave it back."),
    ]);
    const env = {
      SIGNALBOX_SERVER: lab.address,
      SIGNALBOX_TOKEN: await makeToken(scene),
      // It has nothing in it: the data folder is on the server's machine.
      SIGNALBOX_HOME: join(lab.folder, lab.unique("elsewhere")),
    };
    const { ended } = await scene.start(task, { env });
    const { code, stdout, stderr } = await ended;
    const [brief, released] = scene.results();
    assert.match(brief ?? "", /A file says hello/, wordsOf("brief", brief ?? stdout + stderr));
    assert.match(released ?? "", /free|released|given back/i, wordsOf("release", released));
    assert.equal(code, 0, wordsOf("run", stdout + stderr));
  },
};
