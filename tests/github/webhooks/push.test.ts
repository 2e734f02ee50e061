/** What the payload of a push says of the settings file. */
import { describe, expect, test } from "vitest";
import { translate } from "../../../src/github/webhooks/translate.ts";
import { appId, botId, installationId } from "../world.ts";
import { noOlderIds } from "./our-app.ts";

const ours = { appId, botId, host: "github.com", isOurInstallation: () => true, newerIds: noOlderIds };
const commitOf = (id: string, modified: readonly string[], others: object = {}) => ({
  id,
  added: [],
  removed: [],
  modified,
  ...others,
});
const body = {
  ref: "refs/heads/main",
  before: "a",
  after: "c",
  forced: false,
  repository: {
    node_id: "R_demo",
    name: "demo",
    owner: { login: "acme" },
    private: false,
    archived: false,
    default_branch: "main",
    pushed_at: 1_700_000_000,
  },
  installation: { id: installationId },
  sender: { node_id: "U_alice", login: "alice", type: "User" },
  commits: [commitOf("b", ["src/index.ts"]), commitOf("c", ["README.md", "docs/signalbox.yml"])],
};
const pushed = (changes: object = {}) => translate("push", { ...body, ...changes }, ours).pushed;
const settings = ".github/signalbox.yml";

describe("a push", () => {
  test("says who moved which branch, and that it left the settings alone", () => {
    expect(pushed()).toEqual({
      branch: "main",
      before: "a",
      after: "c",
      at: 1_700_000_000_000,
      keepsSettings: true,
      by: { id: "U_alice", login: "alice", type: "User" },
    });
  });

  test.each([
    ["changes the file", { commits: [commitOf("b", [settings]), commitOf("c", [])] }],
    ["adds the file", { commits: [commitOf("c", [], { added: [settings] })] }],
    ["removes the file", { commits: [commitOf("c", [], { removed: [settings] })] }],
    ["replaces its folder", { commits: [commitOf("c", [], { added: [".github"] })] }],
    ["is forced", { forced: true }],
    ["does not say whether it was forced", { forced: undefined }],
    ["lists no commit", { commits: [] }],
    ["lists none, as on an older host", { commits: undefined }],
    ["lists commits of another shape", { commits: [{ id: "c" }] }],
    ["does not list its last commit", { commits: [commitOf("b", [])] }],
    ["lists as many commits as an older host does at most", { commits: Array(20).fill(commitOf("c", [])) }],
    ["lists more files than are trusted to be all", { commits: [commitOf("c", Array(101).fill("a"))] }],
  ])("that %s may have changed the settings", (_how, changes) => {
    expect(pushed(changes)?.keepsSettings).toBe(false);
  });
});
