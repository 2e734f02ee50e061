/** The rehearsal's stories with a program that stands in for Claude Code. `npm run programs` plays them with the real ones. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findGh } from "../../support/gh.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { type Check, playCheck } from "../checks/check.ts";
import { providersError, stoppedRun, twoAtOnce, unknownFlag } from "../checks/shell-endings.ts";
import { handsOverInBullets } from "../checks/shell-handover.ts";
import { shellLoop } from "../checks/shell-loop.ts";
import { readsItsBrief } from "../checks/shell-start.ts";
import { Lab } from "../lab/lab.ts";
import { claude } from "../programs/claude.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = fileURLToPath(new URL("claude.ts", import.meta.url));

const played: readonly Check[] = [
  shellLoop,
  readsItsBrief,
  unknownFlag,
  providersError,
  stoppedRun,
  twoAtOnce,
  handsOverInBullets,
];

describeUnless(
  findGh() === undefined ? "gh is not installed" : undefined,
  "a program that stands in for Claude Code",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-test-programs-"));
    let lab: Lab;
    beforeAll(async () => {
      lab = await Lab.open({ root, folder, programs: new Map([["claude", program]]) });
    });
    afterAll(async () => {
      await lab.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test.each(played.map((check) => [check.ability, check] as const))(
      "the program %s",
      async (_ability, check) => {
        expect((await playCheck(lab, claude, check)).outcome).toEqual({ type: "works" });
      },
    );
  },
);
