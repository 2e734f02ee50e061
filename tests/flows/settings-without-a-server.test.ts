/** Who may change the settings, where scheduled runs keep no index: each finds on GitHub what the last one knew. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { startTestHub, type TestHub } from "../support/hub.ts";

let testHub: TestHub;
let env: Record<string, string>;
const actor = (login: string): Actor =>
  actorOf(testHub.hub.url, testHub.hub.tokenOf(login), login, "acme/demo");

beforeEach(async () => {
  testHub = await startTestHub();
  env = {
    GITHUB_TOKEN: await testHub.installationToken(),
    GITHUB_REPOSITORY: "acme/demo",
    GITHUB_API_URL: `${testHub.hub.url}/api/v3`,
    SIGNALBOX_KEY: "a secret of the repository, and long enough",
  };
});
afterEach(() => testHub.close());

test("N05 runs that keep no index ask once about an agent's settings, and heed the approval ever after", async () => {
  const [bob, maria] = [actor("bob"), actor("maria")];
  const place = { ...bob.repository, path: ".github/signalbox.yml", message: "Change" };
  const content = Buffer.from("policy:\n  - {name: all, who: [people, agents]}\n").toString("base64");
  const { data } = await bob.octokit.rest.repos.createOrUpdateFileContents({ ...place, content });
  const ours = async () => {
    const { data: all } = await maria.octokit.rest.issues.listForRepo({ ...maria.repository, state: "all" });
    return all.filter(({ title }) => title.startsWith("Escalation: approve the settings"));
  };
  const title = async (): Promise<string | null | undefined> => {
    const { data: found } = await maria.octokit.rest.checks.listForRef({
      ...{ ...maria.repository, ref: data.commit.sha ?? "" },
    });
    return found.check_runs.find(({ name }) => name === "signalbox/settings")?.output.title;
  };
  expect(await signalbox(["sweep", "--dry-run"], env)).toMatchObject({ err: "" });
  expect(await ours()).toEqual([]);
  for (let run = 0; run < 3; run++)
    expect(await signalbox(["sweep"], env)).toMatchObject({ code: 0, err: "" });
  const [question, ...others] = await ours();
  expect(others).toEqual([]);
  expect(await title()).toContain("Not in force");
  await maria.comment(question?.number ?? 0, /\/approve [0-9a-f]{8}/.exec(question?.body ?? "")?.[0] ?? "");
  for (let run = 0; run < 2; run++)
    expect(await signalbox(["sweep"], env)).toMatchObject({ code: 0, err: "" });
  expect(await ours()).toMatchObject([{ state: "closed" }]);
  expect(await title()).toBe("The settings are in force");
});
