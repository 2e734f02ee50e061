/** Issues of ours against the hub: opened with a signed marker, and recognised and found by it alone. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Effect } from "../../../src/engine/model/effect.ts";
import type { IssueSeen, RepositorySeen } from "../../../src/engine/model/fact.ts";
import { createGitHub, type GitHub } from "../../../src/github/github.ts";
import type { Hub } from "../../../src/hub/hub.ts";
import { startCheckedHub } from "../../support/checked-hub.ts";
import { queued } from "../effects.ts";

let hub: Hub;
let github: GitHub;
let repository: RepositorySeen;

beforeAll(async () => {
  hub = await startCheckedHub({ home: ":memory:", port: 0 });
  const { id: appId, privateKey } = hub.app;
  const parts = { pacing: "off", clock: systemClock, random: () => 0, log: silentLogger } as const;
  github = await createGitHub({ appId, privateKey, baseUrl: `${hub.url}/api/v3`, ...parts });
  const [first] = (await github.tracker.repositories()).repositories;
  if (first === undefined) throw new Error("The hub has no repository.");
  repository = first;
});
afterAll(() => hub.close());

async function as(login: string, method: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${hub.url}/repos/acme/demo/issues${path}`, {
    method,
    headers: { authorization: `token ${hub.tokenOf(login)}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return String(Object(await response.json()).node_id);
}

async function read(id: string): Promise<IssueSeen> {
  const request = { target: { id }, commentsSince: undefined, ownComments: [] };
  const [fact] = await github.tracker.readIssues(repository.installationId, [request]);
  if (fact?.type !== "IssueSeen") throw new Error(`${id} was not seen.`);
  return fact.issue;
}

const effectFor = (marker: string): Effect => ({
  type: "OpenIssue",
  marker,
  kind: "escalation",
  title: "Escalation: Which?",
  body: "### Regarding\n\n#1\n",
  labels: ["kind:escalation", "new:label"],
  assignees: [],
});
async function open(marker: string): Promise<IssueSeen> {
  const effect = { ...queued(1, effectFor(marker), "I_1"), repositoryId: repository.id };
  const [result] = await github.writer.write(repository.installationId, [effect]);
  if (result?.ok !== true || result.receipt.opened === undefined) throw new Error(JSON.stringify(result));
  return read(result.receipt.opened.id);
}
const find = (key: string, since = 0) =>
  github.writer.findOwnIssue(repository.installationId, repository.id, key, since);

describe("an issue that we open", () => {
  test("an issue that we open is recognised as ours by its signed marker, with its labels", async () => {
    const seen = await open("open:I_1:a");
    expect(seen).toMatchObject({ opened: { key: "open:I_1:a" }, forged: [], title: "Escalation: Which?" });
    expect(seen.labels.toSorted()).toEqual(["kind:escalation", "new:label"]);
    expect(seen.author?.id).toBe(github.self.bot.id);
  });

  test("G11 an issue whose body another user copies or edits is not ours", async () => {
    const { id, number, body } = await open("open:I_1:b");
    const copy = await as("bob", "POST", "", { title: "Copy", body });
    expect(await read(copy)).toMatchObject({ opened: undefined, forged: [copy] });
    await as("bob", "PATCH", `/${number}`, { body: body.replace("#1", "#2") });
    expect(await read(id)).toMatchObject({ opened: undefined, forged: [id] });
  });

  test("B10 an issue is found by its key, the first of two duplicates, and a copy is not", async () => {
    const first = await open("open:I_1:c");
    await as("bob", "POST", "", { title: "Copy", body: first.body });
    await open("open:I_1:c");
    expect(await find("open:I_1:c", first.createdAt)).toEqual({
      key: "open:I_1:c",
      id: first.id,
      number: first.number,
    });
    expect(await find("open:I_1:nobody")).toBeUndefined();
    expect(await find("open:I_1:c", systemClock.now() + 3 * 3_600_000)).toBeUndefined();
  });
});
