/** Which pull request can prove a handover's claims. */
import { expect, test } from "vitest";
import type { PullRequest } from "../../../src/handover/evidence.ts";
import { verdictOn } from "../../../src/handover/verdict.ts";
import { defaultSettings } from "../../../src/protocol/settings/config.ts";
import { evidence, handedOver, pullRequest, subject } from "../../support/evidence.ts";

const sentenceOf = (given: Parameters<typeof subject>[0]) =>
  verdictOn(subject(given)).reasons.find(({ check }) => check === "pull-request");
const offered = (changes: Partial<PullRequest>) =>
  evidence({ pullRequest: pullRequest({ defaultBranch: "main", ...changes }) });

test.each(["open", "merged"] as const)(
  "K05 one that is %s into another branch than the default proves nothing, unless the settings name that branch",
  (state) => {
    const aside = offered({ baseRef: "junk", state });
    const reason = sentenceOf({ evidence: aside });
    expect(reason?.status).toBe("unverified");
    expect(reason?.sentence).toContain("#34 targets `junk`.");
    const branches = { ...defaultSettings.handovers, branches: ["release/*", "junk"] };
    expect(sentenceOf({ evidence: aside, policy: branches })?.status).toBe("passed");
    expect(sentenceOf({ evidence: offered({ state }) })?.status).toBe("passed");
  },
);

test("a named pull request that does not exist is reported by its name", () => {
  const nowhere = evidence({ pullRequest: undefined, checkRuns: [] });
  const named = handedOver({ pullRequest: { owner: "acme", repo: "other", number: 5 } });
  expect(sentenceOf({ evidence: nowhere, handover: named })?.sentence).toBe(
    '"Pull request" refers to `acme/other#5`, which does not exist in this repository.',
  );
});
