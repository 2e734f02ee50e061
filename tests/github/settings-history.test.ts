/** Which check runs tell what settings are in force. */
import nock from "nock";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ofSettings, signCheck } from "../../src/github/check-marker.ts";
import { createSettingsHistory } from "../../src/github/settings-history.ts";
import { allAsked, installationId, keys, origin, ourselves, tokens, world } from "./world.ts";

beforeAll(() => nock.disableNetConnect());
afterEach(allAsked);
afterAll(() => nock.restore());

const commit = "a".repeat(40);
const repository = {
  ...{ id: "R_demo", owner: "acme", name: "demo", installationId, isPrivate: false, isArchived: false },
};

test("N04 a copy of what we signed about the settings, on a run that another App made, tells nothing", async () => {
  const place = { repositoryId: "R_demo", headSha: commit };
  const external_id = signCheck(keys, { ...place, issueId: ofSettings, shows: "in-force" });
  const run = (id: number, app: number, completed_at: string) => ({
    ...{ id, name: "signalbox/settings", head_sha: commit, external_id, conclusion: "success" },
    ...{ app: { id: app }, completed_at },
  });
  const runs = [run(1, 7, "2026-01-01T00:00:00Z"), run(2, 8, "2026-01-02T00:00:00Z")];
  nock(origin)
    .get(`/api/v3/repos/acme/demo/commits/${commit}/check-runs`)
    .query(true)
    .reply(200, { total_count: 2, check_runs: runs });
  tokens();
  const { client } = world();
  const stated = await createSettingsHistory(client, ourselves).statementsOn(repository, commit);
  expect(stated.map(({ at }) => at)).toEqual([Date.parse("2026-01-01T00:00:00Z")]);
});
