/**
 * Agents that `signalbox run --every` keeps at work, each in processes of its own, while programs and runs are killed: every task
 * is done once. Here two agents beside the server; `npm run long -- --only ten` plays ten on two machines.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { findGh } from "../support/gh.ts";
import { testUnless } from "../support/unless-skipped.ts";
import { inNamespace, whyNoNamespaces } from "./network.ts";
import { type CrowdReport, playCrowd } from "./play.ts";

const isWhole = process.env.SIGNALBOX_TEN === "1";
const seed = Number(process.env.SIGNALBOX_TEN_SEED ?? 1);

const noGh = findGh() === undefined ? "gh is not installed" : undefined;
/** On a busy machine, each of some hundred processes takes seconds to start. */
const sampleMs = 240_000;

describe("agents at once", () => {
  testUnless(
    isWhole ? "ten of them are played" : noGh,
    "two loops do four tasks, and go on with what a killed run and a killed program left",
    async () => {
      const kills = { programs: 1, runs: 1, server: false };
      const report = await playCrowd({ here: 2, elsewhere: 0, tasks: 4, kills, seed, withinMs: sampleMs });
      expect(report).toMatchObject({ wrong: [] });
      expect(report.claims.count).toBeGreaterThan(3);
    },
    sampleMs + 60_000,
  );

  const why = noGh ?? (isWhole ? whyNoNamespaces() : "npm run long -- --only ten plays it");
  let report: CrowdReport | undefined;
  testUnless(
    why,
    "ten loops on two machines do thirty tasks once each, and none starves",
    async () => {
      const main = fileURLToPath(new URL("main.ts", import.meta.url));
      const [program = "", ...words] = [...inNamespace, process.execPath, main, String(seed)];
      const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 64 << 20 });
      console.info(stdout);
      const whole: CrowdReport = JSON.parse(stdout);
      report = whole;
      expect(whole.wrong).toEqual([]);
      expect(whole.killed).toEqual({ programs: 6, runs: 6, servers: 1 });
      expect(Math.min(...Object.values(whole.done))).toBeGreaterThanOrEqual(1);
    },
    1_000_000,
  );

  testUnless(why, "of a hundred claims, 95 are answered within 300 ms at the server", () => {
    expect(report?.claims.within300Ms).toBeGreaterThanOrEqual(0.95);
  });
});
