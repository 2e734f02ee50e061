/** Which check runs prove what settings are in effect. */
import { expect, test } from "vitest";
import { createSettingsHistory } from "../../../src/github/authorship/settings-history.ts";
import { statementOf } from "../../../src/github/authorship/settings-statement.ts";
import { ofSettings, signCheck } from "../../../src/github/write/check-marker.ts";
import { interceptRequests, nock } from "../interceptor.ts";
import { installationId, keys, origin, ourselves, tokens, world } from "../world.ts";

interceptRequests();

const commit = "a".repeat(40);
const repository = {
  id: "R_demo",
  owner: "acme",
  name: "demo",
  installationId,
  isPrivate: false,
  isArchived: false,
};

const place = { host: "github.com", repositoryId: "R_demo", headSha: commit };
const signed = (shows: string): string => signCheck(keys, { ...place, issueId: ofSettings, shows });

interface Run {
  readonly app?: number;
  readonly external_id: string;
  readonly completed_at: string;
}

/** What is read of those runs, the newest first as GitHub shows them. */
async function statementsIn(runs: readonly Run[]) {
  const check_runs = runs.map(({ app = 7, ...run }, i) => ({
    id: runs.length - i,
    name: "signalbox/settings",
    head_sha: commit,
    conclusion: "success",
    ...run,
    app: { id: app },
  }));
  nock(origin)
    .get(`/api/v3/repos/acme/demo/commits/${commit}/check-runs`)
    .query(({ filter, check_name }) => filter === "all" && check_name === "signalbox/settings")
    .reply(200, { total_count: runs.length, check_runs });
  tokens();
  const { client } = world();
  return createSettingsHistory(client, ourselves).statementsOn(repository, commit);
}

test("N04 our signed statement about the settings, copied to another App's run, proves nothing", async () => {
  const external_id = signed(`2:${commit}:7:1000`);
  const runs = [
    { external_id, completed_at: "2026-01-02T00:00:00Z", app: 8 },
    { external_id, completed_at: "2026-01-01T00:00:00Z" },
  ];
  expect(await statementsIn(runs)).toEqual([{ effectiveCommit: commit, stay: "7", at: 1_000 }]);
});

test("N05 a statement is as old as its signed time says, whenever it was posted; without a time it is the oldest", async () => {
  const newer = statementOf({ effectiveCommit: commit, stay: "7", at: 2_000 });
  const older = statementOf({ effectiveCommit: undefined, stay: "7", at: 1_000 });
  const runs = [`${commit}:`, "defaults:7", older, newer].map((shows, i) => ({
    external_id: signed(shows),
    completed_at: `2026-01-0${9 - i}T00:00:00Z`,
  }));
  expect(await statementsIn(runs)).toEqual([
    { effectiveCommit: commit, stay: "7", at: 2_000 },
    { effectiveCommit: undefined, stay: "7", at: 1_000 },
    { effectiveCommit: commit, stay: "", at: 0 },
    { effectiveCommit: undefined, stay: "7", at: 0 },
  ]);
});
