import { expect, test } from "vitest";
import { oneTask } from "../../../src/handover/checks/one-task.ts";
import { evidence, subject } from "../../support/evidence.ts";

test("a pull request that was handed over for other tasks proves nothing for this one", () => {
  expect(oneTask.examine(subject({ completedInstead: ["#5", "acme/web#6"] }))).toMatchObject({
    status: "unverified",
    sentence:
      "#34 is handed over for `#5`, `acme/web#6`, but its body does not mention `#12`. Add `Closes #12` there, or hand over `#12` with its own pull request.",
  });
});

test("one-task has nothing to report for a pull request handed over for one task, or without a pull request", () => {
  expect(oneTask.examine(subject())).toBeUndefined();
  const missing = evidence({ pullRequest: undefined });
  expect(oneTask.examine(subject({ completedInstead: ["#5"], evidence: missing }))).toBeUndefined();
});
