/** Failed check runs that a handover leaves out. */
import { describe, expect, test } from "vitest";
import type { CheckRun } from "../../../src/handover/evidence.ts";
import { verdictOn } from "../../../src/handover/verdict.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { evidence, handedOver, head, nextHead, subject } from "../../support/evidence.ts";

const policy = defaultSettings.handovers;
const failed = (name: string, more: Partial<CheckRun> = {}): CheckRun => ({
  name,
  headSha: head,
  conclusion: "failure",
  ...more,
});
const given = (runs: readonly CheckRun[], more: Parameters<typeof subject>[0] = {}) =>
  verdictOn(subject({ evidence: evidence({ checkRuns: [...evidence().checkRuns, ...runs] }), ...more }));
const reasonIn = (verdict: ReturnType<typeof given>) =>
  verdict.reasons.find(({ check }) => check === "failed-runs");

describe("a check run that failed on the head commit", () => {
  test("K07 a failed check that a handover leaves out blocks it and is named", () => {
    const found = given([failed("lint"), failed("e2e", { conclusion: "timed_out" })]);
    expect(found).toMatchObject({ result: "unverified", conclusion: "action_required" });
    expect(reasonIn(found)?.parts.map(({ sentence }) => sentence)).toEqual([
      '`lint` ended as `failure`, but "Verified" does not mention it.',
      '`e2e` ended as `timed_out`, but "Verified" does not mention it.',
    ]);
  });

  test("K07 a failed check that a handover claims as passed refuses it, with one reason", () => {
    const claimed = handedOver({
      verified: [
        { name: "npm test", note: "passed" },
        { name: "Lint", note: "ok" },
      ],
    });
    const found = given([failed("lint")], { handover: claimed });
    expect([found.result, reasonIn(found)]).toEqual(["refused", undefined]);
    const mapped = { ...policy, claims: { "npm test": ["lint"] } };
    expect(reasonIn(given([failed("lint")], { policy: mapped }))).toBeUndefined();
  });

  test("K07 a failed check blocks nothing on another commit, while it runs, or if it was skipped", () => {
    const others = [
      failed("lint", { headSha: nextHead }),
      failed("slow", { conclusion: undefined }),
      failed("deploy", { conclusion: "skipped" }),
    ];
    expect(given(others).result).toBe("verified");
  });

  test("a failed check blocks nothing if the settings call it optional or name another App", () => {
    const lenient = { ...policy, optional: ["codecov/**", "flaky"] };
    expect(given([failed("codecov/patch"), failed("flaky")], { policy: lenient }).result).toBe("verified");
    const other = { ...policy, checks: { lint: { app: 15_368 } } };
    expect(given([failed("lint", { app: 7 })], { policy: other }).result).toBe("verified");
    expect(given([failed("lint", { app: 15_368 })], { policy: other }).result).toBe("unverified");
  });
});
