/** A write of a text that GitHub answers as done, while it keeps the old one, is not taken for done. */
import { Octokit } from "@octokit/rest";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { readViewer } from "../../../src/github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../../src/github/caller/caller-writer.ts";
import { createGitHub } from "../../../src/github/github.ts";
import { createBudget } from "../../../src/github/transport/budget.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { queued } from "../effects.ts";

const issues = "/repos/acme/demo/issues";
const tooLong = `${"x".repeat(262_145)}\n`;
let world: TestHub;
afterEach(() => world.close());

describe.each([
  ["refused", "too long"],
  ["kept", "GitHub answered that it saved the text"],
] as const)("where an oversized update is %s", (oversizedUpdate, words) => {
  test("the App's effect fails for good, and says so", async () => {
    world = await startTestHub({ options: { unknown: { oversizedUpdate } } });
    const { hub } = world;
    const installation = await world.asInstallation();
    const { body: ours } = await installation("POST", issues, { title: "Which?", body: "Ours." });
    const { id: appId, privateKey } = hub.app;
    const parts = { pacing: "off", clock: systemClock, random: () => 0, log: silentLogger } as const;
    const github = await createGitHub({ appId, privateKey, baseUrl: `${hub.url}/api/v3`, ...parts });
    const [repository] = (await github.tracker.repositories()).repositories;
    const restore = async (body: string) => {
      const effect = queued(1, { type: "RestoreText", title: "Which?", body }, ours.node_id);
      const place = { ...effect, repositoryId: repository?.id ?? "" };
      return (await github.writer.write(repository?.installationId ?? 0, [place]))[0];
    };
    expect(await restore(tooLong)).toMatchObject({
      ok: false,
      failure: { type: "refused", message: expect.stringContaining(words) },
    });
    expect(await restore("As we wrote it.\n")).toMatchObject({ ok: true });
  });

  test("what a person's command edits ends with an error", async () => {
    world = await startTestHub({ options: { unknown: { oversizedUpdate } } });
    const { hub } = world;
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const octokit = new Octokit({ baseUrl: `${hub.url}/api/v3`, auth: hub.tokenOf("alice"), log });
    const { body } = await world.as("alice")("POST", issues, { title: "T", body: "Old." });
    const writer = createCallerWriter({
      octokit,
      viewer: await readViewer(octokit),
      budget: createBudget(systemClock, "off"),
      clock: systemClock,
      random: () => 0,
      progress: () => {},
    });
    const ref = { owner: "acme", repo: "demo", number: body.number };
    await expect(writer.edit(ref, { title: "T", body: tooLong })).rejects.toThrow(words);
    await writer.edit(ref, { title: "T", body: "One\r\ntwo\n" });
  });
});
