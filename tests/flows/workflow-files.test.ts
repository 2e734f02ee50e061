/** Tests an accepted handover whose pull request changes a workflow file, which GitHub lets few Apps merge. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { landingSeed } from "../support/landing-story.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus({ seed: landingSeed });
});
afterEach(() => bus.stop());

const repo = "/repos/acme/demo";

test("A6 a person is asked to merge it by hand before the App tries to, and the merge closes the task", async () => {
  const alice = bus.as("alice", "acme/demo");
  const ask = bus.testHub.as("alice");
  const task = await alice.open("Lint in CI", "### Goal\n\nCI lints.\n", ["kind:task"]);
  const { sha: main } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: "refs/heads/ci", sha: main });
  const change = { message: "Lint", branch: "ci", content: Buffer.from("on: push\n").toString("base64") };
  const { sha } = (await ask("PUT", `${repo}/contents/.github/workflows/ci.yml`, change)).body.commit;
  const { body: pull } = await ask("POST", `${repo}/pulls`, {
    title: "Lint",
    head: "ci",
    base: "main",
    body: `Closes #${task}`,
  });
  await alice.open(
    "Handover: lint",
    form({
      Completes: `#${task}`,
      Status: "complete",
      Changes: "- .github/workflows/ci.yml: lints",
      Verified: "- npm test: passed",
      Context: "It was simple.",
      "Next steps": "None.",
    }),
    ["kind:handover"],
  );
  const bot = await bus.testHub.asInstallation();
  await bot("POST", `${repo}/check-runs`, {
    name: "npm test",
    head_sha: sha,
    status: "completed",
    conclusion: "success",
  });
  await bus.settled();
  await bus.clock.advance(3 * 3_600_000);
  await bus.settled();
  await bus.sweep();
  const filter = { owner: "acme", repo: "demo", labels: "kind:escalation" } as const;
  const [escalation] = (await alice.octokit.rest.issues.listForRepo(filter)).data;
  expect(escalation?.body).toContain(
    "It changes `.github/workflows/ci.yml`, which the App may not merge: merge it by hand",
  );
  expect(escalation?.body).not.toContain("refusing to allow");

  const merge = await bus.testHub.as("maria")("PUT", `${repo}/pulls/${pull.number}/merge`, { sha });
  expect(merge.status).toBe(200);
  await bus.settled();
  expect(await alice.see(task)).toMatchObject({ state: "closed" });
});
