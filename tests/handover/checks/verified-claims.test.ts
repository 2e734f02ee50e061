/** What proves a line of *Verified*: a check run of its name, the result of `verify`, or an invariant. */
import { describe, expect, test } from "vitest";
import { claimsToRun, verifiedClaims } from "../../../src/handover/checks/verified-claims.ts";
import { checkOfClaim, wordsOfClaim } from "../../../src/handover/claim-command.ts";
import type { CheckRun } from "../../../src/handover/evidence.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { evidence, handedOver, head, subject } from "../../support/evidence.ts";

const policy = defaultSettings.handovers;
const run = (name: string, conclusion?: string, app?: CheckRun["app"]): CheckRun => ({
  name,
  headSha: head,
  conclusion,
  ...(app === undefined ? {} : { app }),
});
const byVerify = (conclusion: string) => run(checkOfClaim("npm test"), conclusion, "signalbox");
const about = (checkRuns: readonly CheckRun[], more: Parameters<typeof subject>[0] = {}) =>
  subject({ evidence: evidence({ checkRuns }), ...more });
const status = (...given: Parameters<typeof about>) => verifiedClaims.examine(about(...given))?.status;
const invariants = [{ name: "tests", command: ["npm", "test"], exit: 0 }];

describe("a line of Verified", () => {
  test.each([
    ["nothing shows it", [], "unverified"],
    ["verify showed it", [byVerify("success")], "passed"],
    ["verify showed it while the check runs", [run("npm test"), byVerify("success")], "passed"],
    [
      "verify showed it and the check was skipped",
      [run("npm test", "skipped"), byVerify("success")],
      "passed",
    ],
    ["verify showed the contrary", [byVerify("failure")], "failed"],
    [
      "the check passed and verify showed the contrary",
      [run("npm test", "success"), byVerify("failure")],
      "failed",
    ],
    ["the check failed and verify passed", [run("npm test", "failure"), byVerify("success")], "failed"],
    ["another App made the run of verify's name", [{ ...byVerify("success"), app: 8 }], "unverified"],
    [
      "verify showed it of another commit",
      [{ ...byVerify("success"), headSha: "b".repeat(40) }],
      "unverified",
    ],
  ])("N25 a claim has the expected result where %s", (_, runs, expected) => {
    expect(status(runs)).toBe(expected);
  });

  test("N25 verify does not prove a claim if the settings say which check run does", () => {
    const mapped = { ...policy, claims: { "npm test": ["unit"] } };
    const elsewhere = { ...policy, checks: { "npm test": { app: 15_368 } } };
    const here = { ...policy, checks: { "npm test": { app: "signalbox" as const } } };
    expect(status([byVerify("success")], { policy: mapped })).toBe("unverified");
    expect(status([byVerify("success")], { policy: elsewhere })).toBe("unverified");
    expect(status([byVerify("success")], { policy: here })).toBe("passed");
    expect(claimsToRun(about([], { policy: mapped }))).toEqual([]);
    expect(claimsToRun(about([], { policy: elsewhere }))).toEqual([]);
    expect(claimsToRun(about([]))).toEqual(["npm test"]);
    expect(claimsToRun(about([byVerify("success")]))).toEqual([]);
  });

  test("N25 a claim that is an invariant is proven with the invariants", () => {
    const held = run("signalbox/invariants", "success", "signalbox");
    expect(status([held], { invariants })).toBe("passed");
    expect(status([held])).toBe("unverified");
    const [part] = verifiedClaims.examine(about([], { invariants }))?.parts ?? [];
    expect(part?.sentence).toContain(
      "Add it to CI, or ask a person, or an agent that does not do this work, to run `signalbox verify 60`.",
    );
  });

  test("N25 an unproven claim says how to prove it, without text that a shell would interpret", () => {
    const sentence = (name: string): string | undefined =>
      verifiedClaims.examine(about([], { handover: handedOver({ verified: [{ name, note: "passed" }] }) }))
        ?.parts[0]?.sentence;
    expect(sentence("npm test")).toContain("run `signalbox verify 60 --run 'npm test'`.");
    expect(sentence("npm test; rm -rf ~")).not.toContain("--run");
    expect(sentence("it's fine")).toContain("Add it to CI under that name.");
  });
});

describe("a claim's command", () => {
  test("N25 a claim's command is split into its words", () => {
    expect(wordsOfClaim("npm run test:unit -- --reporter=dot src/a.ts")).toEqual([
      "npm",
      "run",
      "test:unit",
      "--",
      "--reporter=dot",
      "src/a.ts",
    ]);
  });

  test.each([
    "",
    " ",
    "npm  test",
    " npm test",
    "npm test ",
    "npm\ttest",
    "npm\ntest",
    "npm test; true",
    "npm test && x",
    "npm test | x",
    "npm test > x",
    "npm $HOME",
    "`id`",
    "$(id)",
    "npm 'a b'",
    'npm "a"',
    "npm a\\ b",
    "ls *",
    "ls ~",
    "CI=1 npm test",
    "-rf x",
    "npm\u00a0test",
    "npm tеst",
    "a{b,c}",
    "!x",
    "#x",
    "x".repeat(101),
  ])("N25 no command is guessed from %j", (text) => {
    expect(wordsOfClaim(text)).toBeUndefined();
  });
});
