/** A task that waits for an issue of another installation, which another worker may serve. */
import { describe, expect, test } from "vitest";
import { noPostgres } from "../../support/postgres.ts";
import { taskBody } from "../../support/story.ts";
import { contradictions, sightsOf } from "../invariants.ts";
import { eventually, installationOf, isShort, opened } from "./opened.ts";

const rounds = 10;
/** Sweeps, which find everything in the end, come minutes apart. */
const soonMs = 30_000;

describe.skipIf(isShort || noPostgres)("a task that waits for an issue of another installation", () => {
  test("is blocked and ready as that one is reopened and closed, also if the edge is made at the same time", {
    timeout: 900_000,
  }, async () => {
    const stage = await opened({ webs: 1, workers: 2 });
    const [here, there] = [stage.as("alice", "acme/demo"), stage.as("alice", "globex/demo")];
    const openTask = (as: typeof here) => as.open("Task", taskBody("It is done."), ["kind:task"], []);
    const [task, blocker] = [await openTask(here), await openTask(there)];
    for (const repository of ["acme/demo", "globex/demo"]) await installationOf(stage, repository);
    const stands = (issue: number, status: string): Promise<void> =>
      eventually(async () => expect((await here.see(issue)).labels).toContain(status), soonMs);
    const waitFor = async (issue: number, other: number): Promise<void> => {
      const { data } = await there.octokit.rest.issues.get({ ...there.repository, issue_number: other });
      await here.octokit.rest.issues.addBlockedByDependency({
        ...{ ...here.repository, issue_number: issue },
        issue_id: data.id,
      });
    };
    await stands(task, "status:ready");
    await waitFor(task, blocker);
    await stands(task, "status:blocked");
    await there.close(blocker);
    await stands(task, "status:ready");
    await there.reopen(blocker);
    await stands(task, "status:blocked");
    await there.close(blocker);
    await stands(task, "status:ready");

    for (let round = 0; round < rounds; round++) {
      const [one, other] = [await openTask(here), await openTask(there)];
      await stands(one, "status:ready");
      await Promise.all([waitFor(one, other), there.close(other)]);
      await stands(one, "status:ready");
    }
    expect(contradictions(await sightsOf(stage))).toEqual([]);
  });
});
