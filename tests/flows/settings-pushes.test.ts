/** After which pushes the settings are read again, and that nothing is missed where they are not. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { type SettingsStory, settingsStory } from "../support/settings-story.ts";

let bus: TestBus;
let story: SettingsStory;
let reads = 0;
afterEach(() => bus.stop());

const first = "deadlines: {look: 2m}\n";
const second = "deadlines: {look: 3m}\n";

async function begin(): Promise<void> {
  bus = await startBus();
  story = settingsStory(bus);
  await story.put(bus.as("maria"), first);
  reads = 0;
  bus.hub.observe((seen) => {
    if (seen.kind === "response" && seen.template.endsWith("/activity")) reads += 1;
  });
}

async function push(path: string): Promise<void> {
  const { octokit, repository } = bus.as("maria");
  const content = Buffer.from(`${path}\n`).toString("base64");
  await octokit.rest.repos.createOrUpdateFileContents({ ...repository, path, message: "Work", content });
  await bus.settled();
}

const loseDeliveries = (): void =>
  void bus.hub.faults.add({ on: "delivery", match: { event: "push" }, effect: { kind: "drop" } });

test("I04 pushes of other files ask GitHub nothing about the settings", async () => {
  await begin();
  await push("src/a.ts");
  await push("src/b.ts");
  expect(reads).toBe(0);
  await story.put(bus.as("maria"), second);
  expect(story.effectiveText()).toBe(second);
});

test("I04 a change whose delivery was lost is found by the next push of anything", async () => {
  await begin();
  loseDeliveries();
  await story.put(bus.as("maria"), second);
  bus.hub.faults.clear();
  expect(story.effectiveText()).toBe(first);
  await push("src/a.ts");
  expect(story.effectiveText()).toBe(second);
});

test("I04 a change whose delivery was lost after other pushes is found by the next sweep", async () => {
  await begin();
  await push("src/a.ts");
  loseDeliveries();
  await story.put(bus.as("maria"), second);
  bus.hub.faults.clear();
  expect(story.effectiveText()).toBe(first);
  await bus.sweep();
  expect(story.effectiveText()).toBe(second);
});

test("I04 a merge that takes the file back without listing it is found by the next sweep", async () => {
  await begin();
  await story.put(bus.as("maria"), second);
  const { octokit, repository } = bus.as("maria");
  const { git } = octokit.rest;
  const tip = (await git.getCommit({ ...repository, commit_sha: await story.head() })).data;
  const before = tip.parents[0]?.sha ?? "";
  const old = (await git.getCommit({ ...repository, commit_sha: before })).data;
  // Its first parent is the side that has the old file, so it lists no change of it.
  const parents = [before, tip.sha];
  const merge = await git.createCommit({ ...repository, message: "Merge", tree: old.tree.sha, parents });
  await git.updateRef({ ...repository, ref: "heads/main", sha: merge.data.sha });
  await bus.settled();
  await bus.sweep();
  expect(story.effectiveText()).toBe(first);
});
