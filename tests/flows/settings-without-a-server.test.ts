/**
 * Tests who may change the settings if scheduled runs keep no index: each finds on GitHub what the last one
 * knew.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { form } from "../support/form.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";
import { type JumpingClock, jumpingClock } from "../support/jumping-clock.ts";

let testHub: TestHub;
/** The hub's clock; the runs use the machine's. */
let clock: JumpingClock;
let env: Record<string, string>;
const actor = (login: string): Actor =>
  actorOf(testHub.hub.url, testHub.hub.tokenOf(login), login, "acme/demo");

beforeEach(async () => {
  clock = jumpingClock();
  testHub = await startTestHub({ clock });
  env = {
    GITHUB_TOKEN: await testHub.installationToken(),
    GITHUB_REPOSITORY: "acme/demo",
    GITHUB_API_URL: `${testHub.hub.url}/api/v3`,
    SIGNALBOX_KEY: "a secret of the repository, and long enough",
  };
});
afterEach(() => testHub.close());

test("N05 runs that keep no index ask once about an agent's settings, and respect the approval from then on", async () => {
  const bob = actor("bob");
  const maria = actor("maria");
  const place = { ...bob.repository, path: ".github/signalbox.yml", message: "Change" };
  const content = Buffer.from("policy:\n  - {name: all, who: [people, agents]}\n").toString("base64");
  const { data } = await bob.octokit.rest.repos.createOrUpdateFileContents({ ...place, content });
  const ours = async () => {
    const { data: all } = await maria.octokit.rest.issues.listForRepo({ ...maria.repository, state: "all" });
    return all.filter(({ title }) => title.startsWith("Escalation: approve the settings"));
  };
  const title = async (): Promise<string | null | undefined> => {
    const { data: found } = await maria.octokit.rest.checks.listForRef({
      ...maria.repository,
      ref: data.commit.sha ?? "",
    });
    return found.check_runs.find(({ name }) => name === "signalbox/settings")?.output.title;
  };
  expect(await signalbox(["sweep", "--dry-run"], env)).toMatchObject({ err: "" });
  expect(await ours()).toEqual([]);
  for (let run = 0; run < 3; run++)
    expect(await signalbox(["sweep"], env)).toMatchObject({ code: 0, err: "" });
  const [question, ...others] = await ours();
  expect(others).toEqual([]);
  expect(await title()).toContain("Not in effect");
  await maria.comment(question?.number ?? 0, /\/approve [0-9a-f]{8}/.exec(question?.body ?? "")?.[0] ?? "");
  for (let run = 0; run < 2; run++)
    expect(await signalbox(["sweep"], env)).toMatchObject({ code: 0, err: "" });
  expect(await ours()).toMatchObject([{ state: "closed" }]);
  expect(await title()).toBe("The settings are in effect");
});

const path = ".github/signalbox.yml";
const lax = "policy:\n  - {name: all, who: [people, agents]}\n";
const strict = "policy:\n  - {name: chiefs, who: [admin]}\n";
const broken = "policy: nothing of the sort\n";

/** Resolves to the commit, after a run has processed it. */
async function put({ octokit, repository }: Actor, text: string): Promise<string> {
  const found = await octokit.rest.repos.getContent({ ...repository, path }).catch(() => undefined);
  const known = found !== undefined && "sha" in found.data ? { sha: found.data.sha } : {};
  const content = Buffer.from(text).toString("base64");
  const change = { ...repository, path, message: "Change", content, ...known };
  const { data } = await octokit.rest.repos.createOrUpdateFileContents(change);
  await sweep();
  return data.commit.sha ?? "";
}

async function sweep(): Promise<void> {
  expect(await signalbox(["sweep"], env)).toMatchObject({ code: 0, err: "" });
}

/** What the runs reported about the settings on a commit, newest first. */
async function statements(sha: string) {
  const answer = await actor("maria").octokit.rest.checks.listForRef({
    ...actor("maria").repository,
    ref: sha,
    filter: "all",
    check_name: "signalbox/settings",
  });
  return answer.data.check_runs;
}

/** What any workflow can do with the same token: post the same text on the same commit, as if it were new. */
async function repost(sha: string, externalId: string | null): Promise<void> {
  const bot = await testHub.asInstallation();
  const copy = { name: "signalbox/settings", head_sha: sha, status: "completed", conclusion: "success" };
  const made = await bot("POST", "/repos/acme/demo/check-runs", { ...copy, external_id: externalId });
  expect(made.status).toBe(201);
}

/** Whether an answer of bob's answers a question, as only the lax settings allow. */
async function bobSettles(): Promise<boolean> {
  const alice = actor("alice");
  const bob = actor("bob");
  const task = await alice.open("Export", form({ Goal: "Export it." }), ["kind:task"]);
  const asks = { "Blocking task": `#${task}`, Category: "implementation", Urgency: "blocking" };
  const question = await alice.open("Q: Which one?", form({ ...asks, Context: "Either works." }), [
    "kind:question",
  ]);
  await sweep();
  await bob.comment(question, "/answer The first.");
  await sweep();
  return (await alice.see(question)).state === "closed";
}

test("N05 an old statement that another workflow reposts on its commit does not restore older settings", async () => {
  const maria = actor("maria");
  await put(maria, lax);
  expect(await bobSettles()).toBe(true);
  const unreadable = await put(maria, broken);
  const [said] = await statements(unreadable);
  expect(said?.conclusion).toBe("failure");
  await put(maria, strict);
  expect(await bobSettles()).toBe(false);

  const { octokit, repository } = actor("bob");
  clock.advance(10_000);
  await octokit.rest.git.updateRef({ ...repository, ref: "heads/main", sha: unreadable, force: true });
  await repost(unreadable, said?.external_id ?? "");
  expect(await bobSettles()).toBe(false);
});

test("N05 an old statement reposted after the approval does not hide the approval from any run", async () => {
  const sha = await put(actor("bob"), lax);
  const [waits] = await statements(sha);
  const { data } = await actor("maria").octokit.rest.issues.listForRepo(actor("maria").repository);
  const asked = data.find(({ title }) => title.startsWith("Escalation: approve the settings"));
  const command = /\/approve [0-9a-f]{8}/.exec(asked?.body ?? "")?.[0] ?? "";
  await actor("maria").comment(asked?.number ?? 0, command);
  await sweep();
  const before = await statements(sha);
  expect(before[0]?.output.title).toBe("The settings are in effect");
  await repost(sha, waits?.external_id ?? "");
  for (let run = 0; run < 2; run++) await sweep();
  expect(await statements(sha)).toHaveLength(before.length + 1);
  expect(await bobSettles()).toBe(true);
});
