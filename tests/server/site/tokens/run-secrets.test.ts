/** A run's secret, and how GitHub writes the id of its repository. */
import { expect, test } from "vitest";
import type { CardDetail, Served } from "../../../../src/operations/ports.ts";
import { RunSecrets } from "../../../../src/server/site/tokens/run-secrets.ts";

const older = btoa("010:Repository1234");
const newer = "R_kgDNBNI";
const run = { agent: "ada", session: "01JD0000000000000000000000", issue: 12, lease: 7 };

/** Of a server whose index has one repository, under this id, in which ada holds the task. */
function secretsWith(id: string): RunSecrets {
  const holder = { name: "ada", token: run.lease };
  const board = {
    repositories: async () => [{ id, owner: "acme", repo: "demo" } as Served],
    agents: async () => [],
    card: async () => ({ holder }) as Partial<CardDetail> as CardDetail,
  };
  return new RunSecrets(new Uint8Array(32), board, { now: () => 0 });
}

test("it counts while the lease does, in whichever format the id is written, and for no other repository", async () => {
  const secret = (await secretsWith(older).make({ ...run, repositoryId: older })) ?? "";
  expect(await secretsWith(newer).find(secret)).toMatchObject({ type: "run", repositories: [newer] });
  expect(await secretsWith(btoa("010:Repository1235")).find(secret)).toMatchObject({ type: "over" });
  const ended = { ...run, repositoryId: older, lease: 8 };
  expect(await secretsWith(newer).make(ended)).toBeUndefined();
});
