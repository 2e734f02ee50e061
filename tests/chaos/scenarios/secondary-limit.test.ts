/** A worker that GitHub requires to wait, and that is killed before the wait is over. */
import { expect, test } from "vitest";
import { z } from "zod";
import { ownRemarks, seeIssue } from "../../support/picture.ts";
import { describeUnless } from "../../support/unless-skipped.ts";
import { queryRows } from "../fence-triggers.ts";
import { eventually, healthOf, ownerOf, readyTask, startedSystem, whySkipped } from "./scenario.ts";

const repository = "acme/demo";
const waitSeconds = 60;
const pausedAccount = z.tuple([z.object({ until: z.number() })]);

describeUnless(whySkipped, "a secondary limit", () => {
  test("is also waited for by the worker that takes over from a killed one", {
    timeout: 300_000,
  }, async () => {
    const system = await startedSystem({ webs: 1, workers: 2 });
    const { alice, task, installation } = await readyTask(system, repository);
    system.hub.faults.add({
      on: "request",
      match: { login: "signalbox[bot]", path: "^/graphql$", field: "addComment" },
      times: 1,
      effect: { kind: "limit", limit: "secondary", status: 403, headers: true, waitSeconds },
    });
    await alice.comment(task, "/help");
    const query =
      "SELECT held_since + held_for AS until FROM account WHERE installation_id = $1 AND held_since + held_for > $2";
    const [{ until }] = await eventually(async () =>
      pausedAccount.parse(
        await queryRows(system.postgres.url, query, [installation, Date.now()]).then(numbered),
      ),
    );
    const [web] = system.alive("web");
    if (web === undefined) throw new Error("There is no web process.");
    const degraded = { degraded: [expect.stringMatching(/^GitHub limits 1 installation until /)] };
    await eventually(async () => expect((await healthOf(web)).cluster).toMatchObject(degraded), 15_000);
    const killed = await ownerOf(system, installation);
    killed.signal("SIGKILL");
    const killedAt = Date.now();
    const next = await eventually(async () => {
      const owner = await ownerOf(system, installation);
      expect(owner.name).not.toBe(killed.name);
      return owner;
    });
    // Otherwise the next worker would have nothing to wait for.
    expect(until - Date.now()).toBeGreaterThan(20_000);
    const replies = async () =>
      ownRemarks((await seeIssue(alice, task)).comments.nodes).filter(({ key }) => key.startsWith("reply:"));
    await eventually(async () => expect(await replies()).toHaveLength(1), 120_000);
    const requests = next.githubProxy.requests.filter(
      (each) => each.installation === installation && each.at > killedAt,
    );
    expect(requests.filter(({ at }) => at < until).map(({ at }) => `${until - at} ms early`)).toEqual([]);
  });
});

function numbered(rows: readonly unknown[]): readonly unknown[] {
  return z
    .array(z.object({ until: z.coerce.number() }))
    .parse(rows)
    .slice(0, 1);
}
