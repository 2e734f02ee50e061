/** Starting: who we are, which installations are ours, and which failures are user errors. */
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { createGitHub, type GitHubOptions } from "../../src/github/github.ts";
import { interceptRequests, nock } from "./interceptor.ts";
import { appId, baseUrl, fakeClock, installationId, origin, privateKey, tokens } from "./world.ts";

interceptRequests();

const options = (): GitHubOptions => ({
  appId,
  privateKey,
  baseUrl,
  pacing: "off",
  clock: fakeClock(),
  random: () => 0,
  log: silentLogger,
});
const bot = { node_id: "BOT_1", login: "signalbox[bot]", type: "Bot" };
const api = () => nock(`${origin}/api/v3`);
const installations = (list: readonly object[]) =>
  api().get("/app/installations").query({ per_page: 100, page: 1 }).reply(200, list);

describe("starting with GitHub", () => {
  test("an installation's token is used to ask who we are", async () => {
    installations([{ id: 69, suspended_at: "2026-01-01T00:00:00Z" }, { id: installationId }]);
    api()
      .get("/app")
      .matchHeader("authorization", /^bearer ey/)
      .reply(200, { id: appId, slug: "signalbox" });
    tokens();
    api().get("/users/signalbox%5Bbot%5D").matchHeader("authorization", "token token-70-1").reply(200, bot);
    const { self } = await createGitHub(options());
    expect(self).toEqual({ appId, slug: "signalbox", bot: { id: "BOT_1", login: "signalbox[bot]" } });
  });

  test("who we are is asked without credentials until there is an installation", async () => {
    installations([]);
    api().get("/app").reply(200, { id: appId, slug: "signalbox" });
    const anonymous = nock(`${origin}/api/v3`, { badheaders: ["authorization"] });
    anonymous.get("/users/signalbox%5Bbot%5D").reply(200, bot);
    expect((await createGitHub(options())).self.bot.id).toBe("BOT_1");
  });

  test("I05 a wrong App id or key is refused at once, not retried", async () => {
    api()
      .get("/app/installations")
      .query(true)
      .reply(401, { message: "A JSON web token could not be decoded" });
    await expect(createGitHub(options())).rejects.toMatchObject({ failure: { type: "refused" } });
  });

  test("I05 the key of another App is a user error", async () => {
    installations([]);
    api().get("/app").reply(200, { id: 8, slug: "other" });
    await expect(createGitHub(options())).rejects.toBeInstanceOf(UserError);
  });

  test("I05 a malformed private key is a user error", async () => {
    await expect(createGitHub({ ...options(), privateKey: "-----BEGIN RSA" })).rejects.toBeInstanceOf(
      UserError,
    );
  });

  test("a suspended installation's repositories are left out, and a new one is ours once listed", async () => {
    installations([]);
    api().get("/app").reply(200, { id: appId, slug: "signalbox" });
    api().get("/users/signalbox%5Bbot%5D").reply(200, bot);
    const github = await createGitHub(options());
    const payload = {
      action: "opened",
      issue: { node_id: "I_1", number: 1 },
      repository: {
        node_id: "R_1",
        name: "demo",
        owner: { login: "acme" },
        private: true,
        archived: false,
      },
      installation: { id: installationId },
    };
    expect(github.translate("issues", payload).dropped).toContain("70");
    installations([
      { id: 69, suspended_at: "2026-01-01T00:00:00Z" },
      { id: installationId, suspended_at: null },
    ]);
    tokens();
    const repository = {
      node_id: "R_1",
      name: "demo",
      owner: { login: "acme" },
      private: true,
      archived: false,
    };
    api()
      .get("/installation/repositories")
      .query({ per_page: 100, page: 1 })
      .reply(200, { repositories: [repository] });
    expect(await github.tracker.repositories()).toEqual({
      repositories: [
        { id: "R_1", owner: "acme", name: "demo", installationId, isPrivate: true, isArchived: false },
      ],
      unlisted: [],
    });
    expect(github.translate("issues", payload).refreshes).toHaveLength(1);
  });

  test("for a process that serves one installation at a time, one is listed without the others", async () => {
    installations([]);
    api().get("/app").reply(200, { id: appId, slug: "signalbox" });
    api().get("/users/signalbox%5Bbot%5D").reply(200, bot);
    const { share } = await createGitHub(options());
    const one = () => api().get(`/app/installations/${installationId}`);
    one().reply(200, { id: installationId, permissions: { issues: "read" } });
    tokens();
    const repository = {
      node_id: "R_1",
      name: "demo",
      owner: { login: "acme" },
      private: true,
      archived: false,
    };
    api()
      .get("/installation/repositories")
      .query(true)
      .reply(200, { repositories: [repository] });
    expect(share.knows(installationId)).toBe(false);
    expect((await share.repositoriesOf(installationId)).repositories).toEqual([
      {
        id: "R_1",
        owner: "acme",
        name: "demo",
        installationId,
        isPrivate: true,
        isArchived: false,
        lacksPermission: true,
        lacksContents: true,
        lacksWorkflows: true,
      },
    ]);
    expect(share.knows(installationId)).toBe(true);
    one().reply(200, { id: installationId, suspended_at: "2026-01-01T00:00:00Z" });
    expect(await share.repositoriesOf(installationId)).toEqual({ repositories: [], unlisted: [] });
    expect(share.knows(installationId)).toBe(false);
    one().reply(404, { message: "Not Found" });
    expect(await share.repositoriesOf(installationId)).toEqual({ repositories: [], unlisted: [] });
  });
});
